// Coefficients fitted by least squares, weighted again and again until the error was spread evenly.
#ifndef COEFFICIENTS_H
#define COEFFICIENTS_H

// e^r = 1 + r + r^2 (EXP_2 + EXP_3 r + ... + EXP_6 r^4) for |r| <= ln 2 / 2, relative error 3.3e-09.
#define EXP_2 0x1.fffffc0000000p-2f
#define EXP_3 0x1.55548a0000000p-3f
#define EXP_4 0x1.5559160000000p-5f
#define EXP_5 0x1.123fb00000000p-7f
#define EXP_6 0x1.6a19c20000000p-10f

// (Phi(x) - 1/2) / x = P(x^2) / Q(x^2) for |x| <= PHI_LIMIT, relative error 1.9e-07; Phi is the normal distribution's.
#define PHI_LIMIT 5.2f
#define PHI_P0 0x1.98844e0000000p-2f
#define PHI_P1 0x1.c995c20000000p-5f
#define PHI_P2 0x1.7b38780000000p-8f
#define PHI_P3 0x1.7cfcca0000000p-12f
#define PHI_P4 0x1.3dd4520000000p-18f
#define PHI_P5 -0x1.f31d940000000p-27f
#define PHI_Q1 0x1.3a09b40000000p-2f
#define PHI_Q2 0x1.4cce020000000p-5f
#define PHI_Q3 0x1.86f12a0000000p-9f
#define PHI_Q4 0x1.fbfdd00000000p-14f

#endif
