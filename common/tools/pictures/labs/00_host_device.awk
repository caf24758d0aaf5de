# What the host and the device do, one after the other, in docs/programs/vector_add.cu. Time runs to
# the right. Needs svg.awk.
BEGIN {
    height = 44
    host = 86
    device = 206
    busy = "#deebf7"
    busy_edge = "#6baed6"
    copies = "#fdd0a2"
    copies_edge = "#d95f02"
    waits = "#f7f7f7"
    edge = "#969696"
    ink = "#252525"
    soft = "#595959"

    svg_open(1000, 344, "Host and device on a timeline",
             "Two rows, time runs to the right. " \
             "The host allocates device memory, copies a and b to the device, " \
             "launches the kernel, waits, copies y back and frees the memory. " \
             "The device receives a and b, runs the kernel while the host waits, and sends y.")
    svg_text(30, 34, "start", "Host and device: who works when",
             "font-size=\"16\" font-weight=\"bold\" fill=\"" ink "\"")
    row("host", "the CPU", host)
    row("device", "the GPU", device)

    box(130, 120, host, "cudaMalloc", "3 arrays", busy, busy_edge)
    box(260, 150, host, "cudaMemcpy", "a and b, to the device", copies, copies_edge)
    box(420, 110, host, "launch", "4 blocks of 256", busy, busy_edge)
    box(540, 160, host, "cudaDeviceSynchronize", "waits for the kernel", waits, edge)
    box(710, 130, host, "cudaMemcpy", "y, back to the host", copies, copies_edge)
    box(850, 110, host, "cudaFree", "3 arrays", busy, busy_edge)

    box(260, 150, device, "receives a and b", "", copies, copies_edge)
    box(500, 180, device, "the kernel add runs", "1,024 threads", busy, busy_edge)
    box(710, 130, device, "sends y", "", copies, copies_edge)

    arrow(335, host + height, device)
    arrow(512, host + height, device)
    arrow(670, device, host + height)
    arrow(775, device, host + height)
    note(344, "8,000 bytes")
    note(521, "starts")
    note(661, "done", "end")
    note(784, "4,000 bytes")

    svg_line(130, 280, 960, 280, edge)
    print "<path d=\"M960 275 L970 280 L960 285 Z\" fill=\"" edge "\"/>"
    svg_text(970, 302, "end", "time (not to scale)", "font-size=\"12\" fill=\"" soft "\"")
    svg_text(130, 328, "start",
             "A launch returns at once: the kernel may run while the host goes on. " \
             "The copy back must come after it.",
             "fill=\"" ink "\"")
    svg_close()
}

function row(name, what, y)
{
    svg_text(30, y + 18, "start", name, "font-size=\"15\" font-weight=\"bold\" fill=\"" ink "\"")
    svg_text(30, y + 36, "start", what, "font-size=\"12\" fill=\"" soft "\"")
    svg_line(120, y + height / 2, 970, y + height / 2, "#d9d9d9")
}

function box(x, width, y, name, what, fill, stroke)
{
    svg_box(x, y, width, height, fill, stroke)
    svg_text(x + width / 2, y + (what == "" ? 27 : 19), "middle", name, "fill=\"" ink "\"")
    if (what != "")
        svg_text(x + width / 2, y + 36, "middle", what, "font-size=\"11\" fill=\"" soft "\"")
}

# An arrow from y1 to y2, down or up.
function arrow(x, y1, y2,  tip)
{
    tip = y2 > y1 ? -8 : 8
    svg_line(x, y1, x, y2 + tip, copies_edge, "stroke-width=\"2\"")
    printf "<path d=\"M%d %d L%d %d L%d %d Z\" fill=\"%s\"/>\n",
        x - 5, y2 + tip, x + 5, y2 + tip, x, y2, copies_edge
}

function note(x, text, anchor)
{
    svg_text(x, host + height + 42, anchor == "" ? "start" : anchor, text,
             "font-size=\"12\" fill=\"" ink "\"")
}
