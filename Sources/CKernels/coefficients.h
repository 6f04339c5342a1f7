// Written by scripts/kernel-coefficients.py.
#ifndef COEFFICIENTS_H
#define COEFFICIENTS_H

// (Φ(x) − ½) / x = P(x²) / Q(x²) for |x| ≤ PHI_LIMIT; Q0 is 1.
#define PHI_LIMIT 5.5f
#define PHI_P0 0x1.988452p-2f
#define PHI_P1 0x1.121786p-5f
#define PHI_P2 0x1.30d678p-8f
#define PHI_P3 0x1.59207ep-13f
#define PHI_P4 0x1.a6e39cp-18f
#define PHI_P5 0x1.89f51cp-26f
#define PHI_Q1 0x1.008c16p-2f
#define PHI_Q2 0x1.d190e2p-6f
#define PHI_Q3 0x1.e7c02cp-10f
#define PHI_Q4 0x1.2eaf1ep-14f
#define PHI_Q5 0x1.41dcb4p-20f

// 2^r for |r| ≤ ½, by powers of r; the first is 1.
#define POWER_1 0x1.62e42ap-1f
#define POWER_2 0x1.ebf9bcp-3f
#define POWER_3 0x1.c6b752p-5f
#define POWER_4 0x1.3cea88p-7f
#define POWER_5 0x1.5bba14p-10f

#endif
