// Included by kernels.c once for each instruction set, with NAME, BLOCKS and MIXED defined: the vectors of keys that
// SCORED queries are multiplied with at once, and the queries whose values are mixed at once.

INLINE lanes NAME(load)(const float *from) {
  lanes x;
  memcpy(&x, from, sizeof x);
  return x;
}

INLINE void NAME(store)(float *to, lanes x) { memcpy(to, &x, sizeof x); }

INLINE lanes NAME(choose)(ilanes mask, lanes yes, lanes no) {
  return (lanes)((mask & (ilanes)yes) | (~mask & (ilanes)no));
}

/// Adds halves until one number is left: the same order in every instruction set.
INLINE float NAME(sum)(lanes x) {
  typedef float eight __attribute__((vector_size(32)));
  typedef float four __attribute__((vector_size(16)));
  eight a = __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15);
  four b = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
  return (b[0] + b[2]) + (b[1] + b[3]);
}

INLINE float NAME(largest)(lanes x) {
  lanes y = __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  x = NAME(choose)(x > y, x, y);
  y = __builtin_shufflevector(x, x, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
  x = NAME(choose)(x > y, x, y);
  float a = x[0] > x[1] ? x[0] : x[1], b = x[2] > x[3] ? x[2] : x[3];
  return a > b ? a : b;
}

/// 2^x for x ≤ 0, within 2 ulp; below −125, 2^−125.
INLINE lanes NAME(power_of_two)(lanes x) {
  // x = n + r, |r| ≤ ½. Adding 1.5 · 2^23 leaves the rounded n in the low bits, which are then shifted into the
  // exponent.
  const lanes zero = {0};
  const lanes shift = zero + 0x1.8p23f;
  x = NAME(choose)(x > -125.0f, x, zero - 125.0f);
  lanes shifted = x + shift;
  lanes r = x - (shifted - shift);
  lanes p = r * POWER_5 + POWER_4;
  p = p * r + POWER_3;
  p = p * r + POWER_2;
  p = p * r + POWER_1;
  p = p * r + 1.0f;
  return (lanes)((ilanes)p + ((ilanes)shifted << 23));
}

static void NAME(gelu)(float *x, const float *bias, size_t rows, size_t width) {
  const lanes zero = {0};
  for (size_t row = 0; row < rows; row++, x += width) {
    for (size_t i = 0; i < width; i += LANES) {
      lanes v = NAME(load)(x + i) + NAME(load)(bias + i);
      lanes c = NAME(choose)(v < PHI_LIMIT, v, zero + PHI_LIMIT);
      c = NAME(choose)(c > -PHI_LIMIT, c, zero - PHI_LIMIT);
      lanes t = c * c;
      lanes p = t * PHI_P5 + PHI_P4;
      p = p * t + PHI_P3;
      p = p * t + PHI_P2;
      p = p * t + PHI_P1;
      p = p * t + PHI_P0;
      lanes q = t * PHI_Q5 + PHI_Q4;
      q = q * t + PHI_Q3;
      q = q * t + PHI_Q2;
      q = q * t + PHI_Q1;
      q = q * t + 1.0f;
      NAME(store)(x + i, v * (c * p / q + 0.5f));
    }
  }
}

static void NAME(add_and_normalize)(
    float *out, const float *x, const float *residual, const float *bias, const float *gain, const float *shift,
    float epsilon, size_t rows, size_t width) {
  for (size_t row = 0; row < rows; row++, out += width, x += width, residual += width) {
    lanes total = {0}, squares = {0};
    for (size_t i = 0; i < width; i += LANES) {
      lanes v = NAME(load)(x + i) + NAME(load)(residual + i) + NAME(load)(bias + i);
      NAME(store)(out + i, v);
      total += v;
    }
    float mean = NAME(sum)(total) / (float)width;
    for (size_t i = 0; i < width; i += LANES) {
      lanes v = NAME(load)(out + i) - mean;
      squares += v * v;
    }
    float scale = 1.0f / __builtin_sqrtf(NAME(sum)(squares) / (float)width + epsilon);
    for (size_t i = 0; i < width; i += LANES) {
      lanes v = (NAME(load)(out + i) - mean) * scale;
      NAME(store)(out + i, v * NAME(load)(gain + i) + NAME(load)(shift + i));
    }
  }
}

/// to[d][j] = from[j][d] + bias[d] for sixteen d and sixteen j; zero from j = `rows` on.
INLINE void NAME(transpose)(
    float *to, size_t to_stride, const float *from, size_t from_stride, size_t rows, const float *bias) {
  lanes added = NAME(load)(bias);
  lanes x[LANES];
  UNROLL for (size_t j = 0; j < LANES; j++) {
    x[j] = (lanes){0};
    if (j < rows) x[j] = NAME(load)(from + j * from_stride) + added;
  }
  // Interleaving rows j and j + 8 four times leaves columns.
  for (int round = 0; round < 4; round++) {
    lanes y[LANES];
    UNROLL for (int j = 0; j < LANES / 2; j++) {
      y[2 * j] = __builtin_shufflevector(x[j], x[j + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
      y[2 * j + 1] = __builtin_shufflevector(x[j], x[j + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    }
    memcpy(x, y, sizeof x);
  }
  UNROLL for (int d = 0; d < LANES; d++) NAME(store)(to + (size_t)d * to_stride, x[d]);
}

/// scores[query][key] for SCORED queries and `blocks` vectors of keys: `keys` is (head_width, stride), `queries`
/// (SCORED, head_width).
INLINE void NAME(score)(
    float *scores, const float *queries, const float *keys, size_t stride, size_t head_width, const int blocks) {
  lanes sums[SCORED][BLOCKS] = {{{0}}};
  for (size_t d = 0; d < head_width; d++, keys += stride) {
    lanes k[BLOCKS];
    UNROLL for (int b = 0; b < blocks; b++) k[b] = NAME(load)(keys + b * LANES);
    UNROLL for (int q = 0; q < SCORED; q++) {
      float scalar = queries[(size_t)q * head_width + d];
      UNROLL for (int b = 0; b < blocks; b++) sums[q][b] += k[b] * scalar;
    }
  }
  UNROLL for (int q = 0; q < SCORED; q++) {
    UNROLL for (int b = 0; b < blocks; b++) NAME(store)(scores + (size_t)q * stride + b * LANES, sums[q][b]);
  }
}

/// scores := 2^(scores − their maximum), for `tokens` of the `stride` scores; the rest become almost 0. Returns their
/// sum.
INLINE float NAME(exponentiate)(float *scores, size_t tokens, size_t stride) {
  const lanes zero = {0};
  for (size_t i = tokens; i < stride; i++) scores[i] = -__builtin_inff();
  lanes highest = NAME(load)(scores);
  for (size_t i = LANES; i < stride; i += LANES) {
    lanes x = NAME(load)(scores + i);
    highest = NAME(choose)(x > highest, x, highest);
  }
  const float maximum = NAME(largest)(highest);
  lanes total = zero;
  for (size_t i = 0; i < stride; i += LANES) {
    lanes x = NAME(power_of_two)(NAME(load)(scores + i) - maximum);
    NAME(store)(scores + i, x);
    total += x;
  }
  return NAME(sum)(total);
}

/// mixed[query] = the sum of values, each times its score: `values` is (tokens, head_width), from each row of which
/// `blocks` vectors are taken.
INLINE void NAME(mix)(
    float *mixed, const float *scores, const float *values, size_t tokens, size_t stride, size_t head_width,
    const int blocks) {
  lanes sums[MIXED][2] = {{{0}}};
  for (size_t t = 0; t < tokens; t++, values += head_width) {
    lanes v[2];
    UNROLL for (int b = 0; b < blocks; b++) v[b] = NAME(load)(values + b * LANES);
    UNROLL for (int q = 0; q < MIXED; q++) {
      float scalar = scores[(size_t)q * stride + t];
      UNROLL for (int b = 0; b < blocks; b++) sums[q][b] += v[b] * scalar;
    }
  }
  UNROLL for (int q = 0; q < MIXED; q++) {
    UNROLL for (int b = 0; b < blocks; b++) NAME(store)(mixed + (size_t)q * head_width + b * LANES, sums[q][b]);
  }
}

static void NAME(attention)(
    float *out, const float *query, const float *key, const float *value, const float *query_bias,
    const float *key_bias, const float *value_bias, size_t tokens, size_t heads, size_t head_width, float *scratch) {
  const size_t width = heads * head_width, stride = padded(tokens);
  float *keys = scratch;                        // (head_width, stride): transposed, zeros after the last token
  float *values = keys + head_width * stride;   // (tokens, head_width)
  float *queries = values + head_width * stride;  // (QUERIES, head_width)
  float *scores = queries + QUERIES * head_width;  // (QUERIES, stride)
  // e^x = 2^(x · log₂ e)
  const float scale = 0x1.715476p0f / __builtin_sqrtf((float)head_width);

  for (size_t head = 0; head < heads; head++) {
    const size_t column = head * head_width;
    for (size_t j = 0; j < stride; j += LANES) {
      for (size_t d = 0; d < head_width; d += LANES) {
        NAME(transpose)(keys + d * stride + j, stride, key + j * width + column + d, width, tokens - j, key_bias + column + d);
      }
    }
    for (size_t j = 0; j < tokens; j++) {
      const float *v = value + j * width + column;
      for (size_t d = 0; d < head_width; d += LANES) {
        NAME(store)(values + j * head_width + d, NAME(load)(v + d) + NAME(load)(value_bias + column + d));
      }
    }
    for (size_t first = 0; first < tokens; first += QUERIES) {
      const size_t count = tokens - first < QUERIES ? tokens - first : QUERIES;
      for (size_t q = 0; q < QUERIES; q++) {
        // A short last group repeats its last query, and discards the result.
        const float *from = query + (first + (q < count ? q : count - 1)) * width + column;
        for (size_t d = 0; d < head_width; d += LANES) {
          lanes x = (NAME(load)(from + d) + NAME(load)(query_bias + column + d)) * scale;
          NAME(store)(queries + q * head_width + d, x);
        }
      }
      for (size_t q = 0; q < QUERIES; q += SCORED) {
        const float *some = queries + q * head_width;
        size_t j = 0;
        for (; j + BLOCKS * LANES <= stride; j += BLOCKS * LANES) {
          NAME(score)(scores + q * stride + j, some, keys + j, stride, head_width, BLOCKS);
        }
        for (; BLOCKS > 2 && j + 2 * LANES <= stride; j += 2 * LANES) {
          NAME(score)(scores + q * stride + j, some, keys + j, stride, head_width, BLOCKS > 2 ? 2 : 1);
        }
        for (; j < stride; j += LANES) NAME(score)(scores + q * stride + j, some, keys + j, stride, head_width, 1);
      }
      float sums[QUERIES];
      for (size_t q = 0; q < QUERIES; q++) sums[q] = NAME(exponentiate)(scores + q * stride, tokens, stride);

      for (size_t q = 0; q < QUERIES; q += MIXED) {
        size_t d = 0;
        float *to = queries + q * head_width;
        for (; d + 2 * LANES <= head_width; d += 2 * LANES) {
          NAME(mix)(to + d, scores + q * stride, values + d, tokens, stride, head_width, 2);
        }
        for (; d < head_width; d += LANES) NAME(mix)(to + d, scores + q * stride, values + d, tokens, stride, head_width, 1);
      }
      for (size_t q = 0; q < count; q++) {
        for (size_t d = 0; d < head_width; d += LANES) {
          NAME(store)(out + (first + q) * width + column + d, NAME(load)(queries + q * head_width + d) * (1.0f / sums[q]));
        }
      }
    }
  }
}

static void NAME(mean_of_rows)(float *out, const float *x, size_t rows, size_t width) {
  for (size_t i = 0; i < width; i += LANES) {
    lanes total = {0};
    for (size_t row = 0; row < rows; row++) total += NAME(load)(x + row * width + i);
    NAME(store)(out + i, total * (1.0f / (float)rows));
  }
}

static const struct kernels NAME(kernels) = {
    .gelu = NAME(gelu),
    .add_and_normalize = NAME(add_and_normalize),
    .attention = NAME(attention),
    .mean_of_rows = NAME(mean_of_rows),
};
