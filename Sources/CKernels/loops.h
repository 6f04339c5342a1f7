// Included once for each instruction set by kernels.c, which defines NAME, BLOCKS and SET.

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

INLINE lanes NAME(load)(const float *from) {
  lanes x;
  memcpy(&x, from, sizeof x);
  return x;
}

INLINE void NAME(store)(float *to, lanes x) { memcpy(to, &x, sizeof x); }

INLINE lanes NAME(choose)(ilanes mask, lanes yes, lanes no) {
  return (lanes)((mask & (ilanes)yes) | (~mask & (ilanes)no));
}

INLINE float NAME(sum)(lanes x) {
  float total = 0;
  for (int i = 0; i < LANES; i++) total += x[i];
  return total;
}

/// e^x for x ≤ 0, within 2 ulp; 0x1p-126 or so below −87.
INLINE lanes NAME(exp)(lanes x) {
  // x = n ln 2 + r, |r| ≤ ln 2 / 2. Adding 1.5 · 2^23 leaves the rounded n in the low bits; ln 2 is taken off in two
  // parts, the first of which is short enough for an exact product. e^r by its Taylor polynomial, economized.
  const lanes zero = {0};
  const lanes shift = zero + 0x1.8p23f;
  x = NAME(choose)(x > -87.0f, x, zero - 87.0f);
  lanes shifted = x * 0x1.715476p0f + shift;
  lanes n = shifted - shift;
  lanes r = x - n * 0x1.62e4p-1f;
  r = r - n * 0x1.7f7d1cp-20f;
  lanes p = r * EXP_6 + EXP_5;
  p = p * r + EXP_4;
  p = p * r + EXP_3;
  p = p * r + EXP_2;
  p = p * (r * r) + r + 1.0f;
  ilanes power = ((ilanes)shifted << 23) + 0x3f800000;
  return p * (lanes)power;
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

/// scores[query][key] for `blocks` vectors of keys: `keys` is (head_width, stride), `queries` (QUERIES, head_width).
INLINE void NAME(score)(
    float *scores, const float *queries, const float *keys, size_t stride, size_t head_width, const int blocks) {
  lanes sums[QUERIES][BLOCKS] = {{{0}}};
  for (size_t d = 0; d < head_width; d++, keys += stride) {
    lanes k[BLOCKS];
    UNROLL for (int b = 0; b < blocks; b++) k[b] = NAME(load)(keys + b * LANES);
    UNROLL for (int q = 0; q < QUERIES; q++) {
      float scalar = queries[(size_t)q * head_width + d];
      UNROLL for (int b = 0; b < blocks; b++) sums[q][b] += k[b] * scalar;
    }
  }
  UNROLL for (int q = 0; q < QUERIES; q++) {
    UNROLL for (int b = 0; b < blocks; b++) NAME(store)(scores + (size_t)q * stride + b * LANES, sums[q][b]);
  }
}

/// scores := e^(scores − their maximum), for `tokens` of the `stride` scores; the rest become almost 0. Their sum.
INLINE float NAME(exponentiate)(float *scores, size_t tokens, size_t stride) {
  const lanes zero = {0};
  for (size_t i = tokens; i < stride; i++) scores[i] = -__builtin_inff();
  lanes highest = NAME(load)(scores);
  for (size_t i = LANES; i < stride; i += LANES) {
    lanes x = NAME(load)(scores + i);
    highest = NAME(choose)(x > highest, x, highest);
  }
  float maximum = highest[0];
  for (int i = 1; i < LANES; i++) maximum = highest[i] > maximum ? highest[i] : maximum;
  lanes total = zero;
  for (size_t i = 0; i < stride; i += LANES) {
    lanes x = NAME(exp)(NAME(load)(scores + i) - maximum);
    NAME(store)(scores + i, x);
    total += x;
  }
  return NAME(sum)(total);
}

static void NAME(attention)(
    float *out, const float *query, const float *key, const float *value, const float *query_bias,
    const float *key_bias, const float *value_bias, size_t tokens, size_t heads, size_t head_width, float *scratch) {
  const size_t width = heads * head_width, stride = padded(tokens);
  float *keys = scratch;                        // (head_width, stride): transposed, zeros after the last token
  float *values = keys + head_width * stride;   // (tokens, head_width)
  float *queries = values + head_width * stride;  // (QUERIES, head_width)
  float *scores = queries + QUERIES * head_width;  // (QUERIES, stride)
  const float scale = 1.0f / __builtin_sqrtf((float)head_width);

  for (size_t head = 0; head < heads; head++) {
    const size_t column = head * head_width;
    for (size_t d = 0; d < head_width; d++) {
      for (size_t j = tokens; j < stride; j++) keys[d * stride + j] = 0;
    }
    for (size_t j = 0; j < tokens; j++) {
      const float *k = key + j * width + column, *v = value + j * width + column;
      for (size_t d = 0; d < head_width; d++) keys[d * stride + j] = k[d] + key_bias[column + d];
      for (size_t d = 0; d < head_width; d += LANES) {
        NAME(store)(values + j * head_width + d, NAME(load)(v + d) + NAME(load)(value_bias + column + d));
      }
    }
    for (size_t first = 0; first < tokens; first += QUERIES) {
      const size_t count = tokens - first < QUERIES ? tokens - first : QUERIES;
      for (size_t q = 0; q < QUERIES; q++) {
        // A short last group repeats its last query, and drops the result.
        const float *from = query + (first + (q < count ? q : count - 1)) * width + column;
        for (size_t d = 0; d < head_width; d += LANES) {
          lanes x = (NAME(load)(from + d) + NAME(load)(query_bias + column + d)) * scale;
          NAME(store)(queries + q * head_width + d, x);
        }
      }
      size_t j = 0;
      for (; j + BLOCKS * LANES <= stride; j += BLOCKS * LANES) {
        NAME(score)(scores + j, queries, keys + j, stride, head_width, BLOCKS);
      }
      for (; j < stride; j += LANES) NAME(score)(scores + j, queries, keys + j, stride, head_width, 1);

      float sums[QUERIES];
      for (size_t q = 0; q < QUERIES; q++) sums[q] = NAME(exponentiate)(scores + q * stride, tokens, stride);

      for (size_t d = 0; d < head_width; d += LANES) {
        lanes mixed[QUERIES] = {{0}};
        for (size_t t = 0; t < tokens; t++) {
          lanes v = NAME(load)(values + t * head_width + d);
          UNROLL for (int q = 0; q < QUERIES; q++) mixed[q] += v * scores[(size_t)q * stride + t];
        }
        for (size_t q = 0; q < count; q++) {
          NAME(store)(out + (first + q) * width + column + d, mixed[q] * (1.0f / sums[q]));
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
    .instruction_set = SET,
    .gelu = NAME(gelu),
    .add_and_normalize = NAME(add_and_normalize),
    .attention = NAME(attention),
    .mean_of_rows = NAME(mean_of_rows),
};

#undef INLINE
#undef UNROLL
