#include "dots.h"

#include "lanes.h"

enum {
  // The inputs summed before the next are begun, and the rows whose inputs, 18 KB, stay in the L1 cache while outputs
  // are computed.
  DEPTH = 384,
  ROWS = 12,
  // The outputs whose numbers, 192 KB, stay in the L2 cache while all rows are multiplied.
  OUTPUTS = 128,
  // A tile's sums and the numbers of its outputs fill all but four of the 32 registers.
  MOST_ROWS = 6,
  MOST_COLUMNS = 4,
};

/// a / b, rounded up.
INLINE size_t over(size_t a, size_t b) { return (a + b - 1) / b; }

typedef float eight __attribute__((vector_size(32)));
typedef float four __attribute__((vector_size(16)));

/// Returns the sums of the lanes of four vectors.
INLINE four sums_of(lanes a, lanes b, lanes c, lanes d) {
#define SUM(x, y, LOW, HIGH) (__builtin_shufflevector(x, y, LOW) + __builtin_shufflevector(x, y, HIGH))
#define PAIRS(from) from, from + 16, from + 1, from + 17
#define TWOS(from) from, from + 1, from + 16, from + 17
#define FOUR(take, from) take(from), take(from + 4), take(from + 8), take(from + 12)
  a = SUM(a, b, FOUR(PAIRS, 0), FOUR(PAIRS, 2));
  c = SUM(c, d, FOUR(PAIRS, 0), FOUR(PAIRS, 2));
  a = SUM(a, c, FOUR(TWOS, 0), FOUR(TWOS, 2));
#undef SUM
#undef PAIRS
#undef TWOS
#undef FOUR
  const eight half = __builtin_shufflevector(a, a, 0, 1, 2, 3, 4, 5, 6, 7)
                     + __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15);
  return __builtin_shufflevector(half, half, 0, 1, 2, 3) + __builtin_shufflevector(half, half, 4, 5, 6, 7);
}

/// Computes a few numbers of a few rows of `out` from `depth` inputs, adding to the existing ones unless `first`.
INLINE void tile(
    float *out, const float *x, const float *weight, size_t inputs, size_t outputs, size_t depth, int first,
    const int rows, const int columns) {
  lanes sums[MOST_ROWS][MOST_COLUMNS];
  UNROLL for (int row = 0; row < rows; row++) {
    UNROLL for (int column = 0; column < columns; column++) sums[row][column] = (lanes){0};
  }
  for (size_t i = 0; i < depth; i += LANES) {
    lanes weights[MOST_COLUMNS];
    UNROLL for (int column = 0; column < columns; column++) {
      // The numbers of the outputs after the next, into the L2 cache: prefetched into L1, they hold up other loads, and
      // the products of a query take 3.9 ms instead of 2.1.
      __builtin_prefetch(weight + (size_t)(2 * columns + column) * inputs + i, 0, 2);
      memcpy(&weights[column], weight + (size_t)column * inputs + i, sizeof(lanes));
    }
    UNROLL for (int row = 0; row < rows; row++) {
      lanes numbers;
      memcpy(&numbers, x + (size_t)row * inputs + i, sizeof numbers);
      UNROLL for (int column = 0; column < columns; column++) sums[row][column] += numbers * weights[column];
    }
  }
  UNROLL for (int row = 0; row < rows; row++) {
    float *to = out + (size_t)row * outputs;
    const size_t bytes = (size_t)columns * sizeof *to;
    four before = {0};
    if (!first) memcpy(&before, to, bytes);
    // Two columns are repeated in place of four.
    const four sum = before + sums_of(sums[row][0], sums[row][1], sums[row][columns - 2], sums[row][columns - 1]);
    memcpy(to, &sum, bytes);
  }
}

/// Computes some rows of `out`, `width` numbers each.
INLINE void block(
    float *out, const float *x, const float *weight, size_t rows, size_t inputs, size_t outputs, size_t depth,
    int first, size_t width, const int most, const int columns) {
  for (size_t output = 0; output < width; output += (size_t)columns) {
    size_t row = 0;
    // Tiles of similar size: a small one would wait for its sums.
    for (size_t tiles = over(rows, (size_t)most); tiles > 0; tiles--) {
      const size_t count = over(rows - row, tiles);
      switch (count) {
#define TILE(count)                                                                                            \
  case count:                                                                                                  \
    if (count > most) break;                                                                                   \
    tile(                                                                                                      \
        out + row * outputs + output, x + row * inputs, weight + output * inputs, inputs, outputs, depth, first, \
        count, columns);                                                                                       \
    break;
        TILE(1)
        TILE(2)
        TILE(3)
        TILE(4)
        TILE(5)
        TILE(6)
#undef TILE
      }
      row += count;
    }
  }
}

/// Multiplies in tiles of up to `most` rows and `columns` columns.
INLINE void multiply(
    float *out, const float *x, const float *weight, size_t rows, size_t inputs, size_t outputs, const int most,
    const int columns) {
  for (size_t i = 0; i < inputs; i += DEPTH) {
    const size_t depth = inputs - i < DEPTH ? inputs - i : DEPTH;
    for (size_t output = 0; output < outputs; output += OUTPUTS) {
      const size_t width = outputs - output < OUTPUTS ? outputs - output : OUTPUTS;
      size_t row = 0;
      for (size_t blocks = over(rows, ROWS); blocks > 0; blocks--) {
        const size_t count = over(rows - row, blocks);
        block(
            out + row * outputs + output, x + row * inputs + i, weight + output * inputs + i, count, inputs, outputs,
            depth, i == 0, width, most, columns);
        row += count;
      }
    }
  }
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void multiply_avx512(
    float *out, const float *x, const float *weight, size_t rows, size_t inputs, size_t outputs) {
  multiply(out, x, weight, rows, inputs, outputs, MOST_ROWS, MOST_COLUMNS);
}

__attribute__((target("avx2,fma"))) static void multiply_avx2(
    float *out, const float *x, const float *weight, size_t rows, size_t inputs, size_t outputs) {
  multiply(out, x, weight, rows, inputs, outputs, 3, 2);
}
#endif

static void multiply_baseline(
    float *out, const float *x, const float *weight, size_t rows, size_t inputs, size_t outputs) {
  multiply(out, x, weight, rows, inputs, outputs, 3, 2);
}

enum dots_instructions dots_best_instructions(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return DOTS_AVX512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return DOTS_AVX2;
#endif
  return DOTS_BASELINE;
}

void dots_multiply(
    enum dots_instructions instructions, float *out, const float *x, const float *weight, size_t rows, size_t inputs,
    size_t outputs) {
  switch (instructions) {
#if defined(__x86_64__)
  case DOTS_AVX512:
    multiply_avx512(out, x, weight, rows, inputs, outputs);
    return;
  case DOTS_AVX2:
    multiply_avx2(out, x, weight, rows, inputs, outputs);
    return;
#endif
  default:
    multiply_baseline(out, x, weight, rows, inputs, outputs);
  }
}
