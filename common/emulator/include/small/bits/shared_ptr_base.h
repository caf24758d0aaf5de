/* A part of <memory> that says __attribute__((__noinline__)), which is a macro of CUDA's. */
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
