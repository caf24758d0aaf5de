// The results of make bench, read and checked, and questions about them. A result is what one
// docs/results/NAME.json holds: a lab's rows, or those of a family's ladder, NAME_ladder. Another
// card's are in docs/results/CARD/NAME.json and have a `card`. Each row knows its size.
"use strict";
const fs = require("fs");

const ARITHMETIC_FROM = 20;  // operations per byte from which arithmetic is the ceiling

function die(text) {
    throw new Error(text);
}

// The labs of steps.h in order: id, and the file below solutions/.
const labs = [];
for (const [, id, track] of fs.readFileSync("common/lab/steps.h", "utf8")
         .matchAll(/^ *LAB\((\w+), *(\w+)\)/gm)) {
    const folder = track === "CORE" ? id : labs[labs.length - 1].folder;
    const name = track === "CORE" ? id.replace(/^\d+_/, "") : id.slice(folder.length + 1);
    labs.push({ id, folder, file: `${folder}/${name}.cu` });
}
const isLab = (name) => labs.some((lab) => lab.id === name);
const isLadder = (name) => /^[a-z0-9_]+_ladder$/.test(name);

const number = (object, key) => object[key] ?? NaN;
// m n k, or as many of them as the text names.
const volume = (size) => size.split("x").reduce((product, n) => product * parseFloat(n), 1);
const isKind = (row, ...kinds) => kinds.includes(row.kind);
const isWrong = (row) => row.pass === false;
// In operations that have a unit of their own: those of products of +1 and -1.
const isBinary = (row) => Boolean(row.unit);
// Is arithmetic, not bandwidth, the ceiling?
const byArithmetic = (row) => number(row, "gflops") / number(row, "gbytes_per_s") > ARITHMETIC_FROM;

// The size that the result is about: a lab's largest at which a library was beside its steps, or
// else the one it names; a ladder's first.
function headlineOf(r) {
    if (!isLab(r.lab)) return r.rows[0]?.size ?? "";
    return r.rows
        .filter((row) => isKind(row, "solution") && number(row, "library_ratio") > 0)
        .reduce((most, row) => volume(row.size) > (most ? volume(most) : 0) ? row.size : most,
            null) ?? r.size ?? "";
}

function parsed(file) {
    const text = fs.readFileSync(file, "utf8");
    try {
        return JSON.parse(text, (_, value) => value ?? undefined);  // null: not there
    } catch (error) {
        const place = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length);
        return die(`${file}:${text.slice(0, place).split("\n").length}: ${error.message}`);
    }
}

function load(file) {
    const [, card, name] = /^docs\/results\/(?:(.*)\/)?(.*)\.json$/.exec(file);
    const r = parsed(file);
    if (r.schema !== 1) die(`${file}: schema is not 1`);
    if (r.lab !== name) die(`${file}: its "lab" is '${r.lab}', which is not the file's name`);
    if (!isLab(name) && !isLadder(name)) die(`${file}: there is no lab '${name}' in steps.h`);
    if (r.backend !== "gpu")
        die(`${file}: backend '${r.backend}': only what a GPU measured goes into these tables`);
    if (!Array.isArray(r.rows) || typeof r.device !== "object")
        die(`${file}: rows or device is missing`);
    for (const row of r.rows) {
        row.size = row.size || r.size || "";
        row.label = row.label ?? "";
    }
    return Object.assign(r, { card, headline: headlineOf(r) });
}

// The names in a folder that end so, in order, with the folder in front.
function filesIn(folder, end) {
    if (!fs.existsSync(folder)) return [];
    return fs.readdirSync(folder).filter((name) => name.endsWith(end)).sort()
        .map((name) => `${folder}/${name}`);
}
const results = filesIn("docs/results", ".json").map(load);
const others = filesIn("docs/results", "")
                   .filter((path) => fs.statSync(path).isDirectory())
                   .flatMap((folder) => filesIn(folder, ".json").map(load));

// The fastest right step of a lab at the headline size (step 0 only warms up), wherever it was
// measured; a ladder first, whose steps ran side by side. {row, from: its result}, or undefined.
function bestOf(lab) {
    for (const r of [...results].sort((a, b) => isLab(a.lab) - isLab(b.lab))) {
        const [row] = r.rows
                          .filter((one) => isKind(one, "solution") && !isWrong(one) &&
                                      (isLab(r.lab) ? r.lab : one.lab) === lab && one.step >= 1 &&
                                      one.size === r.headline && one.ms > 0)
                          .sort((a, b) => a.ms - b.ms);
        if (row) return { row, from: r };
    }
    return undefined;
}

// Is a result limited by arithmetic? By its first step at the headline size.
function isArithmetic(r) {
    const typical = r.rows.find((row) => isKind(row, "solution") && row.size === r.headline);
    return Boolean(typical) && byArithmetic(typical);
}

module.exports = {
    die, labs, isLab, isLadder, number, volume, isKind, isWrong, isBinary, byArithmetic,
    isArithmetic, filesIn, results, others, bestOf
};
