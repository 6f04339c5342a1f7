// Included by quantized.c once for each instruction set, with NAME, MOST_ROWS, COLUMNS, SHIFTED and NAME(sums) defined:
// the integer products of a group of up to MOST_ROWS rows with COLUMNS times sixteen outputs. If SHIFTED, 128 is added
// to each weight.

INLINE lanes NAME(scaled)(const float *x, const float *factors) {
  lanes v;
  memcpy(&v, x, sizeof v);
  if (factors) {
    lanes f;
    memcpy(&f, factors, sizeof f);
    v *= f;
  }
  return v;
}

static void NAME(round)(
    struct quantized_rows out, const float *x, const float *factors, size_t rows, size_t width, size_t group) {
  const lanes zero = {0};
  const size_t groups = rows * (width / group);
  for (size_t place = 0; place < groups; place++) {
    const float *from = x + place * group;
    const float *by = factors ? factors + place * group % width : 0;
    lanes highest = NAME(scaled)(from, by), lowest = highest;
    for (size_t i = LANES; i < group; i += LANES) {
      lanes v = NAME(scaled)(from + i, by ? by + i : 0);
      highest = __builtin_elementwise_max(highest, v);
      lowest = __builtin_elementwise_min(lowest, v);
    }
    const float most = __builtin_reduce_max(highest), least = __builtin_reduce_min(lowest);
    const float middle = 0.5f * (most + least), half = 0.5f * (most - least);
    // A group of equal numbers, or with a NaN or infinity, has only its middle.
    const float inverse = half > 0x1p-100f && half < 0x1p100f ? 127.0f / half : 0;
    int8_t *numbers = out.numbers + place * group;
    ilanes total = {0};
    for (size_t i = 0; i < group; i += LANES) {
      lanes v = NAME(scaled)(from + i, by ? by + i : 0);
      // Rounding may leave the largest a little above 127.
      v = __builtin_elementwise_min(__builtin_elementwise_max((v - middle) * inverse, zero - 127.0f), zero + 127.0f);
      // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
      ilanes number = (ilanes)(v + 0x1.8p23f) - (ilanes)(zero + 0x1.8p23f);
      total += number;
      blanes bytes = __builtin_convertvector(number, blanes);
      memcpy(numbers + i, &bytes, sizeof bytes);
    }
    out.scales[place] = inverse > 0 ? half / 127.0f : 0;
    out.middles[place] = middle;
    out.shifts[place] = 128 * __builtin_reduce_add(total);
  }
}

INLINE void NAME(tile)(
    float *out, struct quantized_rows x, size_t row, struct quantized_matrix matrix, size_t output, const int rows) {
  const size_t groups = matrix.inputs / matrix.group;
  lanes products[MOST_ROWS][COLUMNS];
  UNROLL for (int i = 0; i < rows; i++) {
    UNROLL for (int column = 0; column < COLUMNS; column++) products[i][column] = (lanes){0};
  }
  for (size_t group = 0; group < groups; group++) {
    const size_t first = group * matrix.group;
    ilanes sums[MOST_ROWS][COLUMNS];
    NAME(sums)(
        sums, x.numbers + row * matrix.inputs + first, matrix.inputs, matrix.group,
        matrix.numbers + output * matrix.inputs + first * QUANTIZED_COLUMNS, rows);
    UNROLL for (int column = 0; column < COLUMNS; column++) {
      lanes scales, weights;
      memcpy(&scales, matrix.scales + group * matrix.outputs + output + column * LANES, sizeof scales);
      memcpy(&weights, matrix.sums + group * matrix.outputs + output + column * LANES, sizeof weights);
      UNROLL for (int i = 0; i < rows; i++) {
        const size_t place = (row + (size_t)i) * groups + group;
        lanes product = __builtin_convertvector(sums[i][column] - (SHIFTED ? x.shifts[place] : 0), lanes);
        products[i][column] += product * (scales * x.scales[place]) + weights * x.middles[place];
      }
    }
  }
  UNROLL for (int i = 0; i < rows; i++) {
    memcpy(out + (row + (size_t)i) * matrix.outputs + output, products[i], sizeof products[i]);
  }
}

static void NAME(multiply)(float *out, struct quantized_rows x, struct quantized_matrix matrix, size_t rows) {
  // The weights of a few outputs stay in the L1 cache while all rows are multiplied.
  for (size_t output = 0; output < matrix.outputs; output += COLUMNS * LANES) {
    size_t row = 0;
    for (; row + MOST_ROWS <= rows; row += MOST_ROWS) NAME(tile)(out, x, row, matrix, output, MOST_ROWS);
    for (; row + 2 <= rows; row += 2) NAME(tile)(out, x, row, matrix, output, 2);
    for (; row < rows; row++) NAME(tile)(out, x, row, matrix, output, 1);
  }
}
