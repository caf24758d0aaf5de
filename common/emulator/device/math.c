/* Arithmetic that C++ has under another name or not at all. */
#include "device_calls.h"
#include "engine/engine.h"
#include "include/host_defines.h"

#include <fenv.h>
#include <math.h>

/* ---- fast intrinsics: the host's functions, exact to its own standard ---- */
#define DEFINE_FAST(name) float __##name(float x) IS(name(x))
EMU_FAST_FUNCTIONS(DEFINE_FAST)

float __powf(float x, float y) IS(powf(x, y));

/* Of what comes next: to the nearest, towards zero, up, down (math_intrinsics.h). */
void emu_round(int mode)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    fesetround(modes[mode]);
}
