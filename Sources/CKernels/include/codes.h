// Vectors as 8-bit codes, scanned for those nearest to a query at the speed of memory, with bounds that hold exactly.
//
// A vector is scale · codes + a rest whose length is at most `loss`; a code of −127 to 127 is kept with 128 added to
// it. Sixteen vectors are a panel, sixteen coordinates of them a square, zeros after the last coordinate. In a square,
// four coordinates of each vector stand together: (4, 16, 4).
//
// The codes' upper six bits and their lower two are kept apart. Every scan reads the upper ones, with a wider bound,
// and the lower ones only of panels that may hold something near.
#ifndef CODES_H
#define CODES_H

#include <stddef.h>
#include <stdint.h>

enum {
  /// Vectors of a panel.
  CODES_PANEL = 16,
  /// Coordinates of a square.
  CODES_SQUARE = 16,
  /// Coordinates that stand together.
  CODES_GROUP = 4,
  /// Bytes that hold the codes of a square, and the upper and lower bits of them.
  CODES_BYTES = 256,
  CODES_UPPER_BYTES = 192,
  CODES_LOWER_BYTES = 64,
};

/// Some panels: `squares` are the coordinates of a vector over sixteen, rounded up.
struct codes_panels {
  /// (panels, squares, 192): three quarters of a square stand in the lower six bits of the bytes, and the last in the
  /// bits above, two from each.
  const uint8_t *upper;
  /// (panels, squares, 64): two bits of each quarter, the first lowest.
  const uint8_t *lower;
  /// (panels, 16): 0 if there is no vector.
  const float *scales;
  /// (panels, 16): the length of what the codes leave out, or more.
  const float *losses;
  /// (panels, 16): the same of the upper bits alone, where 1.5 stands for the lower ones.
  const float *upper_losses;
  /// (panels): a bit for each vector that may be found, from the lowest; NULL where all may.
  const uint16_t *wanted;
  size_t panels, squares;
};

/// A query of length one as scale · numbers, where number = 256 · high + low, all (16 · squares).
struct codes_query {
  const int16_t *numbers;
  const int8_t *high, *low;
  /// 128 times the sum of the numbers, and 253 times the sum of their high digits, modulo 2^32.
  int32_t shift, upper_shift;
  float scale;
  /// What its numbers leave out, and the rounding of a product: a product is off by this and the vector's loss at most.
  float loss;
  /// The length of what the high digits alone leave out, or more.
  float upper_loss;
};

/// What was found for a query; kept from one call to the next.
struct codes_nearest {
  /// (capacity): the largest lower bounds so far, a heap with the smallest at the root.
  float *bounds;
  size_t capacity, count;
  /// Rows that may be among the `capacity` nearest, in the order of their places, with their upper bounds: room for
  /// those found so far and for every row that is scanned.
  uint32_t *rows;
  float *limits;
  size_t found;
};

/// Instruction sets with a scan of their own; all find the same rows.
enum codes_instructions { CODES_BASELINE, CODES_AVX2, CODES_VNNI };

/// The fastest that this processor has.
enum codes_instructions codes_best_instructions(void);

/// Takes a panel's codes (squares, 256) apart.
void codes_part(uint8_t *upper, uint8_t *lower, const uint8_t *codes, size_t squares);

/// Puts a panel's codes together again.
void codes_join(uint8_t *codes, const uint8_t *upper, const uint8_t *lower, size_t squares);

/// Scans all panels for each of the queries. The rows of the first panel are `first` and on.
///
/// No row is left out whose product with the query is among the `capacity` largest or equal to the last of them; of
/// those that are found, some may have a limit below the root of `bounds` by then.
void codes_scan(
    enum codes_instructions instructions, struct codes_panels panels, uint32_t first,
    const struct codes_query *queries, struct codes_nearest *nearest, size_t count);

#endif
