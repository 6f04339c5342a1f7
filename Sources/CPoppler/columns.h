// The parts of a page in the order in which they are read.
#pragma once

#include <poppler-page.h>
#include <vector>

/// Returns rectangles that share out a page, in reading order; none if it has no two columns side by side.
std::vector<poppler::rectf> columns_of(const poppler::page &page);
