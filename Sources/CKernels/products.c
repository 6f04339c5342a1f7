#include "products.h"

#include "lanes.h"

enum {
  BLOCKS = PRODUCTS_COLUMNS / LANES,
  // The rows of a tile: with BLOCKS vectors each, their sums fill all but four of the 32 registers.
  MOST_ROWS = 14,
};

/// Computes some rows of `out`, PRODUCTS_COLUMNS numbers each, while prefetching `inputs` cache lines from `ahead` on.
INLINE void tile(
    float *out, size_t outputs, const float *x, size_t inputs, const float *packed, const float *ahead,
    const int rows) {
  lanes sums[MOST_ROWS][BLOCKS];
  UNROLL for (int row = 0; row < rows; row++) {
    UNROLL for (int block = 0; block < BLOCKS; block++) sums[row][block] = (lanes){0};
  }
  for (size_t i = 0; i < inputs; i++, packed += PRODUCTS_COLUMNS) {
    __builtin_prefetch(ahead + i * LANES, 0, 2);
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
#define TILES(count)                                                                            \
  for (; row + count <= rows; row += count, half ^= 1) {                                        \
    const float *ahead = packed + inputs * (PRODUCTS_COLUMNS + half * PRODUCTS_COLUMNS / 2);    \
    tile(out + row * outputs + output, outputs, x + row * inputs, inputs, packed, ahead, count); \
  }
    TILES(MOST_ROWS);
    TILES(8);
    TILES(4);
    TILES(2);
    TILES(1);
#undef TILES
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
