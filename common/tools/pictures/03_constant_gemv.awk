# A from global memory, x from constant memory. Needs svg.awk and lanes.awk.
BEGIN {
    lanes_read("gemv_constant")
    svg_open(912, 340, "One warp: 32 lanes read 4 sectors of A; x comes as one word of constant memory for all")
    svg_text(40, 30, "start", "sum += A[col * lda + row] * constant_x[col];    one warp, as the emulator recorded it", "font-size=\"16\" font-weight=\"bold\"")
    lanes_panel(66, "A, column 0: global memory", lanes_find("global", "read", "line", 1))
    lanes_panel(215, "constant_x[0]: constant memory, one word for the warp", lanes_find("constant", "read", "same", 1))
    svg_close()
}
