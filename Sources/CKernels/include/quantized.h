// Matrix products of 8-bit whole numbers, summed up in 32 bits.
//
// A row of x is scale · numbers + middle, each row with its own scale and middle; a row of a weight (an output) is
// scale · numbers, each with its own scale. The product of two rows is then
//   scale(x) · scale(w) · Σ numbers(x) · numbers(w)  +  middle(x) · scale(w) · Σ numbers(w).
// Every instruction set gives the same numbers, to the last bit.
#ifndef QUANTIZED_H
#define QUANTIZED_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Outputs whose numbers stand together.
  QUANTIZED_COLUMNS = 16,
};

/// A weight matrix; `inputs` is a multiple of 4, `outputs` of 32.
struct quantized_matrix {
  /// (outputs / 16, inputs / 4, 16, 4): −127 to 127, with 128 added.
  uint8_t *numbers;
  /// (outputs)
  float *scales;
  /// (outputs): scale · Σ numbers.
  float *sums;
  size_t inputs, outputs;
};

/// Rows that were made whole numbers.
struct quantized_rows {
  /// (rows, width): −127 to 127.
  int8_t *numbers;
  /// (rows)
  float *scales, *middles;
  /// (rows): 128 · Σ numbers, what the 128 added to each weight adds to a product.
  int32_t *shifts;
};

/// Fills a matrix, whose memory is there, from (outputs, inputs) floats.
void quantized_fill(struct quantized_matrix matrix, const float *weight);

/// Makes rows whole numbers; `width` is a multiple of 16.
void quantized_round(struct quantized_rows out, const float *x, size_t rows, size_t width);

/// out[row] = x[row] · matrixᵀ, (rows, outputs).
void quantized_multiply(float *out, struct quantized_rows x, struct quantized_matrix matrix, size_t rows);

/// Whether this processor multiplies 8-bit numbers several times as fast as floats.
int quantized_is_fast(void);

#endif
