// Matrix products of floats as dot products of rows, with a matrix as it stands.
//
// BLAS lays the matrix out anew for each product, which for a few rows takes longer than to multiply. With all of
// MiniLM's matrices, 10.6 million numbers, 12 rows take 1.6 ms and 256 rows 25 ms with 512-bit vectors, where OpenBLAS
// takes 4.3 and 27; with AVX2 2.8 and 49, where it takes 4.1 and 49.
#ifndef DOTS_H
#define DOTS_H

#include <stddef.h>

/// Instruction sets with a product of their own; all sum up in the same order, the baseline without fused additions.
enum dots_instructions { DOTS_BASELINE, DOTS_AVX2, DOTS_AVX512 };

/// The fastest that this processor has.
enum dots_instructions dots_best_instructions(void);

/// out[row] = x[row] · weightᵀ, (rows, outputs), with weight (outputs, inputs).
///
/// `inputs` is a multiple of 16, `outputs` of 4. A row's product is the same, to the last bit, beside any other rows.
void dots_multiply(
    enum dots_instructions instructions, float *out, const float *x, const float *weight, size_t rows, size_t inputs,
    size_t outputs);

#endif
