// Runs each kernel once on numbers that are the same in every run, for Benchmarks/instructions.

#include <codes.h>
#include <dots.h>
#include <kernels.h>
#include <products.h>
#include <quantized.h>
#include <stdlib.h>
#include <string.h>

enum {
  TOKENS = 240,
  FEW = 12,
  HEADS = 12,
  HEAD_WIDTH = 32,
  WIDTH = HEADS * HEAD_WIDTH,
  INNER = 4 * WIDTH,
  GROUP = 128,
  PANELS = 64,
};

static uint32_t state = 1;

static float *numbers(size_t count) {
  float *x = malloc(count * sizeof *x);
  for (size_t i = 0; i < count; i++) {
    state = state * 1664525 + 1013904223;
    x[i] = (float)(state >> 8) / (1 << 23) - 1;
  }
  return x;
}

int main(void) {
  float *x = numbers(TOKENS * INNER), *out = numbers(TOKENS * INNER), *bias = numbers(INNER);
  float *query = numbers(TOKENS * WIDTH), *key = numbers(TOKENS * WIDTH), *value = numbers(TOKENS * WIDTH);
  float *scratch = malloc(kernels_attention_scratch(TOKENS, HEAD_WIDTH) * sizeof *scratch);
  kernels_attention(out, query, key, value, bias, bias, bias, TOKENS, HEADS, HEAD_WIDTH, scratch);
  kernels_gelu(x, bias, TOKENS, INNER);
  kernels_add_and_normalize(out, query, key, bias, bias, bias, 1e-12f, TOKENS, WIDTH);
  kernels_mean_of_rows(out, query, TOKENS, WIDTH);

  float *weight = numbers(WIDTH * INNER), *packed = numbers(WIDTH * INNER);
  products_pack(packed, weight, WIDTH, INNER);
  products_multiply(out, query, packed, TOKENS, WIDTH, INNER);
  dots_multiply(dots_best_instructions(), out, query, weight, FEW, WIDTH, INNER);

  const size_t groups = WIDTH / GROUP;
  struct quantized_matrix matrix = {
      malloc(WIDTH * INNER), numbers(groups * INNER), numbers(groups * INNER), WIDTH, INNER, GROUP};
  struct quantized_rows rows = {
      malloc(TOKENS * WIDTH), numbers(TOKENS * groups), numbers(TOKENS * groups), malloc(TOKENS * groups * 4)};
  quantized_fill(matrix, weight, 0);
  quantized_round(rows, query, 0, TOKENS, WIDTH, GROUP);
  quantized_multiply(out, rows, matrix, TOKENS);

  const size_t squares = WIDTH / CODES_SQUARE, vectors = PANELS * CODES_PANEL;
  uint8_t *codes = malloc(vectors * WIDTH), *upper = malloc(vectors * WIDTH), *lower = malloc(vectors * WIDTH);
  for (size_t i = 0; i < vectors * WIDTH; i++) codes[i] = (uint8_t)(128 + 100 * x[i % (TOKENS * INNER)]);
  codes_part(upper, lower, codes, squares * PANELS);
  float *scales = numbers(vectors), *losses = numbers(vectors), *upper_losses = numbers(vectors);
  for (size_t i = 0; i < vectors; i++) scales[i] = 1e-3f, losses[i] = 1e-3f, upper_losses[i] = 3e-2f;
  int16_t whole[WIDTH];
  int8_t high[WIDTH], low[WIDTH];
  int32_t sum = 0, high_sum = 0;
  for (size_t i = 0; i < WIDTH; i++) {
    whole[i] = (int16_t)(bias[i] * 10000);
    low[i] = (int8_t)whole[i];
    high[i] = (int8_t)((whole[i] - low[i]) / 256);
    sum += whole[i];
    high_sum += high[i];
  }
  struct codes_panels panels = {upper, lower, scales, losses, upper_losses, 0, PANELS, squares};
  struct codes_query asked = {whole, high, low, 128 * sum, 253 * high_sum, 1e-4f, 1e-5f, 1e-2f};
  float bounds[10];
  struct codes_nearest nearest = {
      bounds, 10, 0, malloc(vectors * sizeof(uint32_t)), malloc(vectors * sizeof(float)), 0};
  codes_scan(codes_best_instructions(), panels, 0, &asked, &nearest, 1);
  return 0;
}
