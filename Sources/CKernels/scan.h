// Included by codes.c once for each instruction set, with NAME, TOGETHER and, under NAME, a panel's integer products
// defined: `upper_dots` with several queries, and `dots` with one.

/// Checks a panel with all bits of its codes, and adds the rows that may be near.
static void NAME(judge)(
    const struct codes_panels *panels, size_t panel, uint32_t first, const struct codes_query *query,
    struct codes_nearest *nearest) {
  const unsigned wanted = panels->wanted ? panels->wanted[panel] : 0xffff;
  ilanes products;
  NAME(dots)(&products, panels, panel, query);
  lanes scales, losses;
  memcpy(&scales, panels->scales + panel * CODES_PANEL, sizeof scales);
  memcpy(&losses, panels->losses + panel * CODES_PANEL, sizeof losses);
  lanes middle = __builtin_convertvector(products, lanes) * (scales * query->scale);
  lanes loss = losses + query->loss;
  lanes limits = middle + loss;
  lanes bounds = middle - loss;
  float least = least_of(nearest);
  for (int lane = 0; lane < CODES_PANEL; lane++) {
    if (!(limits[lane] >= least && scales[lane] > 0 && wanted >> lane & 1)) continue;
    nearest->rows[nearest->found] = first + (uint32_t)(panel * CODES_PANEL) + (uint32_t)lane;
    nearest->limits[nearest->found++] = limits[lane];
    if (nearest->count < nearest->capacity || bounds[lane] > nearest->bounds[0]) insert(nearest, bounds[lane]);
  }
}

/// Judges the waiting panels except for the last `left`.
static void NAME(judge_waiting)(
    const struct codes_panels *panels, struct waiting *waiting, size_t left, uint32_t first,
    const struct codes_query *queries, struct codes_nearest *nearest) {
  for (; waiting->end - waiting->begin > left; waiting->begin++) {
    const size_t panel = waiting->panels[waiting->begin % WAITING], query = waiting->queries[waiting->begin % WAITING];
    NAME(judge)(panels, panel, first, queries + query, nearest + query);
  }
}

/// Checks the upper bits of a panel for `count` queries, starting at `at`.
INLINE void NAME(panel)(
    const struct codes_panels *panels, size_t panel, struct waiting *waiting, uint32_t first,
    const struct codes_query *all, struct codes_nearest *nearest, size_t at, const int count) {
  const struct codes_query *queries = all + at;
  ilanes products[TOGETHER];
  NAME(upper_dots)(
      products, panels->upper + panel * panels->squares * CODES_UPPER_BYTES, panels->squares, queries, count);
  lanes scales, losses;
  memcpy(&scales, panels->scales + panel * CODES_PANEL, sizeof scales);
  memcpy(&losses, panels->upper_losses + panel * CODES_PANEL, sizeof losses);
  UNROLL for (int i = 0; i < count; i++) {
    // 128 instead of 256, since the products are doubled. The upper bits of a vector have a length of at most one plus
    // their loss.
    lanes middle = __builtin_convertvector(products[i], lanes) * (scales * (128 * queries[i].scale));
    lanes limits = middle + (losses * (1 + queries[i].upper_loss) + (queries[i].upper_loss + queries[i].loss));
    ilanes may = (limits >= least_of(nearest + at + (size_t)i)) & (scales > 0.0f);
    if (__builtin_expect(__builtin_reduce_or(may) == 0, 1)) continue;
    NAME(judge_waiting)(panels, waiting, WAITING - 1, first, all, nearest);
    wait_for(waiting, panels, panel, at + (size_t)i);
  }
}

static void NAME(scan)(
    const struct codes_panels *panels, uint32_t first, const struct codes_query *queries,
    struct codes_nearest *nearest, size_t count) {
  struct waiting waiting = {.begin = 0, .end = 0};
  for (size_t panel = 0; panel < panels->panels; panel++) {
    if (panels->wanted && panels->wanted[panel] == 0) continue;
    size_t i = 0;
    for (; i + TOGETHER <= count; i += TOGETHER) {
      NAME(panel)(panels, panel, &waiting, first, queries, nearest, i, TOGETHER);
    }
    for (; i < count; i++) NAME(panel)(panels, panel, &waiting, first, queries, nearest, i, 1);
  }
  NAME(judge_waiting)(panels, &waiting, 0, first, queries, nearest);
}
