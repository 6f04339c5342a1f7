# Builds llama.cpp's server for the tests: cmake -S FOLDER -DLLAMA=SOURCE -DDEPS=.deps/llama, with this file in FOLDER
# as CMakeLists.txt. It is linked with the libraries in DEPS, has no web page, and knows no images or sound.
cmake_minimum_required(VERSION 3.20)
project(server CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(Threads REQUIRED)

file(GLOB common ${LLAMA}/common/*.cpp ${LLAMA}/common/parsers/*.cpp ${LLAMA}/common/jinja/*.cpp)
file(GLOB server ${LLAMA}/tools/server/*.cpp)
file(WRITE ${CMAKE_BINARY_DIR}/ui.h
  "#include <array>\n#include <string>\nstruct llama_ui_asset { std::string name; };\n"
  "inline std::array<llama_ui_asset, 0> llama_ui_get_assets() { return {}; }\n")
# Of the functions for images and sound, these are called without any; the server calls the others only for such input.
file(WRITE ${CMAKE_BINARY_DIR}/mtmd.cpp
  "#include \"mtmd-helper.h\"\n"
  "void mtmd_helper_log_set(ggml_log_callback, void *) {}\n"
  "mtmd_helper_init_opt mtmd_helper_init_opt_default(void) { return {}; }\n"
  "mtmd_context_params mtmd_context_params_default(void) { return {}; }\n")
set(LLAMA_BUILD_NUMBER 0)
configure_file(${LLAMA}/common/build-info.cpp.in build-info.cpp)
add_executable(llama-server
  ${common} ${server} ${LLAMA}/vendor/cpp-httplib/httplib.cpp ${CMAKE_BINARY_DIR}/build-info.cpp
  ${CMAKE_BINARY_DIR}/mtmd.cpp)
target_include_directories(llama-server PRIVATE
  ${CMAKE_BINARY_DIR} ${LLAMA} ${LLAMA}/common ${LLAMA}/vendor ${LLAMA}/include ${LLAMA}/ggml/include
  ${LLAMA}/tools/mtmd ${LLAMA}/tools/server)
target_compile_options(llama-server PRIVATE -O0 -w)
target_compile_definitions(llama-server PRIVATE CPPHTTPLIB_TCP_NODELAY=1)
target_precompile_headers(llama-server PRIVATE <algorithm> <functional> <map> <memory> <regex> <string> <vector>)
target_link_directories(llama-server PRIVATE ${DEPS}/lib)
target_link_libraries(llama-server PRIVATE llama ggml ggml-cpu ggml-base Threads::Threads dl m)
target_link_options(llama-server PRIVATE -Wl,--unresolved-symbols=ignore-in-object-files)
