#include "products.h"

#include "lanes.h"

enum {
  BLOCKS = PRODUCTS_COLUMNS / LANES,
  // The rows of a tile: with BLOCKS vectors each, their sums fill all but four of the 32 registers.
  MOST_ROWS = 14,
};

_Static_assert(MOST_ROWS == 14, "each number of rows up to it has a case below");

/// Computes some rows of `out`, PRODUCTS_COLUMNS numbers each, while prefetching `inputs` cache lines each from `ahead`
/// and `farther` on, which may be the same.
INLINE void tile(
    float *out, size_t outputs, const float *x, size_t inputs, const float *packed, const float *ahead,
    const float *farther, const int rows) {
  lanes sums[MOST_ROWS][BLOCKS];
  UNROLL for (int row = 0; row < rows; row++) {
    UNROLL for (int block = 0; block < BLOCKS; block++) sums[row][block] = (lanes){0};
  }
  for (size_t i = 0; i < inputs; i++, packed += PRODUCTS_COLUMNS) {
    __builtin_prefetch(ahead + i * LANES, 0, 2);
    __builtin_prefetch(farther + i * LANES, 0, 2);
    lanes weights[BLOCKS];
    UNROLL for (int block = 0; block < BLOCKS; block++) memcpy(&weights[block], packed + block * LANES, sizeof(lanes));
    UNROLL for (int row = 0; row < rows; row++) {
      const float number = x[(size_t)row * inputs + i];
      UNROLL for (int block = 0; block < BLOCKS; block++) sums[row][block] += weights[block] * number;
    }
  }
  UNROLL for (int row = 0; row < rows; row++) memcpy(out + (size_t)row * outputs, sums[row], sizeof sums[row]);
}

INLINE void multiply(float *out, const float *x, const float *packed, size_t rows, size_t inputs, size_t outputs) {
  // The numbers of a few outputs stay in the L2 cache while all rows are multiplied, and those of the next are
  // prefetched.
  for (size_t output = 0; output < outputs; output += PRODUCTS_COLUMNS, packed += inputs * PRODUCTS_COLUMNS) {
    size_t row = 0, half = 0;
    // Of the next outputs' numbers, a tile prefetches one half; a single tile both.
    const float *next = packed + inputs * PRODUCTS_COLUMNS;
    const float *second = next + inputs * PRODUCTS_COLUMNS / 2;
#define TILE(count)                                                                                               \
  case count:                                                                                                     \
    tile(                                                                                                         \
        out + row * outputs + output, outputs, x + row * inputs, inputs, packed, half ? second : next,             \
        half || rows <= MOST_ROWS ? second : next, count);                                                        \
    break;
    for (size_t count; row < rows; row += count, half ^= 1) {
      count = rows - row < MOST_ROWS ? rows - row : MOST_ROWS;
      switch (count) {
        TILE(1)
        TILE(2)
        TILE(3)
        TILE(4)
        TILE(5)
        TILE(6)
        TILE(7)
        TILE(8)
        TILE(9)
        TILE(10)
        TILE(11)
        TILE(12)
        TILE(13)
        TILE(14)
      }
    }
#undef TILE
  }
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static void multiply_avx512(
    float *out, const float *x, const float *packed, size_t rows, size_t inputs, size_t outputs) {
  multiply(out, x, packed, rows, inputs, outputs);
}

int products_are_fast(void) { return __builtin_cpu_supports("avx512f"); }
#else
int products_are_fast(void) { return 0; }
#endif

void products_multiply(
    float *out, const float *x, const float *packed, size_t rows, size_t inputs, size_t outputs) {
#if defined(__x86_64__)
  if (products_are_fast()) {
    multiply_avx512(out, x, packed, rows, inputs, outputs);
    return;
  }
#endif
  multiply(out, x, packed, rows, inputs, outputs);
}

void products_pack(float *packed, const float *weight, size_t inputs, size_t outputs) {
  for (size_t first = 0; first < outputs; first += PRODUCTS_COLUMNS) {
    for (size_t i = 0; i < inputs; i += LANES) {
      const size_t count = inputs - i < LANES ? inputs - i : LANES;
      // Square by square, so that a cache line of either side is used up while it is cached.
      for (size_t output = 0; output < PRODUCTS_COLUMNS; output++) {
        for (size_t j = 0; j < count; j++) {
          packed[first * inputs + (i + j) * PRODUCTS_COLUMNS + output] = weight[(first + output) * inputs + i + j];
        }
      }
    }
  }
}
