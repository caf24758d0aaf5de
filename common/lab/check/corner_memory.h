/* The device's side of a case of which only the corners count (corners.h): memory of which next to
 * nothing is written, and what is done with those corners. Included by execute.h. */
#ifndef LAB_CORNER_MEMORY_H
#define LAB_CORNER_MEMORY_H

/* A GPU takes its time to hand out tens of gigabytes: a place for each operand is kept from case to
 * case. All zeros but for corners. */
#ifndef LAB_EMULATOR
struct lab_place {
    char *at;
    size_t room;
};

static inline struct lab_place *lab_places(void)
{
    static struct lab_place places[LAB_INPUTS + 1];
    return places;
}

/* Gives them back. */
static inline void lab_forget_places(void)
{
    for (int i = 0; i <= LAB_INPUTS; i++) {
        cudaFree(lab_places()[i].at);
        lab_places()[i] = {NULL, 0};
    }
}
#else
static inline void lab_forget_places(void) {}
#endif

static inline cudaError_t lab_open_place(int operand, size_t bytes, void **at)
{
#ifdef LAB_EMULATOR
    return cudaMalloc(at, bytes);
#else
    struct lab_place *p = &lab_places()[operand];
    if (bytes > p->room) {
        cudaFree(p->at);
        *p = {NULL, 0};
        cudaError_t error = cudaMalloc((void **)&p->at, bytes);
        error = error ? error : cudaMemset(p->at, 0, bytes);
        if (error != cudaSuccess)
            return error;
        p->room = bytes;
    }
    *at = p->at;
    return cudaSuccess;
#endif
}

/* What is done with the corners of an operand on the device. */
enum lab_corner_work { LAB_FETCH, LAB_STORE, LAB_ERASE };

/* host: the corners, moved together; LAB_ERASE: the byte that is written everywhere is *host.
 * `device`: in memory of the host, where a whole program gets it there. */
static inline cudaError_t lab_move_corners(const struct lab_operand *o, void *device, char *host,
                                           enum lab_corner_work work)
{
    struct lab_piece p;
    cudaError_t error = cudaSuccess;
    const size_t size = lab_type_size(o->type);
    for (int i = 0; error == cudaSuccess && lab_piece_at(o, i, &p); i++) {
        char *at = (char *)device + p.to * size;
        const size_t bytes = (size_t)p.count * size;
        if (work == LAB_ERASE)
            error = cudaMemset(at, *host, bytes);
        else if (work == LAB_STORE)
            error = cudaMemcpy(at, host + p.from * size, bytes, cudaMemcpyDefault);
        else
            error = cudaMemcpy(host + p.from * size, at, bytes, cudaMemcpyDefault);
    }
    return error;
}

static inline cudaError_t lab_erase_corners(const struct lab_operand *o, void *device,
                                            unsigned char byte)
{
    char with = (char)byte;
    return lab_move_corners(o, device, &with, LAB_ERASE);
}

static inline cudaError_t lab_fill_corners(const struct lab_case *c, int operand, void *to)
{
    const struct lab_shape s = lab_shape_of(c);
    const struct lab_operand *o = &s.in[operand], corners = lab_corners_of(o);
    const struct lab_recipe r = lab_recipe_of(c, operand);
    char *host = (char *)malloc(lab_bytes(&corners));
    if (!host)
        return cudaErrorMemoryAllocation;
    for (int i = 0; i < corners.rows; i++)
        for (int j = 0; j < corners.cols; j++) {
            int row = lab_from_corner(lab_row_ends(o), i, o->rows),
                col = lab_from_corner(lab_col_ends(o), j, o->cols);
            lab_put(o->type, host,
                    corners.column_major ? (size_t)j * (size_t)corners.ld + (size_t)i
                                         : (size_t)i * (size_t)corners.ld + (size_t)j,
                    lab_element(r, row, col));
        }
    cudaError_t error = lab_move_corners(o, to, host, LAB_STORE);
    free(host);
    return error;
}

static inline cudaError_t lab_checksum_corners(const struct lab_operand *o, void *device,
                                               uint64_t *sum)
{
    const struct lab_operand corners = lab_corners_of(o);
    const size_t bytes = lab_bytes(&corners);
    char *host = (char *)malloc(bytes);
    cudaError_t error =
        host ? lab_move_corners(o, device, host, LAB_FETCH) : cudaErrorMemoryAllocation;
    *sum = 0;
    for (size_t i = 0; error == cudaSuccess && i < bytes / 4; i++)
        *sum += lab_mix(i << 32 ^ ((const uint32_t *)host)[i]);
    free(host);
    return error;
}

#endif
