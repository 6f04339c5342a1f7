// The loops of a transformer encoder that are not matrix products, for each SIMD width. Arrays are float32, row-major,
// and need no alignment. Every `width` is a multiple of 16.
#ifndef KERNELS_H
#define KERNELS_H

#include <stddef.h>

/// Instruction sets with loops of their own; the baseline is the compiler's target. Each includes those before it.
enum kernels_instructions { KERNELS_BASELINE, KERNELS_AVX2, KERNELS_AVX512 };

/// Returns the fastest set that this processor supports.
enum kernels_instructions kernels_best_instructions(void);

/// x[row][i] = gelu(x[row][i] + bias[i]), gelu(x) = x · Φ(x) with the exact Φ (Hendrycks and Gimpel, arXiv:1606.08415).
/// Absolute error below 3e-7 · |x|.
void kernels_gelu(
    enum kernels_instructions instructions, float *x, const float *bias, size_t rows, size_t width);

/// out[row] = layer_norm(x[row] + residual[row] + bias) · gain + shift (Ba et al., arXiv:1607.06450).
/// `out` may be `x` or `residual`.
void kernels_add_and_normalize(
    enum kernels_instructions instructions, float *out, const float *x, const float *residual, const float *bias,
    const float *gain, const float *shift, float epsilon, size_t rows, size_t width);

/// Returns the number of floats of scratch memory that `kernels_attention` needs.
size_t kernels_attention_scratch(size_t tokens, size_t head_width);

/// Scaled dot-product attention of one sequence over itself (Vaswani et al., arXiv:1706.03762).
///
/// `query`, `key`, `value` and `out` are (tokens, heads · head_width); the biases are added here.
void kernels_attention(
    enum kernels_instructions instructions, float *out, const float *query, const float *key, const float *value,
    const float *query_bias, const float *key_bias, const float *value_bias, size_t tokens, size_t heads,
    size_t head_width, float *scratch);

/// out[i] = mean over the rows of x[row][i].
void kernels_mean_of_rows(
    enum kernels_instructions instructions, float *out, const float *x, size_t rows, size_t width);

#endif
