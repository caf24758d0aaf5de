# The ring of stages of lab 09/hopper over time: one thread has the copy engine fill them, the
# warpgroups use them; `full` and `empty` are the barriers between. Three stages here, and times
# chosen so that the products are the slower part. Needs svg.awk.
BEGIN {
    ink = "#252525"
    soft = "#595959"
    full = "#d95f02"
    empty = "#2171b5"
    split("#deebf7 #fee6ce #e5f5e0", fill, " ")
    split("#6baed6 #fd8d3c #74c476", edge, " ")
    stages = 3
    shown = 7
    left = 150
    step = 35
    copy = 2
    use = 3
    y_copy = 92
    y_use = 210
    svg_open(1000, 390, "A ring of three stages over time, with the barriers full and empty",
             "The copy engine fills stages 0, 1, 2, 0, 1 and so on; " \
             "the warpgroups multiply them in the same order. " \
             "A copy begins when its stage is empty, a product when its stage is full.")
    svg_text(30, 32, "start",
             "The ring: seven stages' worth of work through three stages of shared memory",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(left - 14, y_copy + 22, "end", "the copy engine fills",
             "font-size=\"12\" fill=\"" ink "\"")
    svg_text(left - 14, y_use + 22, "end", "the warpgroups use",
             "font-size=\"12\" fill=\"" ink "\"")
    for (s = 0; s < shown; s++) {
        filled[s] = s ? copied[s - 1] : 0
        if (s >= stages && used[s - stages] > filled[s])
            filled[s] = used[s - stages]
        copied[s] = filled[s] + copy
        start[s] = s && used[s - 1] > copied[s] ? used[s - 1] : copied[s]
        used[s] = start[s] + use
    }
    for (s = 0; s < shown; s++) {
        work(y_copy, filled[s], copy, s)
        work(y_use, start[s], use, s)
        arrow(copied[s], y_copy + 34, start[s], y_use, full)
        if (s + stages < shown)
            arrow(used[s], y_use, filled[s + stages], y_copy + 34, empty)
    }
    svg_line(left, 268, left + 23 * step, 268, soft)
    svg_text(left + 23 * step, 284, "end", "time", "font-size=\"12\" fill=\"" soft "\"")
    note(312, full,
         "full[stage]: the bytes of the copy have arrived. " \
         "The warpgroups wait for it before they read the stage.")
    note(336, empty,
         "empty[stage]: the warpgroups have read the stage. " \
         "The copying thread waits for it before it fills the stage again.")
    svg_text(30, 364, "start",
             "In each box: the stage, and the parity of its phase, " \
             "which changes each time around the ring. " \
             "The first three copies find their stage empty.",
             "font-size=\"12\" fill=\"" soft "\"")
    svg_close()
}

function work(y, from, long, s,  i)
{
    i = s % stages + 1
    svg_box(left + from * step, y, long * step - 3, 34, fill[i], edge[i])
    svg_text(left + from * step + int((long * step - 3) / 2), y + 22, "middle",
             i - 1 " (" int(s / stages) % 2 ")", "fill=\"" ink "\"")
}

# Down to where the work begins, or up to where the next copy may: a line with a head.
function arrow(t1, y1, t2, y2, color,  x1, x2, up)
{
    x1 = left + t1 * step - 3
    x2 = left + t2 * step + 4
    up = y2 < y1 ? 6 : -6
    svg_line(x1, y1, x2, y2, color, "stroke-width=\"2\"")
    svg_line(x2, y2, x2 - 4, y2 + up, color, "stroke-width=\"2\"")
    svg_line(x2, y2, x2 + 4, y2 + up, color, "stroke-width=\"2\"")
}

function note(y, color, text)
{
    svg_line(30, y - 4, 58, y - 4, color, "stroke-width=\"3\"")
    svg_text(68, y, "start", text, "fill=\"" ink "\"")
}
