/* <math.h> and <cmath> without C++17's special functions (std::legendre …), which take longer to
 * read than all the rest. A file that includes <cmath> itself gets them (small/cmath). */
#pragma once

#pragma GCC system_header

#include <limits>
#include <utility>
/* the functions of <algorithm> that <cmath> brings along */
#if defined(__GLIBCXX__)
#include <bits/stl_algobase.h>
#endif
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#define EMU_READS_MATH
#include <math.h>
#undef EMU_READS_MATH
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
