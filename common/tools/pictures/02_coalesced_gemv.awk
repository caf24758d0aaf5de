# The loads of the coalesced kernel's first two columns. Needs svg.awk and lanes.awk.
BEGIN {
    lanes_read("gemv_coalesced")
    svg_open(912, 500, "One warp of the coalesced kernel: 32 lanes read 4 sectors of A, and one of x")
    svg_text(40, 30, "start", "sum += A[col * lda + row] * x[col];    one warp, as the emulator recorded it", "font-size=\"16\" font-weight=\"bold\"")
    lanes_panel(66, "A, column 0: 32 adjacent rows", lanes_find("global", "read", "line", 1))
    lanes_panel(215, "x[0]: the same for all lanes", lanes_find("global", "read", "same", 1))
    lanes_panel(364, "A, column 1: lda floats further", lanes_find("global", "read", "line", 2))
    svg_close()
}
