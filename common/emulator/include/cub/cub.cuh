/* CUB as far as a warp and a block reduce and scan; without its device-wide functions. As CUB's:
 * shuffles within a warp, and one value a warp through shared memory. */
#pragma once

#include "../cooperative_groups.h"

namespace cub
{
EMU_METHOD static int thread_number() EMU_IS((int)cooperative_groups::thread_block::thread_rank());

#define EMU_OPERATOR(name, expression)                                                             \
    struct name {                                                                                  \
        template <class T_>                                                                        \
        EMU_METHOD T_ operator()(const T_ &a, const T_ &b) const EMU_IS(expression);               \
    };
EMU_OPERATOR(Sum, a + b)
EMU_OPERATOR(Max, b > a ? b : a)
EMU_OPERATOR(Min, b < a ? b : a)

template <class T_, int Lanes_ = 32> class WarpReduce
{
    static_assert(Lanes_ > 0 && Lanes_ <= 32 && (Lanes_ & (Lanes_ - 1)) == 0,
                  "the emulator reduces 1, 2, 4, ... 32 lanes");
    static constexpr unsigned whole = Lanes_ == 32 ? ~0u : (1u << Lanes_ % 32) - 1;

  public:
    struct TempStorage {
    };
    EMU_METHOD explicit WarpReduce(TempStorage &) {}
    template <class Op_> EMU_METHOD T_ Reduce(T_ value, Op_ op, int valid = Lanes_)
    {
        const int lane = thread_number() % 32, rank = lane % Lanes_;
        for (int distance = 1; distance < Lanes_; distance *= 2) {
            const T_ other = __shfl_down_sync(whole << (lane - rank), value, distance, Lanes_);
            if (rank + distance < valid)
                value = op(value, other);
        }
        return value;
    }
    EMU_METHOD T_ Sum(T_ value, int valid = Lanes_) EMU_IS(Reduce(value, cub::Sum(), valid));
};

EMU_ENUM(BlockReduceAlgorithm, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING,
         BLOCK_REDUCE_WARP_REDUCTIONS)
/* One value a warp, in the caller's shared memory. */
template <class T_, int Threads_> class OfWarps
{
  public:
    struct TempStorage {
        T_ of_warp[(Threads_ + 31) / 32];
    } & room;
    EMU_METHOD explicit OfWarps(TempStorage &storage) : room(storage) {}
};

template <class T_, int X_, BlockReduceAlgorithm A_ = BLOCK_REDUCE_WARP_REDUCTIONS, int Y_ = 1,
          int Z_ = 1>
class BlockReduce : OfWarps<T_, X_ * Y_ * Z_>
{
  public:
    using BlockReduce::OfWarps::OfWarps;
    using typename BlockReduce::OfWarps::TempStorage;
    template <class Op_> EMU_METHOD T_ Reduce(T_ value, Op_ op, int valid = X_ * Y_ * Z_)
    {
        const int thread = thread_number(), warp = thread / 32;
        for (int distance = 1; distance < 32; distance *= 2) {
            const T_ other = __shfl_down_sync(__activemask(), value, distance);
            if (thread % 32 + distance < 32 && thread + distance < valid)
                value = op(value, other);
        }
        if (thread % 32 == 0)
            this->room.of_warp[warp] = value;
        __syncthreads();
        for (int other = 1; thread == 0 && other * 32 < valid; other++)
            value = op(value, this->room.of_warp[other]);
        return value;
    }
    EMU_METHOD T_ Sum(T_ value, int valid = X_ * Y_ * Z_) EMU_IS(Reduce(value, cub::Sum(), valid));
    template <int N_> EMU_METHOD T_ Sum(T_ (&values)[N_])
    {
        T_ value = values[0];
        for (int i = 1; i < N_; i++)
            value = value + values[i];
        return Sum(value);
    }
};

template <class T_, int X_> class BlockScan : OfWarps<T_, X_>
{
  public:
    using BlockScan::OfWarps::OfWarps;
    using typename BlockScan::OfWarps::TempStorage;
    EMU_METHOD void ExclusiveSum(T_ value, T_ &sum, T_ &total)
    {
        const int thread = thread_number(), lane = thread % 32, warp = thread / 32;
        T_ upto = value, before = T_();
        for (int distance = 1; distance < 32; distance *= 2) {
            const T_ other = __shfl_up_sync(__activemask(), upto, distance);
            upto = lane >= distance ? upto + other : upto;
        }
        if (lane == 31 || thread == X_ - 1)
            this->room.of_warp[warp] = upto;
        __syncthreads();
        total = T_();
        for (int other = 0; other * 32 < X_; other++) {
            if (other == warp)
                before = total;
            total = total + this->room.of_warp[other];
        }
        sum = before + upto - value;
    }
    EMU_METHOD void ExclusiveSum(T_ value, T_ &sum)
    {
        T_ total;
        ExclusiveSum(value, sum, total);
    }
    EMU_METHOD void InclusiveSum(T_ value, T_ &sum)
    {
        T_ before;
        ExclusiveSum(value, before);
        sum = before + value;
    }
};
} // namespace cub
