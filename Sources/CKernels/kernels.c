#include "kernels.h"

#include "coefficients.h"
#include "lanes.h"

enum {
  // Queries that attention takes at once, and queries scored at once: their sums, BLOCKS vectors each, fill the
  // registers.
  QUERIES = 12,
  SCORED = 6,
};

static size_t padded(size_t tokens) { return (tokens + LANES - 1) / LANES * LANES; }

struct kernels {
  void (*gelu)(float *, const float *, size_t, size_t);
  void (*add_and_normalize)(
      float *, const float *, const float *, const float *, const float *, const float *, float, size_t, size_t);
  void (*attention)(
      float *, const float *, const float *, const float *, const float *, const float *, const float *, size_t,
      size_t, size_t, float *);
  void (*mean_of_rows)(float *, const float *, size_t, size_t);
};

#if defined(__x86_64__)
#define NAME(name) name##_avx512
#define BLOCKS 4
#define MIXED 6
#pragma clang attribute push(__attribute__((target("avx512f,avx2,fma"))), apply_to = function)
#include "loops.h"
#pragma clang attribute pop
#undef NAME
#undef BLOCKS
#undef MIXED

#define NAME(name) name##_avx2
#define BLOCKS 1
#define MIXED 6
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#include "loops.h"
#pragma clang attribute pop
#undef NAME
#undef BLOCKS
#undef MIXED
#endif

#define NAME(name) name##_baseline
#define BLOCKS 1
#define MIXED 6
#include "loops.h"

enum kernels_instructions kernels_best_instructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return KERNELS_AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return KERNELS_AVX2;
#endif
  return KERNELS_BASELINE;
}

static const struct kernels *of(enum kernels_instructions instructions) {
#if defined(__x86_64__)
  if (instructions == KERNELS_AVX512) return &kernels_avx512;
  if (instructions == KERNELS_AVX2) return &kernels_avx2;
#endif
  return &kernels_baseline;
}

void kernels_gelu(
    enum kernels_instructions instructions, float *x, const float *bias, size_t rows, size_t width) {
  of(instructions)->gelu(x, bias, rows, width);
}

void kernels_add_and_normalize(
    enum kernels_instructions instructions, float *out, const float *x, const float *residual, const float *bias,
    const float *gain, const float *shift, float epsilon, size_t rows, size_t width) {
  of(instructions)->add_and_normalize(out, x, residual, bias, gain, shift, epsilon, rows, width);
}

size_t kernels_attention_scratch(size_t tokens, size_t head_width) {
  return padded(tokens) * (2 * head_width + QUERIES) + QUERIES * head_width;
}

void kernels_attention(
    enum kernels_instructions instructions, float *out, const float *query, const float *key, const float *value,
    const float *query_bias, const float *key_bias, const float *value_bias, size_t tokens, size_t heads,
    size_t head_width, float *scratch) {
  of(instructions)->attention(
      out, query, key, value, query_bias, key_bias, value_bias, tokens, heads, head_width, scratch);
}

void kernels_mean_of_rows(
    enum kernels_instructions instructions, float *out, const float *x, size_t rows, size_t width) {
  of(instructions)->mean_of_rows(out, x, rows, width);
}
