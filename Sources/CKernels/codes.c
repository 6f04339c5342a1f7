#include "codes.h"

#include "lanes.h"

enum {
  // Queries that share each load of a panel's codes: their sums fill the registers and no more.
  TOGETHER = 4,
  // Panels that are fetched ahead of the one that is read.
  AHEAD = 2,
};

/// Puts a bound into a heap: as a new one, or in place of the root, the smallest.
static void insert(struct codes_nearest *nearest, float bound) {
  float *heap = nearest->bounds;
  if (nearest->count < nearest->capacity) {
    size_t child = nearest->count++;
    for (; child > 0 && heap[(child - 1) / 2] > bound; child = (child - 1) / 2) heap[child] = heap[(child - 1) / 2];
    heap[child] = bound;
    return;
  }
  size_t parent = 0;
  for (size_t child = 1; child < nearest->count; child = 2 * parent + 1) {
    if (child + 1 < nearest->count && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= bound) break;
    heap[parent] = heap[child];
    parent = child;
  }
  heap[parent] = bound;
}

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vnni,avx2,fma"))), apply_to = function)
INLINE __m512i four(const int8_t *bytes) {
  int32_t word;
  memcpy(&word, bytes, sizeof word);
  return _mm512_set1_epi32(word);
}

#define NAME(name) name##_vnni
INLINE void NAME(dots)(
    ilanes *products, const uint8_t *codes, size_t groups, const struct codes_query *queries, const int count) {
  // Two sums of each kind, so that an instruction need not wait for the one before.
  __m512i high[TOGETHER][2], low[TOGETHER][2];
  UNROLL for (int i = 0; i < count; i++) {
    high[i][0] = high[i][1] = low[i][0] = low[i][1] = _mm512_setzero_si512();
  }
  size_t group = 0;
  for (; group + 2 <= groups; group += 2) {
    UNROLL for (int half = 0; half < 2; half++) {
      const __m512i code = _mm512_loadu_si512(codes + (group + half) * 64);
      const size_t at = (group + half) * CODES_GROUP;
      UNROLL for (int i = 0; i < count; i++) {
        high[i][half] = _mm512_dpbusd_epi32(high[i][half], code, four(queries[i].high + at));
        low[i][half] = _mm512_dpbusd_epi32(low[i][half], code, four(queries[i].low + at));
      }
    }
  }
  if (group < groups) {
    const __m512i code = _mm512_loadu_si512(codes + group * 64);
    UNROLL for (int i = 0; i < count; i++) {
      high[i][0] = _mm512_dpbusd_epi32(high[i][0], code, four(queries[i].high + group * CODES_GROUP));
      low[i][0] = _mm512_dpbusd_epi32(low[i][0], code, four(queries[i].low + group * CODES_GROUP));
    }
  }
  UNROLL for (int i = 0; i < count; i++) {
    __m512i sum = _mm512_slli_epi32(_mm512_add_epi32(high[i][0], high[i][1]), 8);
    sum = _mm512_add_epi32(sum, _mm512_add_epi32(low[i][0], low[i][1]));
    products[i] = (ilanes)_mm512_sub_epi32(sum, _mm512_set1_epi32(queries[i].shift));
  }
}
#include "scan.h"
#undef NAME
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(name) name##_avx2
INLINE void NAME(dots)(
    ilanes *products, const uint8_t *codes, size_t groups, const struct codes_query *queries, const int count) {
  // Four vectors each: two neighbouring sums belong to one vector.
  __m256i sums[TOGETHER][4];
  UNROLL for (int i = 0; i < count; i++) {
    UNROLL for (int part = 0; part < 4; part++) sums[i][part] = _mm256_setzero_si256();
  }
  for (size_t group = 0; group < groups; group++) {
    __m256i numbers[TOGETHER];
    UNROLL for (int i = 0; i < count; i++) {
      int64_t word;
      memcpy(&word, queries[i].numbers + group * CODES_GROUP, sizeof word);
      numbers[i] = _mm256_set1_epi64x(word);
    }
    UNROLL for (int part = 0; part < 4; part++) {
      const __m128i code = _mm_loadu_si128((const __m128i *)(codes + group * 64 + part * 16));
      UNROLL for (int i = 0; i < count; i++) {
        sums[i][part] =
            _mm256_add_epi32(sums[i][part], _mm256_madd_epi16(_mm256_cvtepu8_epi16(code), numbers[i]));
      }
    }
  }
  UNROLL for (int i = 0; i < count; i++) {
    int32_t pairs[2 * CODES_PANEL];
    UNROLL for (int part = 0; part < 4; part++) _mm256_storeu_si256((__m256i *)(pairs + part * 8), sums[i][part]);
    for (int lane = 0; lane < CODES_PANEL; lane++) {
      // Unsigned, where a sum may pass the end and come round.
      products[i][lane] =
          (int32_t)((uint32_t)pairs[2 * lane] + (uint32_t)pairs[2 * lane + 1] - (uint32_t)queries[i].shift);
    }
  }
}
#include "scan.h"
#undef NAME
#pragma clang attribute pop
#endif

#define NAME(name) name##_baseline
INLINE void NAME(dots)(
    ilanes *products, const uint8_t *codes, size_t groups, const struct codes_query *queries, const int count) {
  UNROLL for (int i = 0; i < count; i++) {
    // Unsigned, where a sum may pass the end and come round.
    ulanes sum = {0};
    for (size_t group = 0; group < groups; group++) {
      const int16_t *numbers = queries[i].numbers + group * CODES_GROUP;
      ulanes code;
      memcpy(&code, codes + group * 64, sizeof code);
      UNROLL for (int j = 0; j < CODES_GROUP; j++) sum += ((code >> (8 * j)) & 255) * (uint32_t)numbers[j];
    }
    products[i] = (ilanes)(sum - (uint32_t)queries[i].shift);
  }
}
#include "scan.h"
#undef NAME

void codes_scan(
    enum codes_instructions instructions, struct codes_panels panels, uint32_t first,
    const struct codes_query *queries, struct codes_nearest *nearest, size_t count) {
  switch (instructions) {
#if defined(__x86_64__)
  case CODES_VNNI: return scan_vnni(&panels, first, queries, nearest, count);
  case CODES_AVX2: return scan_avx2(&panels, first, queries, nearest, count);
#endif
  default: return scan_baseline(&panels, first, queries, nearest, count);
  }
}

enum codes_instructions codes_best_instructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vnni") && __builtin_cpu_supports("avx512bw")) return CODES_VNNI;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return CODES_AVX2;
#endif
  return CODES_BASELINE;
}
