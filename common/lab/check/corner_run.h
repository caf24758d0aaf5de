/* One launch of a case of which only the corners count (corners.h). Included by execute.h. */
#pragma once

/* Element `i` of a huge case's output has not been written. */
static inline int lab_is_unwritten(const struct lab_device *d, const float *host, size_t i)
{
    const struct lab_operand *o = &d->shape.out;
    const size_t ld = (size_t)d->corners.ld;
    return lab_get(o->type, host, i) ==
           lab_huge_before(&d->question, &d->shape,
                           lab_from_corner(lab_row_ends(o), (int)(i / ld), o->rows),
                           lab_from_corner(lab_col_ends(o), (int)(i % ld), o->cols));
}

static inline cudaError_t lab_launch_huge(struct lab_device *d, const struct lab_entry *e,
                                          float *host)
{
    cudaError_t error = lab_poison_output(d);
    error = error ? error : lab_launch_once(d, e);
    error = error ? error : d->returned;
    error = error ? error : lab_move_corners(&d->shape.out, d->out, (char *)host, LAB_FETCH);
    return error;
}

enum {
    LAB_SECOND_RUN = 128 << 20, /* bytes of operands up to which all blocks can come to an end */
    LAB_BLOCK_EVENTS = 200000,
    /* until a block has seen half of the words of 256 columns of a packed B, or packed 8 rows */
    LAB_BINARY_EVENTS = 800000,
    LAB_DEEP_EVENTS = 24000,   /* more than a few terms take */
    LAB_DEEPEST_EVENTS = 6000, /* until a loop has begun */
    /* all 65540 terms, where one warp or eight take them one at a time */
    LAB_WHOLE_DEPTH_EVENTS = 12000000,
    LAB_CORNER_EVENTS = 50000000,
    LAB_ALL_EVENTS = 1000000000
};

#ifdef LAB_EMULATOR
/* Can all blocks come to an end? */
static inline int lab_may_run_whole(const struct lab_device *d)
{
    size_t bytes = lab_bytes(&d->shape.out);
    for (int i = 0; i < d->shape.inputs; i++)
        bytes += lab_bytes(&d->shape.in[i]);
    return bytes <= LAB_SECOND_RUN && d->question.k <= LAB_BEYOND_16_BITS;
}

static inline int lab_is_written(const struct lab_device *d, const float *host, int row, int col)
{
    return row >= 0 && row < d->corners.rows && col >= 0 && col < d->corners.cols &&
           !lab_is_unwritten(d, host, (size_t)row * (size_t)d->corners.ld + (size_t)col);
}

/* Is an element not written, but are those on both sides of it, in a row or a column? Blocks at the
 * corners leave none to those far from them. */
static inline int lab_has_holes(const struct lab_device *d, const float *host)
{
    const int rows = lab_row_ends(&d->shape.out).head, cols = lab_col_ends(&d->shape.out).head;
    for (int i = 0; i < d->corners.rows; i++)
        for (int j = 0; j < d->corners.cols; j++)
            if (!lab_is_written(d, host, i, j) &&
                ((i != rows && i + 1 != rows && lab_is_written(d, host, i - 1, j) &&
                  lab_is_written(d, host, i + 1, j)) ||
                 (j != cols && j + 1 != cols && lab_is_written(d, host, i, j - 1) &&
                  lab_is_written(d, host, i, j + 1))))
                return 1;
    return 0;
}

/* The last block has not written the last element, or left out a single one (`all`: the blocks at
 * the corners not all that is looked at), or something is not right. More blocks tell whether that
 * is a mistake, or a part of a sum, or the work of another block. */
static inline int lab_is_suspicious(const struct lab_device *d, const float *host, int all)
{
    struct lab_reference r;
    if (lab_is_unwritten(d, host, lab_elements(&d->corners) - 1) || lab_has_holes(d, host))
        return 1;
    if (lab_reference_of(&d->question, &r))
        return 0;
    const struct lab_verdict v = lab_verify(&r, host);
    return v.wrong > (all ? 0 : v.unwritten);
}

/* Is there need to run more of it, in this way? */
static inline int lab_must_run_more(const struct lab_device *d, const float *host, int unfinished,
                                    enum emu_haste how)
{
    if (d->error != cudaSuccess || !(d->question.memory & LAB_PARTLY) || !unfinished ||
        emu_finding_at(0) || (how == EMU_HURRIED && !lab_may_run_whole(d)))
        return 0;
    return (unfinished & EMU_CUT_SHORT) || lab_is_suspicious(d, host, how == EMU_HURRIED);
}

/* Sectors that kernels have written since emu_begin, by stores and atomics. */
static inline double lab_written_sectors(void)
{
    return emu_metric("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") +
           emu_metric("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum");
}

/* Could the blocks that were left out have written the rest, if each of them writes twice as much
 * as one of those that have run? */
static inline int lab_may_cover(const struct lab_device *d, double sectors, double left_out)
{
    const struct lab_operand *o = &d->shape.out;
    return sectors == 0 || 2 * 32 * sectors * left_out >=
                               (double)o->rows * o->cols * (double)lab_type_size(o->type);
}

/* One launch of which perhaps only a part runs: what was left out (emulator.h). Such a part leaves
 * the student's __device__ variables as they were. */
static inline int lab_launch_part(struct lab_device *d, const struct lab_entry *e, float *host)
{
    emu_unfinished();
    emu_keep_variables();
    d->error = lab_launch_huge(d, e, host);
    const int unfinished = emu_unfinished();
    if (unfinished)
        emu_put_variables_back();
    return unfinished;
}

/* The events that a part of this case may take at first. */
static inline int lab_first_events(const struct lab_device *d)
{
    const struct lab_case *c = &d->question;
    if (d->shape.in_place)
        return LAB_DEEPEST_EVENTS;
    if (d->shape.out.pack == LAB_LINES || d->shape.out.pack == LAB_WORDS ||
        (lab_is(c->problem, LAB_BINARY) && c->m == 1))
        return LAB_BINARY_EVENTS;
    if (c->n >= LAB_BEYOND_24_BITS)
        return LAB_DEEPEST_EVENTS;
    if (c->k < LAB_DEEP || lab_is(c->problem, LAB_BINARY))
        return LAB_BLOCK_EVENTS;
    return c->k > LAB_DEEP           ? LAB_DEEPEST_EVENTS
           : emu_has_short_numbers() ? LAB_WHOLE_DEPTH_EVENTS
                                     : LAB_DEEP_EVENTS;
}

/* No block at the corners has written the last element. Do the first block and the last, which left
 * `last` behind, write the same ones? Then a number is too short for so many blocks, and what is
 * not written stays so. */
static inline int lab_blocks_wrap(struct lab_device *d, const struct lab_entry *e,
                                  const float *host, const float *last)
{
    const size_t count = lab_elements(&d->corners);
    if (!last || !lab_is_unwritten(d, host, count - 1))
        return 0;
    float *first = (float *)malloc(lab_bytes(&d->corners));
    int both = 0;
    emu_hurry(EMU_FIRST_BLOCK, LAB_BLOCK_EVENTS);
    const int cut = !first || (lab_launch_part(d, e, first) & EMU_CUT_SHORT);
    for (size_t i = 0; i < count && !cut && d->error == cudaSuccess; i++)
        both |= !lab_is_unwritten(d, first, i) && !lab_is_unwritten(d, last, i);
    free(first);
    return both;
}

/* Of a vector the last elements are not written, and the first of them has the number that the
 * launch has warps or blocks, or a multiple of its threads: each has written as many, and none is
 * left. */
static inline int lab_threads_run_out(const struct lab_device *d, const float *host)
{
    const struct lab_operand *o = &d->shape.out;
    size_t i = lab_elements(&d->corners), row;
    const int line = o->rows == 1; /* one row, else one column */
    if ((!line && o->cols > 1) || !lab_is_unwritten(d, host, i - 1))
        return 0;
    while (i > 0 && lab_is_unwritten(d, host, i - 1))
        i--;
    row = (size_t)lab_from_corner(line ? lab_col_ends(o) : lab_row_ends(o), (int)i,
                                  line ? o->cols : o->rows);
    const struct emu_grid last = emu_last_launch();
    const size_t blocks = last.grid[0], threads = blocks * last.block[0];
    return i > 0 && blocks > 0 && (row % threads == 0 || row == threads / 32 || row == blocks);
}

#endif

/* Launches a case of which only the corners count. In the emulator only the last block of its grid
 * runs; if what it has written is not right, more of them, or all. What is missing because of that
 * is marked; nothing of what was cut short counts. */
static inline void lab_run_huge(struct lab_device *d, const struct lab_entry *e, float *host)
{
    const size_t count = lab_elements(&d->corners);
#ifdef LAB_EMULATOR
    const int partly = d->question.memory & LAB_PARTLY,
              watched = emu_watch(d->question.memory & LAB_WATCHED ? EMU_WATCH_RACES : 0);
    emu_order(EMU_ASCENDING);
    emu_hurry(partly ? EMU_LAST_BLOCK : EMU_UNHURRIED, lab_first_events(d));
    int unfinished = lab_launch_part(d, e, host);
    float *last = unfinished == EMU_BLOCKS_LEFT ? (float *)malloc(d->out_bytes) : NULL;
    if (last)
        memcpy(last, host, d->out_bytes);
    for (int how = unfinished & EMU_CUT_SHORT ? EMU_HURRIED : EMU_CORNERS;
         how <= EMU_HURRIED && lab_must_run_more(d, host, unfinished, (enum emu_haste)how); how++) {
        emu_hurry((enum emu_haste)how, how == EMU_HURRIED ? LAB_ALL_EVENTS : LAB_CORNER_EVENTS);
        const double before = lab_written_sectors();
        emu_left_out();
        unfinished = lab_launch_part(d, e, host);
        if (unfinished == EMU_BLOCKS_LEFT &&
            (!lab_may_cover(d, lab_written_sectors() - before, emu_left_out()) ||
             lab_has_holes(d, host)))
            unfinished = 0; /* what is not written stays so */
    }
    if (unfinished == EMU_BLOCKS_LEFT && d->error == cudaSuccess &&
        (lab_threads_run_out(d, host) || lab_blocks_wrap(d, e, host, last)))
        unfinished = 0;
    free(last);
    emu_hurry(EMU_UNHURRIED, 0);
    emu_watch(watched);
    /* Where several blocks may share a sum, and not all of them have run, it can be any part. */
    const int partial = (unfinished & EMU_CUT_SHORT) || (partly && d->shape.depth > 2 * LAB_EDGE);
    for (size_t i = 0; i < count && unfinished; i++)
        if (partial || lab_is_unwritten(d, host, i))
            memset((char *)host + i * lab_type_size(d->shape.out.type), lab_missing_byte,
                   lab_type_size(d->shape.out.type));
#else
    d->left_out =
        d->shape.bytes * *lab_slowest_pace() > LAB_LONGEST_MS; /* a single thread's step */
    if (d->left_out)
        return;
    d->error = lab_launch_huge(d, e, host);
#endif
    if (d->error != cudaSuccess)
        lab_say_error(d);
    lab_check_inputs(d);
}
