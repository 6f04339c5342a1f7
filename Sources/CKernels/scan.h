// Included once for each instruction set by codes.c, which defines NAME and, under it, `dots`: the products of a panel
// with some queries, as whole numbers.

/// Takes in a panel's products with a query, as whole numbers.
INLINE void NAME(judge)(
    ilanes products, lanes scales, lanes losses, unsigned wanted, uint32_t first, const struct codes_query *query,
    struct codes_nearest *nearest) {
  lanes middle = __builtin_convertvector(products, lanes) * (scales * query->scale);
  lanes loss = losses + query->loss;
  lanes limits = middle + loss;
  float least = nearest->count < nearest->capacity ? -__builtin_inff() : nearest->bounds[0];
  ilanes may = (limits >= least) & (scales > 0.0f);
  if (__builtin_expect(__builtin_reduce_or(may) == 0, 1)) return;
  lanes bounds = middle - loss;
  for (int lane = 0; lane < CODES_PANEL; lane++) {
    if (!may[lane] || !(wanted >> lane & 1)) continue;
    nearest->rows[nearest->found] = first + (uint32_t)lane;
    nearest->limits[nearest->found++] = limits[lane];
    if (nearest->count < nearest->capacity || bounds[lane] > nearest->bounds[0]) insert(nearest, bounds[lane]);
  }
}

INLINE void NAME(panel)(
    const struct codes_panels *panels, size_t panel, uint32_t first, const struct codes_query *queries,
    struct codes_nearest *nearest, const int count) {
  const unsigned wanted = panels->wanted ? panels->wanted[panel] : 0xffff;
  if (wanted == 0) return;
  ilanes products[TOGETHER];
  lanes scales, losses;
  memcpy(&scales, panels->scales + panel * CODES_PANEL, sizeof scales);
  memcpy(&losses, panels->losses + panel * CODES_PANEL, sizeof losses);
  NAME(dots)(products, panels->codes + panel * panels->groups * 64, panels->groups, queries, count);
  UNROLL for (int i = 0; i < count; i++) {
    NAME(judge)(
        products[i], scales, losses, wanted, first + (uint32_t)(panel * CODES_PANEL), queries + i, nearest + i);
  }
}

static void NAME(scan)(
    const struct codes_panels *panels, uint32_t first, const struct codes_query *queries,
    struct codes_nearest *nearest, size_t count) {
  for (size_t panel = 0; panel < panels->panels; panel++) {
    const uint8_t *ahead = panels->codes + (panel + AHEAD) * panels->groups * 64;
    for (size_t group = 0; group < panels->groups; group++) __builtin_prefetch(ahead + group * 64);
    size_t i = 0;
    for (; i + TOGETHER <= count; i += TOGETHER) {
      NAME(panel)(panels, panel, first, queries + i, nearest + i, TOGETHER);
    }
    for (; i < count; i++) NAME(panel)(panels, panel, first, queries + i, nearest + i, 1);
  }
}
