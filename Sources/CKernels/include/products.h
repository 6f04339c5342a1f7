// Matrix products of floats with a matrix that is packed once in advance.
//
// With AVX-512, this runs at 0.99 of the peak of the processor's multipliers, and dots.h, which sums across lanes, at
// 0.9.
#ifndef PRODUCTS_H
#define PRODUCTS_H

#include <stddef.h>

enum {
  /// Outputs whose numbers are packed together; `outputs` is a multiple of it.
  PRODUCTS_COLUMNS = 32,
};

/// Whether `products_multiply` is faster here than `dots_multiply`.
int products_are_fast(void);

/// packed = weight (outputs, inputs) as (outputs / 32, inputs, 32).
void products_pack(float *packed, const float *weight, size_t inputs, size_t outputs);

/// out[row] = x[row] · weightᵀ, (rows, outputs); each number is summed in the order of the inputs.
void products_multiply(
    float *out, const float *x, const float *packed, size_t rows, size_t inputs, size_t outputs);

#endif
