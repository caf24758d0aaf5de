/* Bits, roundings, conversions, fast mathematics, cache-hinted loads: each against what it is
 * defined to be. */
#include "require.h"
#include <limits.h>
#include <math.h>

#define COUNT 64

struct results {
    int i[COUNT];
    unsigned u[COUNT];
    long long l[COUNT];
    float f[COUNT];
    double d[COUNT];
};

__global__ void bits(results *r)
{
    int *i = r->i;
    unsigned *u = r->u;
    long long *l = r->l;
    i[0] = __popc(0xf0f0u);
    i[1] = __popcll(~0ull);
    i[2] = __clz(1);
    i[3] = __clz(0);
    i[4] = __clzll(1ll << 40);
    i[5] = __ffs(0);
    i[6] = __ffs(0x50);
    i[7] = __ffsll(1ll << 40);
    u[0] = __brev(1u);
    u[1] = __brev(0x12345678u);
    l[0] = (long long)__brevll(1ull);
    u[2] = __byte_perm(0x33221100u, 0x77665544u, 0x0246u);
    u[3] = __byte_perm(0x80u, 0, 0x8888u);
    u[4] = __funnelshift_l(0x80000001u, 0x12345678u, 4);
    u[5] = __funnelshift_r(0x80000001u, 0x12345678u, 4);
    u[6] = __funnelshift_lc(5u, 6u, 40);
    u[7] = __funnelshift_rc(5u, 6u, 40);
    i[8] = __mulhi(1 << 30, 12);
    u[8] = __umulhi(0xffffffffu, 0xffffffffu);
    l[1] = (long long)__umul64hi(~0ull, 16ull);
    i[9] = __mul24(-3, 5);
    i[10] = __dp4a(0x01ff0203, 0x01010101, 100);
    i[11] = __float_as_int(1.0f);
    u[10] = __float_as_uint(-0.0f);
    l[2] = __double_as_longlong(1.0);
    i[12] = __double2hiint(1.0);
    r->d[0] = __hiloint2double(0x3ff00000, 0);
    r->d[1] = __longlong_as_double(0x4000000000000000ll);
    r->f[0] = __int_as_float(0x40490fdb);
}

static void check_bits(const results &r)
{
    EXPECT(r.i[0] == 8 && r.i[1] == 64 && r.i[2] == 31 && r.i[3] == 32 && r.i[4] == 23);
    EXPECT(r.i[5] == 0 && r.i[6] == 5 && r.i[7] == 41);
    EXPECT(r.u[0] == 0x80000000u && r.u[1] == 0x1e6a2c48u && r.l[0] == LLONG_MIN);
    EXPECT(r.u[2] == 0x00224466u && r.u[3] == 0x80808080u);
    EXPECT(r.u[4] == 0x23456788u && r.u[5] == 0x88000000u && r.u[6] == 5 && r.u[7] == 6);
    EXPECT(r.i[8] == 3 && r.u[8] == 0xfffffffeu && r.l[1] == 15 && r.i[9] == -15);
    EXPECT(r.i[10] == 100 + 1 - 1 + 2 + 3);
    EXPECT(r.i[11] == 0x3f800000 && r.u[10] == 0x80000000u && r.l[2] == 0x3ff0000000000000ll);
    EXPECT(r.i[12] == 0x3ff00000 && r.d[0] == 1 && r.d[1] == 2);
    EXPECT(fabsf(r.f[0] - 3.14159265f) < 1e-6f);
}

__global__ void numbers(results *r, float third, float big)
{
    int *i = r->i;
    float *f = r->f;
    double *d = r->d;
    f[0] = __fmaf_rn(third, 3.0f, -1.0f);
    f[6] = __fdividef(1.0f, 4.0f);
    f[7] = __expf(1.0f);
    f[8] = __logf(2.0f);
    f[9] = __sinf(0.5f);
    f[10] = __powf(2.0f, 0.5f);
    f[11] = rsqrtf(4.0f);
    f[12] = __saturatef(1.5f) + __saturatef(-1.0f);
    f[13] = fminf(1.0f, 2.0f) + fmaxf(3.0f, 4.0f);
    f[14] = __frcp_rn(8.0f) + __fsqrt_rn(9.0f);
    f[15] = __int2float_rn(7) + __fmul_rn(2.0f, 3.0f);
    float s, c;
    __sincosf(0.25f, &s, &c);
    f[16] = s * s + c * c;
    f[17] = min(1.0f, 2.0f) + max(3.0f, 2.0f);
    d[0] = __fma_rn(1.0 / 3, 3.0, -1.0);
    d[2] = rsqrt(16.0);
    i[0] = __float2int_rn(2.5f);
    i[1] = __float2int_rz(-2.9f);
    i[2] = __float2int_ru(2.1f);
    i[3] = __float2int_rd(-2.1f);
    i[4] = __float2int_rn(big);
    i[5] = (int)__float2uint_rn(-5.0f);
    i[6] = min(-3, 4) + max(5, 6);
    i[7] = (int)min(7u, 9u);
    i[8] = __double2int_rn(3.5);
    i[9] = warpSize;
    i[10] = abs(-3);
    r->l[0] = max(1ll, 5ll);
}

static void check_numbers(const results &r)
{
    EXPECT(r.f[0] == fmaf(1.0f / 3, 3.0f, -1.0f));
    EXPECT(r.f[6] == 0.25f);
    EXPECT(fabsf(r.f[7] - 2.7182818f) < 1e-5f && fabsf(r.f[8] - 0.6931472f) < 1e-5f);
    EXPECT(fabsf(r.f[9] - 0.4794255f) < 1e-5f && fabsf(r.f[10] - 1.4142135f) < 1e-5f);
    EXPECT(fabsf(r.f[11] - 0.5f) < 1e-6f && r.f[12] == 1 && r.f[13] == 5 && r.f[14] == 3.125f);
    EXPECT(r.f[15] == 13 && fabsf(r.f[16] - 1) < 1e-5f && r.f[17] == 4);
    EXPECT(r.d[0] == fma(1.0 / 3, 3.0, -1.0) && r.d[2] == 0.25);
    EXPECT(r.i[0] == 2 && r.i[1] == -2 && r.i[2] == 3 && r.i[3] == -3 && r.i[4] == INT_MAX);
    EXPECT(r.i[5] == 0 && r.i[6] == 3 && r.i[7] == 7 && r.i[8] == 4 && r.i[9] == 32 &&
           r.i[10] == 3);
    EXPECT(r.l[0] == 5);
}

/* Loads and stores with cache hints, of several widths; clocks grow. */
__global__ void hints(const float4 *__restrict__ in, float4 *out, long long *clocks)
{
    long long before = clock64();
    float4 v = __ldg(&in[threadIdx.x]);
    float first = __ldg((const float *)in + threadIdx.x);
    v.x += first;
    __stcs(&out[threadIdx.x], v);
    int2 pair = __ldcs((const int2 *)in + threadIdx.x);
    __stcg((int2 *)(out + 32) + threadIdx.x, pair);
    clocks[threadIdx.x] = clock64() - before;
}

static void test_hints()
{
    float host[2 * 128], in[128];
    for (int k = 0; k < 128; k++)
        in[k] = (float)k;
    float4 *d_in, *d_out;
    long long *clocks, host_clocks[32];
    CHECK(cudaMalloc(&d_in, sizeof in));
    CHECK(cudaMalloc(&d_out, sizeof host));
    CHECK(cudaMalloc(&clocks, sizeof host_clocks));
    CHECK(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(d_out, 0, sizeof host));
    hints<<<1, 32>>>(d_in, d_out, clocks);
    CHECK(cudaMemcpy(host, d_out, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(host_clocks, clocks, sizeof host_clocks, cudaMemcpyDeviceToHost));
    for (int k = 0; k < 128; k++)
        EXPECT(host[k] == (k % 4 ? in[k] : in[k] + in[k / 4]));
    for (int k = 0; k < 64; k++)
        EXPECT(host[128 + k] == in[k]);
    for (int k = 0; k < 32; k++)
        EXPECT(host_clocks[k] >= 0);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(clocks));
}

int main()
{
    results *r, host;
    CHECK(cudaMalloc(&r, sizeof *r));
    CHECK(cudaMemset(r, 0, sizeof *r));
    bits<<<1, 1>>>(r);
    CHECK(cudaMemcpy(&host, r, sizeof host, cudaMemcpyDeviceToHost));
    check_bits(host);
    numbers<<<1, 1>>>(r, 1.0f / 3, 1e30f);
    CHECK(cudaMemcpy(&host, r, sizeof host, cudaMemcpyDeviceToHost));
    check_numbers(host);
    test_hints();
    CHECK(cudaFree(r));
    return finish("intrinsics");
}
