// Draws what plots.c left room for: one access of the line that lost points, by the code of
// `make view`. All that comes from a student's program is numbers; they stand in data-access.
"use strict";

function accessOf(text) {
    const [space, type, bytes, units, ideal, area, phase, mask, ...offsets] =
        text.split(" ").map(Number);
    const place = {
        space: ["global", "shared", "constant"][space],
        type: ["load", "store", "atomic"][type],
        line: 0,
        requests: 1,
        lanes: offsets.length,
        units,
        ideal
    };
    const launch = {
        places: [place],
        areas: area > 0 ? [{ name: "the array", bytes: area, phase }] : [],
        patterns: [[mask, offsets.map((offset) => offset - offsets[0])]],
        accesses: [[0, 0, 0, 0, 0, 0, area > 0 ? 0 : -1, offsets[0], bytes, units, ideal]]
    };
    return View.prepare({ launches: [launch], lines: [], files: [] }).launches[0].access(0);
}

for (const box of document.querySelectorAll(".drawing")) {
    box.addEventListener("toggle", () => {
        const figure = box.querySelector("figure");
        if (figure.childElementCount) return;
        const access = accessOf(box.dataset.access), cost = View.cost(access);
        figure.innerHTML = View.picture(access, cost);
        box.querySelector(".says").textContent = View.explain(access, cost);
    });
    box.open = !box.closest("details.student");
}
