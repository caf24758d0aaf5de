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

void emu_sincosf(float x, float *sine, float *cosine)
{
    emu_access(sine, sizeof *sine, 1, CALLER);
    emu_access(cosine, sizeof *cosine, 1, CALLER);
    sincosf(x, sine, cosine);
}

void emu_sincospif(float x, float *sine, float *cosine)
{
    emu_access(sine, sizeof *sine, 1, CALLER);
    emu_access(cosine, sizeof *cosine, 1, CALLER);
    *sine = (float)sin(M_PI * x);
    *cosine = (float)cos(M_PI * x);
}

/* Of what comes next: to the nearest, towards zero, up, down (math_intrinsics.h). */
void emu_round(int mode)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
    fesetround(modes[mode]);
}
