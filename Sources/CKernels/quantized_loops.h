// Included once for each instruction set by quantized.c, which defines NAME, MOST_ROWS, COLUMNS and NAME(sums): the
// products of up to MOST_ROWS rows with COLUMNS times sixteen outputs, as whole numbers.

static void NAME(round)(struct quantized_rows out, const float *x, size_t rows, size_t width) {
  const lanes zero = {0};
  for (size_t row = 0; row < rows; row++, x += width) {
    lanes highest, lowest;
    memcpy(&highest, x, sizeof highest);
    lowest = highest;
    for (size_t i = LANES; i < width; i += LANES) {
      lanes v;
      memcpy(&v, x + i, sizeof v);
      highest = __builtin_elementwise_max(highest, v);
      lowest = __builtin_elementwise_min(lowest, v);
    }
    const float most = __builtin_reduce_max(highest), least = __builtin_reduce_min(lowest);
    const float middle = 0.5f * (most + least), half = 0.5f * (most - least);
    // A row of equal numbers, or of one that is not a number, has only its middle.
    const float inverse = half > 0x1p-100f && half < 0x1p100f ? 127.0f / half : 0;
    int8_t *numbers = out.numbers + row * width;
    ilanes total = {0};
    for (size_t i = 0; i < width; i += LANES) {
      lanes v;
      memcpy(&v, x + i, sizeof v);
      // The largest may come out a little above 127.
      v = __builtin_elementwise_min(__builtin_elementwise_max((v - middle) * inverse, zero - 127.0f), zero + 127.0f);
      // Adding 1.5 · 2^23 leaves the nearest whole number in the low bits.
      ilanes number = (ilanes)(v + 0x1.8p23f) - (ilanes)(zero + 0x1.8p23f);
      total += number;
      blanes bytes = __builtin_convertvector(number, blanes);
      memcpy(numbers + i, &bytes, sizeof bytes);
    }
    out.scales[row] = inverse > 0 ? half / 127.0f : 0;
    out.middles[row] = middle;
    out.shifts[row] = 128 * __builtin_reduce_add(total);
  }
}

INLINE void NAME(tile)(
    float *out, struct quantized_rows x, size_t row, struct quantized_matrix matrix, size_t output, const int rows) {
  ilanes sums[MOST_ROWS][COLUMNS];
  NAME(sums)(
      sums, x.numbers + row * matrix.inputs, matrix.inputs, matrix.numbers + output * matrix.inputs, rows);
  UNROLL for (int column = 0; column < COLUMNS; column++) {
    lanes scales, weights;
    memcpy(&scales, matrix.scales + output + column * LANES, sizeof scales);
    memcpy(&weights, matrix.sums + output + column * LANES, sizeof weights);
    UNROLL for (int i = 0; i < rows; i++) {
      lanes product = __builtin_convertvector(sums[i][column] - x.shifts[row + (size_t)i], lanes);
      product = product * (scales * x.scales[row + (size_t)i]) + weights * x.middles[row + (size_t)i];
      memcpy(out + (row + (size_t)i) * matrix.outputs + output + column * LANES, &product, sizeof product);
    }
  }
}

static void NAME(multiply)(float *out, struct quantized_rows x, struct quantized_matrix matrix, size_t rows) {
  // The weights of a few outputs stay in the nearest cache while all rows pass by.
  for (size_t output = 0; output < matrix.outputs; output += COLUMNS * LANES) {
    size_t row = 0;
    for (; row + MOST_ROWS <= rows; row += MOST_ROWS) NAME(tile)(out, x, row, matrix, output, MOST_ROWS);
    for (; row + 2 <= rows; row += 2) NAME(tile)(out, x, row, matrix, output, 2);
    for (; row < rows; row++) NAME(tile)(out, x, row, matrix, output, 1);
  }
}
