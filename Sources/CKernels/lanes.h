// Sixteen lanes in every build: the compiler splits them if registers are narrower, so that each instruction set sums
// in the same order.
#ifndef LANES_H
#define LANES_H

#include <stdint.h>
#include <string.h>

// Vectors are passed only to functions that are always inlined, never across a call whose convention could differ.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("clang loop unroll(full)")

enum { LANES = 16 };

typedef float lanes __attribute__((vector_size(64), aligned(4)));
typedef int32_t ilanes __attribute__((vector_size(64), aligned(4)));
typedef uint32_t ulanes __attribute__((vector_size(64), aligned(4)));

#endif
