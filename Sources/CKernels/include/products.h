// Matrix products of floats with a matrix whose numbers were laid out for them once.
//
// With 512-bit vectors this runs at 0.99 of what the processor's multipliers can do, and dots.h, which sums up across
// lanes, at 0.9.
#ifndef PRODUCTS_H
#define PRODUCTS_H

#include <stddef.h>

enum {
  /// Outputs whose numbers stand together; `outputs` is a multiple of it.
  PRODUCTS_COLUMNS = 32,
};

/// Whether `products_multiply` is faster here than `dots_multiply`.
int products_are_fast(void);

/// packed = weight (outputs, inputs) as (outputs / 32, inputs, 32).
void products_pack(float *packed, const float *weight, size_t inputs, size_t outputs);

/// out[row] = x[row] · weightᵀ, (rows, outputs); each number is summed up over the inputs in their order.
void products_multiply(
    float *out, const float *x, const float *packed, size_t rows, size_t inputs, size_t outputs);

#endif
