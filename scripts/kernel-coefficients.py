#!/usr/bin/env python3
"""Computes the coefficients in Sources/CKernels/coefficients.h, prints the file, and checks both functions in float32.

    python3 scripts/kernel-coefficients.py > Sources/CKernels/coefficients.h

Needs numpy and scipy.
"""

import sys

import numpy as np
from scipy.special import erf

f32 = np.float32
LIMIT = 5.5  # 1 − Φ(5.5) is 2e-8, less than half an ulp of 1


def minimax(points, basis, target, relative_to, rounds=80):
    """Weighted least squares, with the weights shifted towards the largest errors (Lawson's algorithm)."""
    weights = np.ones_like(points)
    best = (np.inf, None)
    for _ in range(rounds):
        scale = weights / relative_to
        found, *_ = np.linalg.lstsq(basis * scale[:, None], target * scale, rcond=None)
        error = np.abs(basis @ found - target) / relative_to
        if error.max() < best[0]:
            best = (error.max(), found)
        weights *= np.sqrt(0.5 + error / error.max())
        weights /= weights.mean()
    return best


def phi(degree=5):
    """(Φ(x) − ½) / x = P(x²) / Q(x²), 0 < x ≤ LIMIT, with Q(0) = 1."""
    x = np.clip((np.cos(np.linspace(0, np.pi, 4001)) + 1) / 2 * LIMIT, 1e-6, None)
    t = (x / LIMIT) ** 2
    target = 0.5 * erf(x / np.sqrt(2)) / x
    powers = np.stack([t**i for i in range(degree + 1)], 1)
    basis = np.concatenate([powers, -target[:, None] * powers[:, 1:]], 1)
    denominator = np.ones_like(x)
    for _ in range(4):
        _, found = minimax(x, basis, target, target * denominator)
        denominator = 1 + powers[:, 1:] @ found[degree + 1 :]
    scales = LIMIT ** (2.0 * np.arange(degree + 1))
    return found[: degree + 1] / scales, np.concatenate([[1], found[degree + 1 :]]) / scales


def power_of_two(degree=5):
    """2^r on |r| ≤ ½, by a polynomial whose first coefficient is 1."""
    r = np.cos(np.linspace(0, np.pi, 4000)) / 2
    _, found = minimax(r, np.stack([r**i for i in range(1, degree + 1)], 1), 2**r - 1, 2**r, rounds=400)
    return np.concatenate([[1], found])


def polynomial(coefficients, t):
    value = np.full_like(t, f32(coefficients[-1]))
    for c in coefficients[-2::-1]:
        value = value * t + f32(c)
    return value


p, q = phi()
powers = power_of_two()

x = np.linspace(-9, 9, 2_000_001).astype(f32)
c = np.clip(x, f32(-LIMIT), f32(LIMIT))
gelu = x * (f32(0.5) + c * polynomial(p, c * c) / polynomial(q, c * c))
wide = x.astype(np.float64)
error = np.abs(gelu - wide * 0.5 * (1 + erf(wide / np.sqrt(2)))) / np.maximum(np.abs(wide), 1e-9)
print(f"gelu: |error| <= {error.max():.2e} |x|", file=sys.stderr)

r = np.linspace(-0.5, 0.5, 1_000_001).astype(f32)
error = np.abs(polynomial(powers, r) / 2 ** r.astype(np.float64) - 1)
print(f"2^r: relative error <= {error.max():.2e}", file=sys.stderr)


def shortest(value):
    return float(f32(value)).hex().replace("0000000p", "p")


print("// Written by scripts/kernel-coefficients.py.\n#ifndef COEFFICIENTS_H\n#define COEFFICIENTS_H\n")
print("// (Φ(x) − ½) / x = P(x²) / Q(x²) for |x| ≤ PHI_LIMIT; Q0 is 1.")
print(f"#define PHI_LIMIT {LIMIT}f")
for name, values in (("P", p), ("Q", q)):
    for i, v in enumerate(values):
        if name + str(i) != "Q0":
            print(f"#define PHI_{name}{i} {shortest(v)}f")
print("\n// 2^r for |r| ≤ ½, by powers of r; the first is 1.")
for i, v in enumerate(powers[1:], 1):
    print(f"#define POWER_{i} {shortest(v)}f")
print("\n#endif")
