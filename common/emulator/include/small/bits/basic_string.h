/* A part of <string> that says __attribute__((__noinline__)), which is a macro of CUDA's. */
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/basic_string.h>
#pragma pop_macro("__noinline__")
