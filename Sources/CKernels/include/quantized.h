// Matrix products of 8-bit integers with 32-bit sums.
//
// The inputs are quantized in groups. A group of a row of x is scale · numbers + middle; a group of a row of a weight
// (an output) is scale · numbers. The product of two rows is the sum over the groups of
//
//     scale(x) · scale(w) · Σ numbers(x) · numbers(w)  +  middle(x) · scale(w) · Σ numbers(w)
//
// Before quantization, each input of x may be divided, and that of w multiplied, by a factor of its own, which evens
// out inputs much larger than the others (Xiao et al., arXiv:2211.10438). All instruction sets give bit-identical
// results.
#ifndef QUANTIZED_H
#define QUANTIZED_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Outputs whose numbers are stored together.
  QUANTIZED_COLUMNS = 16,
};

/// A weight matrix. `inputs` is a multiple of `group`, `group` of 16, and `outputs` of 32.
struct quantized_matrix {
  /// (outputs / 16, inputs / 4, 16, 4): −127 to 127, with 128 added.
  uint8_t *numbers;
  /// (inputs / group, outputs)
  float *scales;
  /// (inputs / group, outputs): scale · Σ numbers.
  float *sums;
  size_t inputs, outputs, group;
};

/// Rows quantized to integers.
struct quantized_rows {
  /// (rows, width): −127 to 127.
  int8_t *numbers;
  /// (rows, width / group)
  float *scales, *middles;
  /// (rows, width / group): 128 · Σ numbers, which the 128 added to each weight adds to a product.
  int32_t *shifts;
};

/// Fills an allocated matrix from (outputs, inputs) floats, multiplied by (inputs) factors unless NULL.
void quantized_fill(struct quantized_matrix matrix, const float *weight, const float *factors);

/// Instruction sets with routines of their own. Neither of the last two includes the other.
enum quantized_instructions { QUANTIZED_BASELINE, QUANTIZED_AVX2, QUANTIZED_AVXVNNI, QUANTIZED_AVX512 };

/// Whether this processor supports an instruction set.
int quantized_has(enum quantized_instructions instructions);

/// Returns the fastest set that this processor supports.
enum quantized_instructions quantized_best_instructions(void);

/// Quantizes rows, multiplied by (width) factors unless NULL.
void quantized_round(
    enum quantized_instructions instructions, struct quantized_rows out, const float *x, const float *factors,
    size_t rows, size_t width, size_t group);

/// out[row] = x[row] · matrixᵀ, (rows, outputs).
void quantized_multiply(
    enum quantized_instructions instructions, float *out, struct quantized_rows x, struct quantized_matrix matrix,
    size_t rows);

#endif
