// A result in binary operations at several sizes (lab 09): one line for each step, setting and
// library, with its row at each size.
"use strict";
const { die, number, isKind, isWrong, isBinary } = require("./results.js");

const BASELINE = "cublasGemmEx, int8";  // as library.h calls it

function of(r) {
    const lines = new Map(), sizes = new Set();
    for (const row of r.rows.filter(isBinary)) {
        if (!isKind(row, "solution", "setting", "library")) continue;
        const { label, kind, step } = row;
        if (!lines.has(label)) lines.set(label, { label, kind, step, rows: new Map() });
        lines.get(label).rows.set(row.size, row);
        sizes.add(row.size);
    }
    return { sizes: [...sizes], lines: [...lines.values()], baseline: lines.get(BASELINE) };
}

// T op/s of a line at a size, NaN where it was not measured or is wrong.
function reached(line, size) {
    const row = line?.rows.get(size);
    return row && !isWrong(row) ? number(row, "gflops") / 1e3 : NaN;
}

// m, n and k of a size's text.
function numbers(size) {
    const mnk = size.split("x").map(Number);
    if (mnk.length !== 3 || mnk.some(Number.isNaN)) die(`size '${size}' is not m x n x k`);
    return mnk;
}

// "8192³", or the size as it stands.
function short(size) {
    const [m, n, k] = numbers(size);
    return m === n && n === k ? `${m}³` : size;
}

// The largest size at which every step was measured: another card's column is about that.
const common = (s) =>
    [...s.sizes].reverse().find((size) => s.lines.every((line) => line.kind === "setting" ||
                                        Number.isFinite(reached(line, size)))) ?? s.sizes[0];

// Operations for each byte that must be moved: by the row's own count, or, for a library, with its
// own element's size.
function intensity(line, size) {
    const row = line.rows.get(size), [m, n, k] = numbers(size);
    if (line.kind !== "library") return number(row, "gflops") / number(row, "gbytes_per_s");
    const bytes = line.label.includes("int8") ? 1 : 4;
    return 2 * m * n * k / (bytes * (m * k + k * n) + 4 * m * n);
}

module.exports = { of, reached, numbers, short, common, intensity };
