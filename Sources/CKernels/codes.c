#include "codes.h"

#include "lanes.h"

enum {
  // The prefetch distance in bytes, as measured.
  AHEAD = 4096,
  // Quarters of a square, each a vector of bytes.
  QUARTERS = 4,
  // Panels whose lower bits are being fetched from memory while others are scanned.
  WAITING = 4,
};

/// Unpacks the upper bits of a square's codes.
INLINE void upper_quarters(ulanes *codes, const uint8_t *upper) {
  memcpy(codes, upper, 3 * sizeof *codes);
  codes[3] = (codes[0] >> 6 & 0x03030303) | (codes[1] >> 4 & 0x0c0c0c0c) | (codes[2] >> 2 & 0x30303030);
  UNROLL for (int i = 0; i < 3; i++) codes[i] &= 0x3f3f3f3f;
}

/// The same, prefetching what is read next.
INLINE void next_upper_quarters(ulanes *codes, const uint8_t *upper) {
  UNROLL for (int line = 0; line < CODES_UPPER_BYTES; line += 64) __builtin_prefetch(upper + AHEAD + line);
  upper_quarters(codes, upper);
}

/// Unpacks a square's codes.
INLINE void quarters(ulanes *codes, const uint8_t *upper, const uint8_t *lower) {
  ulanes rest;
  memcpy(&rest, lower, sizeof rest);
  upper_quarters(codes, upper);
  UNROLL for (int i = 0; i < QUARTERS; i++) codes[i] = codes[i] << 2 | (rest >> (2 * i) & 0x03030303);
}

void codes_part(uint8_t *upper, uint8_t *lower, const uint8_t *codes, size_t squares) {
  for (size_t square = 0; square < squares; square++) {
    ulanes whole[QUARTERS], rest = {0};
    memcpy(whole, codes + square * CODES_BYTES, sizeof whole);
    for (int i = 0; i < QUARTERS; i++) {
      rest |= (whole[i] & 0x03030303) << (2 * i);
      whole[i] = whole[i] >> 2 & 0x3f3f3f3f;
    }
    for (int i = 0; i < 3; i++) whole[i] |= (whole[3] >> (2 * i) & 0x03030303) << 6;
    memcpy(upper + square * CODES_UPPER_BYTES, whole, CODES_UPPER_BYTES);
    memcpy(lower + square * CODES_LOWER_BYTES, &rest, sizeof rest);
  }
}

void codes_join(uint8_t *codes, const uint8_t *upper, const uint8_t *lower, size_t squares) {
  for (size_t square = 0; square < squares; square++) {
    ulanes whole[QUARTERS];
    quarters(whole, upper + square * CODES_UPPER_BYTES, lower + square * CODES_LOWER_BYTES);
    memcpy(codes + square * CODES_BYTES, whole, sizeof whole);
  }
}

/// The threshold that a vector's upper bound must reach.
INLINE float least_of(const struct codes_nearest *nearest) {
  return nearest->count < nearest->capacity ? -__builtin_inff() : nearest->bounds[0];
}

/// Inserts a bound into a heap, replacing the root, which is the smallest, if it is full.
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

/// Panels that may hold a vector near a query, in scan order.
struct waiting {
  size_t panels[WAITING], queries[WAITING];
  size_t begin, end;
};

/// Queues a panel and prefetches its lower bits.
INLINE void wait_for(struct waiting *waiting, const struct codes_panels *panels, size_t panel, size_t query) {
  const uint8_t *lower = panels->lower + panel * panels->squares * CODES_LOWER_BYTES;
  for (size_t square = 0; square < panels->squares; square++) __builtin_prefetch(lower + square * CODES_LOWER_BYTES);
  waiting->panels[waiting->end % WAITING] = panel;
  waiting->queries[waiting->end++ % WAITING] = query;
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
// Queries whose sums, two each, fill the registers.
#define TOGETHER 8
INLINE void NAME(upper_dots)(
    ilanes *products, const uint8_t *upper, size_t squares, const struct codes_query *queries, const int count) {
  // Two sums, so that an instruction need not wait for the previous one.
  __m512i sums[TOGETHER][2];
  UNROLL for (int i = 0; i < count; i++) sums[i][0] = sums[i][1] = _mm512_setzero_si512();
  for (size_t square = 0; square < squares; square++) {
    ulanes codes[QUARTERS];
    next_upper_quarters(codes, upper + square * CODES_UPPER_BYTES);
    UNROLL for (int quarter = 0; quarter < QUARTERS; quarter++) {
      UNROLL for (int i = 0; i < count; i++) {
        sums[i][quarter % 2] = _mm512_dpbusd_epi32(
            sums[i][quarter % 2], (__m512i)codes[quarter],
            four(queries[i].high + square * CODES_SQUARE + quarter * CODES_GROUP));
      }
    }
  }
  UNROLL for (int i = 0; i < count; i++) {
    const __m512i sum = _mm512_slli_epi32(_mm512_add_epi32(sums[i][0], sums[i][1]), 3);
    products[i] = (ilanes)_mm512_sub_epi32(sum, _mm512_set1_epi32(queries[i].upper_shift));
  }
}

INLINE void NAME(dots)(
    ilanes *products, const struct codes_panels *panels, size_t panel, const struct codes_query *query) {
  __m512i high[2], low[2];
  high[0] = high[1] = low[0] = low[1] = _mm512_setzero_si512();
  for (size_t square = 0; square < panels->squares; square++) {
    const size_t at = panel * panels->squares + square;
    ulanes codes[QUARTERS];
    quarters(codes, panels->upper + at * CODES_UPPER_BYTES, panels->lower + at * CODES_LOWER_BYTES);
    UNROLL for (int quarter = 0; quarter < QUARTERS; quarter++) {
      const size_t number = square * CODES_SQUARE + (size_t)(quarter * CODES_GROUP);
      high[quarter % 2] = _mm512_dpbusd_epi32(high[quarter % 2], (__m512i)codes[quarter], four(query->high + number));
      low[quarter % 2] = _mm512_dpbusd_epi32(low[quarter % 2], (__m512i)codes[quarter], four(query->low + number));
    }
  }
  __m512i sum = _mm512_slli_epi32(_mm512_add_epi32(high[0], high[1]), 8);
  sum = _mm512_add_epi32(sum, _mm512_add_epi32(low[0], low[1]));
  *products = (ilanes)_mm512_sub_epi32(sum, _mm512_set1_epi32(query->shift));
}
#include "scan.h"
#undef NAME
#undef TOGETHER
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(name) name##_avx2
#define TOGETHER 4
INLINE void NAME(upper_dots)(
    ilanes *products, const uint8_t *upper, size_t squares, const struct codes_query *queries, const int count) {
  // Eight vectors each.
  __m256i sums[TOGETHER][2];
  UNROLL for (int i = 0; i < count; i++) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
  const __m256i ones = _mm256_set1_epi16(1);
  for (size_t square = 0; square < squares; square++) {
    ulanes codes[QUARTERS];
    next_upper_quarters(codes, upper + square * CODES_UPPER_BYTES);
    UNROLL for (int half = 0; half < 2; half++) {
      UNROLL for (int pair = 0; pair < QUARTERS; pair += 2) {
        __m256i bytes[2];
        UNROLL for (int i = 0; i < 2; i++) memcpy(bytes + i, (const char *)(codes + pair + i) + half * 32, 32);
        UNROLL for (int i = 0; i < count; i++) {
          int32_t words[2];
          memcpy(words, queries[i].high + square * CODES_SQUARE + pair * CODES_GROUP, sizeof words);
          // Four products of at most 63 · 127 fit 16 bits.
          const __m256i four = _mm256_add_epi16(
              _mm256_maddubs_epi16(bytes[0], _mm256_set1_epi32(words[0])),
              _mm256_maddubs_epi16(bytes[1], _mm256_set1_epi32(words[1])));
          sums[i][half] = _mm256_add_epi32(sums[i][half], _mm256_madd_epi16(four, ones));
        }
      }
    }
  }
  UNROLL for (int i = 0; i < count; i++) {
    ulanes sum;
    memcpy(&sum, sums[i], sizeof sum);
    products[i] = (ilanes)(sum * 8 - (uint32_t)queries[i].upper_shift);
  }
}

INLINE void NAME(dots)(
    ilanes *products, const struct codes_panels *panels, size_t panel, const struct codes_query *query) {
  // Four vectors each: two neighbouring sums belong to one vector.
  __m256i sums[4];
  UNROLL for (int part = 0; part < 4; part++) sums[part] = _mm256_setzero_si256();
  for (size_t square = 0; square < panels->squares; square++) {
    const size_t at = panel * panels->squares + square;
    ulanes codes[QUARTERS];
    quarters(codes, panels->upper + at * CODES_UPPER_BYTES, panels->lower + at * CODES_LOWER_BYTES);
    UNROLL for (int quarter = 0; quarter < QUARTERS; quarter++) {
      int64_t word;
      memcpy(&word, query->numbers + square * CODES_SQUARE + quarter * CODES_GROUP, sizeof word);
      UNROLL for (int part = 0; part < 4; part++) {
        __m128i bytes;
        memcpy(&bytes, (const char *)(codes + quarter) + part * 16, sizeof bytes);
        sums[part] = _mm256_add_epi32(
            sums[part], _mm256_madd_epi16(_mm256_cvtepu8_epi16(bytes), _mm256_set1_epi64x(word)));
      }
    }
  }
  uint32_t pairs[2 * CODES_PANEL];
  memcpy(pairs, sums, sizeof pairs);
  // Unsigned, since sums may wrap around.
  for (int lane = 0; lane < CODES_PANEL; lane++) {
    (*products)[lane] = (int32_t)(pairs[2 * lane] + pairs[2 * lane + 1] - (uint32_t)query->shift);
  }
}
#include "scan.h"
#undef NAME
#undef TOGETHER
#pragma clang attribute pop
#endif

#define NAME(name) name##_baseline
#define TOGETHER 4
/// Adds the products of some codes with the numbers of their coordinates. Unsigned, since sums may wrap around.
INLINE void add(ulanes *sum, ulanes codes, const uint32_t *numbers) {
  UNROLL for (int j = 0; j < CODES_GROUP; j++) *sum += (codes >> (8 * j) & 255) * numbers[j];
}

INLINE void NAME(upper_dots)(
    ilanes *products, const uint8_t *upper, size_t squares, const struct codes_query *queries, const int count) {
  ulanes sums[TOGETHER] = {{0}};
  for (size_t square = 0; square < squares; square++) {
    ulanes codes[QUARTERS];
    next_upper_quarters(codes, upper + square * CODES_UPPER_BYTES);
    for (int i = 0; i < count; i++) {
      for (int quarter = 0; quarter < QUARTERS; quarter++) {
        const int8_t *high = queries[i].high + square * CODES_SQUARE + quarter * CODES_GROUP;
        const uint32_t numbers[] = {(uint32_t)high[0], (uint32_t)high[1], (uint32_t)high[2], (uint32_t)high[3]};
        add(sums + i, codes[quarter], numbers);
      }
    }
  }
  for (int i = 0; i < count; i++) products[i] = (ilanes)(sums[i] * 8 - (uint32_t)queries[i].upper_shift);
}

INLINE void NAME(dots)(
    ilanes *products, const struct codes_panels *panels, size_t panel, const struct codes_query *query) {
  ulanes sum = {0};
  for (size_t square = 0; square < panels->squares; square++) {
    const size_t at = panel * panels->squares + square;
    ulanes codes[QUARTERS];
    quarters(codes, panels->upper + at * CODES_UPPER_BYTES, panels->lower + at * CODES_LOWER_BYTES);
    for (int quarter = 0; quarter < QUARTERS; quarter++) {
      const int16_t *whole = query->numbers + square * CODES_SQUARE + quarter * CODES_GROUP;
      const uint32_t numbers[] = {(uint32_t)whole[0], (uint32_t)whole[1], (uint32_t)whole[2], (uint32_t)whole[3]};
      add(&sum, codes[quarter], numbers);
    }
  }
  *products = (ilanes)(sum - (uint32_t)query->shift);
}
#include "scan.h"
#undef NAME
#undef TOGETHER

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
