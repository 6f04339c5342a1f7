// Matrix products of floats as dot products of rows, with an unpacked matrix.
//
// BLAS packs the matrix for each product, which for a few rows takes longer than multiplying. With all of MiniLM's
// matrices, 10.6 million numbers, 12 rows take 1.6 ms and 256 rows 25 ms with AVX-512 (OpenBLAS: 4.3 and 27 ms), and
// 2.8 and 49 ms with AVX2 (OpenBLAS: 4.1 and 49 ms).
#ifndef DOTS_H
#define DOTS_H

#include <stddef.h>

/// Instruction sets with a product of their own. All sum in the same order; the baseline does not fuse multiply and
/// add.
enum dots_instructions { DOTS_BASELINE, DOTS_AVX2, DOTS_AVX512 };

/// Returns the fastest set that this processor supports.
enum dots_instructions dots_best_instructions(void);

/// out[row] = x[row] · weightᵀ, (rows, outputs), with weight (outputs, inputs).
///
/// `inputs` is a multiple of 16, `outputs` of 4. A row's product is bit-identical, regardless of the other rows.
void dots_multiply(
    enum dots_instructions instructions, float *out, const float *x, const float *weight, size_t rows, size_t inputs,
    size_t outputs);

#endif
