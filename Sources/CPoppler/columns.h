// The parts of a page in the order in which they are read.
#pragma once

#include "words.h"

#include <poppler-page.h>
#include <vector>

/// Returns rectangles that share out a page of these words, in reading order; none if it has no columns side by side.
std::vector<poppler::rectf> columns_of(const poppler::page &page, const std::vector<Word> &words);
