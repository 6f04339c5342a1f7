// Chooses, when rag starts, the products of matrices that were compiled for this processor. packaging/llama compiles
// ggml's processor backend once for each of these, and renames the one function that llama.cpp asks it for.

#define VARIANT(name) void *ggml_backend_cpu_reg_##name(void)

#ifdef __x86_64__
VARIANT(sapphirerapids);
VARIANT(alderlake);
VARIANT(cascadelake);
VARIANT(haswell);
#endif
VARIANT(base);

void *ggml_backend_cpu_reg(void) {
#ifdef __x86_64__
  // These say what the processor has and the system allows; which registers it saves is part of that.
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")
      && __builtin_cpu_supports("bmi2")) {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
        && __builtin_cpu_supports("avx512vnni")) {
      if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bf16")
          && __builtin_cpu_supports("amx-tile") && __builtin_cpu_supports("amx-int8")) {
        return ggml_backend_cpu_reg_sapphirerapids();
      }
      return ggml_backend_cpu_reg_cascadelake();
    }
    if (__builtin_cpu_supports("avxvnni")) { return ggml_backend_cpu_reg_alderlake(); }
    return ggml_backend_cpu_reg_haswell();
  }
#endif
  return ggml_backend_cpu_reg_base();
}
