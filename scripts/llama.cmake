# Included by llama.cpp's project(). Compiles the library of llama.cpp in two thirds of the time: 103 instead of 158 seconds
# of CPU (Clang 21). Code that runs once for each model, or builds graphs for ggml to compute, gains nothing from -O3;
# ggml, sampling, grammars, tokenization and the KV cache keep it.
function(compile_sooner)
  foreach(name adapter arch chat hparams kv-cache-dsv4 memory-hybrid memory-hybrid-idx memory-recurrent model model-loader
               model-saver quant)
    set_source_files_properties(src/llama-${name}.cpp TARGET_DIRECTORY llama
      PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
  set_source_files_properties(src/unicode-data.cpp TARGET_DIRECTORY llama
    PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
  # The graph builders are compiled together (a unity build), which options of their own would end.
  target_compile_options(llama PRIVATE -O1)
  # GCC 12 crashes if it optimizes a file more than the precompiled header.
  string(COMPARE EQUAL "${CMAKE_CXX_COMPILER_ID}" GNU skipped)
  foreach(name llama-sampler llama-grammar llama-vocab llama-kv-cache llama-graph llama-batch llama-context unicode)
    set_source_files_properties(src/${name}.cpp TARGET_DIRECTORY llama
      PROPERTIES COMPILE_OPTIONS -O3 SKIP_PRECOMPILE_HEADERS ${skipped})
  endforeach()
  target_precompile_headers(llama PRIVATE <algorithm> <functional> <map> <memory> <regex> <string> <unordered_map> <vector>
    ${CMAKE_CURRENT_SOURCE_DIR}/src/llama-model.h)
endfunction()
cmake_language(DEFER CALL compile_sooner)

# The engine of chat templates, out of llama.cpp's common library, most of which is not needed.
function(add_template_engine)
  list(TRANSFORM engine PREPEND common/)
  add_library(llama-jinja STATIC ${engine})
  target_include_directories(llama-jinja PRIVATE common vendor ggml/include)
  target_compile_features(llama-jinja PRIVATE cxx_std_17)
  target_compile_options(llama-jinja PRIVATE -O1)
  install(TARGETS llama-jinja ARCHIVE)
endfunction()
set(engine jinja/lexer.cpp jinja/parser.cpp jinja/runtime.cpp jinja/string.cpp jinja/value.cpp json.cpp unicode.cpp)
cmake_language(DEFER CALL add_template_engine)
