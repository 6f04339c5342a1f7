// Vectors quantized to 8-bit codes, scanned for those nearest to a query at memory bandwidth, with rigorous bounds.
//
// A vector is scale · codes + an error whose length is at most `loss`; a code of −127 to 127 is stored with 128 added.
// Sixteen vectors form a panel, sixteen coordinates of them a square, with zeros after the last coordinate. In a
// square, four coordinates of each vector are adjacent: (4, 16, 4).
//
// The codes' upper six bits and lower two bits are stored separately. Every scan reads the upper ones, with a wider
// bound, and the lower ones only of panels that may hold a near vector.
#ifndef CODES_H
#define CODES_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Vectors per panel.
  CODES_PANEL = 16,
  /// Coordinates per square.
  CODES_SQUARE = 16,
  /// Adjacent coordinates of a vector.
  CODES_GROUP = 4,
  /// Bytes of a square's codes, and of their upper and lower bits.
  CODES_BYTES = 256,
  CODES_UPPER_BYTES = 192,
  CODES_LOWER_BYTES = 64,
};

/// Panels of codes. `squares` is the number of coordinates of a vector divided by 16, rounded up.
struct codes_panels {
  /// (panels, squares, 192): the lower six bits of the bytes hold three quarters of a square, and the two bits above,
  /// three at a time, the last quarter.
  const uint8_t *upper;
  /// (panels, squares, 64): two bits of each quarter, those of the first quarter lowest.
  const uint8_t *lower;
  /// (panels, 16): 0 if there is no vector.
  const float *scales;
  /// (panels, 16): at least the length of the codes' error.
  const float *losses;
  /// (panels, 16): the same for the upper bits alone, with 1.5 in place of the lower ones.
  const float *upper_losses;
  /// (panels): a bit for each vector that may be found, from the lowest; NULL if all may.
  const uint16_t *wanted;
  size_t panels, squares;
};

/// A query of length one as scale · numbers, with number = 256 · high + low; each array is (16 · squares).
struct codes_query {
  const int16_t *numbers;
  const int8_t *high, *low;
  /// 128 times the sum of the numbers, and 253 times the sum of their high digits, modulo 2^32.
  int32_t shift, upper_shift;
  float scale;
  /// The error of its numbers and the rounding of a product: a product is off by at most this plus the vector's loss.
  float loss;
  /// At least the length of the error of the high digits alone.
  float upper_loss;
};

/// The results for a query so far, kept between calls.
struct codes_nearest {
  /// (capacity): the largest lower bounds so far, a heap with the smallest at the root.
  float *bounds;
  size_t capacity, count;
  /// Rows that may be among the `capacity` nearest, in ascending order, with their upper bounds. There must be room for
  /// those found so far and for every row that is scanned.
  uint32_t *rows;
  float *limits;
  size_t found;
};

/// Instruction sets with a scan of their own; all find the same rows.
enum codes_instructions { CODES_BASELINE, CODES_AVX2, CODES_VNNI };

/// Returns the fastest set that this processor supports.
enum codes_instructions codes_best_instructions(void);

/// Splits a panel's codes (squares, 256) into upper and lower bits.
void codes_part(uint8_t *upper, uint8_t *lower, const uint8_t *codes, size_t squares);

/// Joins a panel's codes from their upper and lower bits.
void codes_join(uint8_t *codes, const uint8_t *upper, const uint8_t *lower, size_t squares);

/// Scans all panels for each of the queries. The first panel's rows start at `first`.
///
/// Finds every row whose product with the query is among the `capacity` largest or ties with the last of them. Some of
/// the rows found may have a limit below the final root of `bounds`.
void codes_scan(
    enum codes_instructions instructions, struct codes_panels panels, uint32_t first,
    const struct codes_query *queries, struct codes_nearest *nearest, size_t count);

#endif
