#include "quantized.h"

#include "lanes.h"

// A product and a sum are rounded separately, even if the processor could fuse them.
#pragma STDC FP_CONTRACT OFF

typedef int8_t blanes __attribute__((vector_size(16), aligned(1)));

enum {
  // Bytes of a group: four inputs of each of sixteen outputs.
  GROUP = 64,
};

/// The nearest integer, ties to even, for |x| < 2^22.
INLINE float nearest(float x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

void quantized_fill(struct quantized_matrix matrix, const float *weight, const float *factors) {
  const size_t inputs = matrix.inputs;
  for (size_t output = 0; output < matrix.outputs; output++, weight += inputs) {
    uint8_t *to = matrix.numbers + output / QUANTIZED_COLUMNS * inputs * QUANTIZED_COLUMNS + output % QUANTIZED_COLUMNS * 4;
    for (size_t first = 0; first < inputs; first += matrix.group) {
      float largest = 0;
      for (size_t i = first; i < first + matrix.group; i++) {
        float size = __builtin_fabsf(factors ? weight[i] * factors[i] : weight[i]);
        largest = size > largest ? size : largest;
      }
      const float inverse = largest > 0 ? 127.0f / largest : 0;
      int32_t sum = 0;
      for (size_t i = first; i < first + matrix.group; i++) {
        float scaled = (factors ? weight[i] * factors[i] : weight[i]) * inverse;
        // NaN becomes 0.
        int32_t number = scaled >= -127.5f && scaled <= 127.5f ? (int32_t)nearest(scaled) : 0;
        to[i / 4 * GROUP + i % 4] = (uint8_t)(number + 128);
        sum += number;
      }
      const size_t place = first / matrix.group * matrix.outputs + output;
      matrix.scales[place] = largest / 127.0f;
      matrix.sums[place] = matrix.scales[place] * (float)sum;
    }
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

INLINE int32_t word(const int8_t *bytes) {
  int32_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

#define NAME(name) name##_avx512
#define MOST_ROWS 12
#define COLUMNS 2
#define SHIFTED 1
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx2,fma"))), apply_to = function)
INLINE void NAME(sums)(
    ilanes sums[][COLUMNS], const int8_t *x, size_t inputs, size_t group, const uint8_t *weights, const int rows) {
  __m512i total[MOST_ROWS][COLUMNS];
  UNROLL for (int row = 0; row < rows; row++) total[row][0] = total[row][1] = _mm512_setzero_si512();
  const uint8_t *next = weights + inputs * QUANTIZED_COLUMNS;
  for (size_t i = 0; i < group; i += 4) {
    const __m512i left = _mm512_loadu_si512(weights + i * QUANTIZED_COLUMNS);
    const __m512i right = _mm512_loadu_si512(next + i * QUANTIZED_COLUMNS);
    UNROLL for (int row = 0; row < rows; row++) {
      const __m512i four = _mm512_set1_epi32(word(x + (size_t)row * inputs + i));
      total[row][0] = _mm512_dpbusd_epi32(total[row][0], left, four);
      total[row][1] = _mm512_dpbusd_epi32(total[row][1], right, four);
    }
  }
  UNROLL for (int row = 0; row < rows; row++) {
    sums[row][0] = (ilanes)total[row][0];
    sums[row][1] = (ilanes)total[row][1];
  }
}
#include "quantized_loops.h"
#pragma clang attribute pop
#undef NAME
#undef MOST_ROWS
#undef COLUMNS
#undef SHIFTED

#define NAME(name) name##_avxvnni
#define MOST_ROWS 6
#define COLUMNS 1
#define SHIFTED 1
#pragma clang attribute push(__attribute__((target("avx2,fma,avxvnni"))), apply_to = function)
INLINE void NAME(sums)(
    ilanes sums[][COLUMNS], const int8_t *x, size_t inputs, size_t group, const uint8_t *weights, const int rows) {
  __m256i total[MOST_ROWS][2];
  UNROLL for (int row = 0; row < rows; row++) total[row][0] = total[row][1] = _mm256_setzero_si256();
  for (size_t i = 0; i < group; i += 4) {
    const __m256i left = _mm256_loadu_si256((const __m256i *)(weights + i * QUANTIZED_COLUMNS));
    const __m256i right = _mm256_loadu_si256((const __m256i *)(weights + i * QUANTIZED_COLUMNS + 32));
    UNROLL for (int row = 0; row < rows; row++) {
      const __m256i four = _mm256_set1_epi32(word(x + (size_t)row * inputs + i));
      total[row][0] = _mm256_dpbusd_avx_epi32(total[row][0], left, four);
      total[row][1] = _mm256_dpbusd_avx_epi32(total[row][1], right, four);
    }
  }
  UNROLL for (int row = 0; row < rows; row++) memcpy(&sums[row][0], total[row], sizeof sums[row][0]);
}
#include "quantized_loops.h"
#pragma clang attribute pop
#undef NAME
#undef MOST_ROWS
#undef COLUMNS
#undef SHIFTED

// Without VNNI, a pair's sum has 16 bits: |weight| · (±number), both at most 127, is at most 32,258.
#define NAME(name) name##_avx2
#define MOST_ROWS 4
#define COLUMNS 1
#define SHIFTED 0
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
INLINE void NAME(sums)(
    ilanes sums[][COLUMNS], const int8_t *x, size_t inputs, size_t group, const uint8_t *weights, const int rows) {
  const __m256i shift = _mm256_set1_epi8(-128), ones = _mm256_set1_epi16(1);
  __m256i total[MOST_ROWS][2];
  UNROLL for (int row = 0; row < rows; row++) total[row][0] = total[row][1] = _mm256_setzero_si256();
  for (size_t i = 0; i < group; i += 4) {
    const __m256i *at = (const __m256i *)(weights + i * QUANTIZED_COLUMNS);
    const __m256i left = _mm256_xor_si256(_mm256_loadu_si256(at), shift);
    const __m256i right = _mm256_xor_si256(_mm256_loadu_si256(at + 1), shift);
    const __m256i leftSize = _mm256_abs_epi8(left), rightSize = _mm256_abs_epi8(right);
    UNROLL for (int row = 0; row < rows; row++) {
      const __m256i four = _mm256_set1_epi32(word(x + (size_t)row * inputs + i));
      const __m256i first = _mm256_maddubs_epi16(leftSize, _mm256_sign_epi8(four, left));
      const __m256i second = _mm256_maddubs_epi16(rightSize, _mm256_sign_epi8(four, right));
      total[row][0] = _mm256_add_epi32(total[row][0], _mm256_madd_epi16(first, ones));
      total[row][1] = _mm256_add_epi32(total[row][1], _mm256_madd_epi16(second, ones));
    }
  }
  UNROLL for (int row = 0; row < rows; row++) memcpy(&sums[row][0], total[row], sizeof sums[row][0]);
}
#include "quantized_loops.h"
#pragma clang attribute pop
#undef NAME
#undef MOST_ROWS
#undef COLUMNS
#undef SHIFTED
#endif

#define NAME(name) name##_baseline
#define MOST_ROWS 2
#define COLUMNS 1
#define SHIFTED 1
INLINE void NAME(sums)(
    ilanes sums[][COLUMNS], const int8_t *x, size_t inputs, size_t group, const uint8_t *weights, const int rows) {
  UNROLL for (int row = 0; row < rows; row++) sums[row][0] = (ilanes){0};
  for (size_t i = 0; i < group; i += 4) {
    ulanes four;
    memcpy(&four, weights + i * QUANTIZED_COLUMNS, sizeof four);
    UNROLL for (int row = 0; row < rows; row++) {
      UNROLL for (int j = 0; j < 4; j++) {
        sums[row][0] += (ilanes)((four >> (8 * j)) & 255) * (int32_t)x[(size_t)row * inputs + i + (size_t)j];
      }
    }
  }
}
#include "quantized_loops.h"
#undef NAME
#undef MOST_ROWS
#undef COLUMNS
#undef SHIFTED

struct routines {
  void (*round)(struct quantized_rows, const float *, const float *, size_t, size_t, size_t);
  void (*multiply)(float *, struct quantized_rows, struct quantized_matrix, size_t);
};

int quantized_has(enum quantized_instructions instructions) {
  switch (instructions) {
    case QUANTIZED_BASELINE: return 1;
#if defined(__x86_64__)
    case QUANTIZED_AVX2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case QUANTIZED_AVXVNNI: return __builtin_cpu_supports("avxvnni");
    case QUANTIZED_AVX512:
      return __builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512vl")
          && __builtin_cpu_supports("avx512bw");
#endif
    default: return 0;
  }
}

enum quantized_instructions quantized_best_instructions(void) {
  if (quantized_has(QUANTIZED_AVX512)) return QUANTIZED_AVX512;
  if (quantized_has(QUANTIZED_AVXVNNI)) return QUANTIZED_AVXVNNI;
  return quantized_has(QUANTIZED_AVX2) ? QUANTIZED_AVX2 : QUANTIZED_BASELINE;
}

static struct routines of(enum quantized_instructions instructions) {
#if defined(__x86_64__)
  if (instructions == QUANTIZED_AVX512) return (struct routines){round_avx512, multiply_avx512};
  if (instructions == QUANTIZED_AVX2) return (struct routines){round_avx2, multiply_avx2};
  if (instructions == QUANTIZED_AVXVNNI) return (struct routines){round_avxvnni, multiply_avxvnni};
#endif
  return (struct routines){round_baseline, multiply_baseline};
}

void quantized_round(
    enum quantized_instructions instructions, struct quantized_rows out, const float *x, const float *factors,
    size_t rows, size_t width, size_t group) {
  of(instructions).round(out, x, factors, rows, width, group);
}

void quantized_multiply(
    enum quantized_instructions instructions, float *out, struct quantized_rows x, struct quantized_matrix matrix,
    size_t rows) {
  of(instructions).multiply(out, x, matrix, rows);
}
