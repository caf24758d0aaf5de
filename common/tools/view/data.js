// The recorded data (docs/emulator.md, "The view's file") in the form that the page asks for.
"use strict";
var View = globalThis.View = globalThis.View || {};

(function () {
const UNIT = { global: "sectors", shared: "wavefronts", constant: "words" };
// Four sectors are a line of 128 bytes, which takes as long as a wavefront.
const WEIGHT = { global: 0.25, shared: 1, constant: 1 };
View.unitName = (space) => UNIT[space];

// An access as units.js wants it, with where it belongs to.
function expand(launch, index) {
    const [place, block, warp, , , pattern, area, offset, bytes, units, ideal] =
        launch.accesses[index];
    const { space, type } = launch.places[place] || { space: "global", type: "load" };
    const array = launch.areas[area], phase = array ? array.phase : 0;
    const [mask, offsets] = launch.patterns[pattern];
    const lanes = View.lanesOf(mask).map(
        (lane, i) => ({ lane, address: offset + phase + offsets[i] }));
    const outside = lanes.filter(({ address }) => !array || address < phase ||
        address - phase + bytes > array.bytes).map((one) => one.lane);
    const below = Math.max(0, Math.ceil(-Math.min(...lanes.map((one) => one.address)) / 128)) * 128;
    for (const one of lanes)
        one.address += below;  // before the array's first byte: no negative numbers
    return {
        index, place, block, warp, bytes, units, ideal, lanes, array, outside, space, type,
        wild: ideal === 0, start: phase + below
    };
}

const sumOf = (list, what) => list.reduce((sum, one) => sum + what(one), 0);
View.sumOf = sumOf;
const surplus = (place) => Math.max(0, place.units - place.ideal) * WEIGHT[place.space];
const costOf = (place) => place.units * WEIGHT[place.space];

// Source lines with accesses, by their number in data.lines: what their places cost together.
function linesOf(launch) {
    const lines = View.grouped(launch.places.map((place, index) => ({ ...place, index })),
        (place) => place.line);
    for (const [line, places] of lines)
        lines.set(line, {
            places: places.sort((a, b) => surplus(b) - surplus(a) || costOf(b) - costOf(a)),
            cost: sumOf(places, costOf),
            ideal: sumOf(places, (p) => Math.min(p.ideal, p.units) * WEIGHT[p.space]),
            requests: sumOf(places, (p) => p.requests),
            lanes: sumOf(places, (p) => p.lanes)
        });
    return lines;
}

// Prepares a whole file: launches get `byLine`, `dearest`, `ofPlace`, and accesses when asked.
View.prepare = function (data) {
    if (!data) return null;
    for (const launch of data.launches) {
        launch.byLine = linesOf(launch);
        launch.dearest = [...launch.byLine].reduce(
            (best, one) => !best || one[1].cost > best[1].cost ? one : best, null)?.[0];
        launch.access = (index) => expand(launch, index);
        launch.ofPlace = View.grouped(launch.accesses.keys(), (i) => launch.accesses[i][0]);
    }
    const at = (line) => data.lines[line] || [-1, 0];
    data.textOf = (line) => {
        const [file, number] = at(line), text = data.files[file]?.text || "";
        return (text.split("\n")[number - 1] || "").replace(/\r$/, "");
    };
    data.numberOf = (line) => at(line)[1];
    return data;
};

const inside = ([x, y], i) => `(${i % x},${Math.floor(i / x) % y},${Math.floor(i / x / y)})`;
View.threadOf = (launch, thread) => inside(launch.block, thread);
View.blockOf = (launch, block) => inside(launch.grid, block);

// "part[16]" where an offset is in a named array, "element 16 of cudaMalloc #1" else.
View.elementOf = function (array, offset, bytes) {
    if (!array) return "memory that is not allocated";
    const name = array.name.replace(/^__\w+__ /, ""), number = offset / bytes;
    if (!Number.isInteger(number)) return `byte ${offset} of ${name}`;
    return /^[A-Za-z_]\w*$/.test(name) ? `${name}[${number}]` : `element ${number} of ${name}`;
};

const SAYS = { load: "loads", store: "stores", atomic: "updates" };

// Who was at the cell of a finding before, or what else it is at odds with.
function firstOf(data, launch, finding, access) {
    const m = finding.meeting, stored = finding.text.includes("wrote") || !m.other;
    const before = stored ? m.write : m.other;
    if (finding.kind.startsWith("race") && before)
        return {
            text: `thread ${View.threadOf(launch, before[1])} ${SAYS[before[4]]}`,
            where: `block ${View.blockOf(launch, before[0])}, line ${data.numberOf(before[2])}`
        };
    if (finding.kind.startsWith("uninitialised"))
        return { text: "no thread has stored", where: "here before" };
    if (!access.array) return { text: "nothing", where: "is allocated there" };
    return { text: `${access.array.name} has`, where: `${access.array.bytes} bytes` };
}

// The two sides of a finding and the cell between them: {first, cell, second}, each side {text,
// where}.
View.meetingOf = function (data, launch, finding) {
    const access = launch.access(finding.meeting.access);
    return {
        first: firstOf(data, launch, finding, access),
        cell: View.elementOf(access.array, finding.meeting.offset, access.bytes),
        second: {
            text: `thread (${finding.thread}) ${SAYS[access.type]}`,
            where: `block (${finding.block}), line ${finding.line}`
        }
    };
};

// A load from where most of its sectors came from, at all places that the compiler made of it, takes
// so many nanoseconds alone: of an H200, as `make doctor` measures (docs/pictures/machine.svg).
const DELAY = { L1: 20, L2: 140, DRAM: 320 };
const INSTRUCTION = 4;  // as drawn
View.levelOf = function (places, number) {
    const same = places.filter((p) => ["line", "column", "space", "type"].every(
        (key) => p[key] === places[number]?.[key]));
    const hits = sumOf(same, (p) => p.hits), missed = sumOf(same, (p) => p.units) - hits;
    if (hits > missed) return "L1";
    return 2 * sumOf(same, (p) => p.l2_hits) > missed ? "L2" : "DRAM";
};

// What waits for what in a warp's life: loads from issue to arrival, waits, barriers, as if each
// instruction took the same time, and the warp were alone. A wait is for one load and those that
// follow it closely.
View.timelineOf = function (launch, life) {
    const out = { loads: [], waits: [], barriers: [], others: [], end: 0 };
    let now = 0, next = 0, underWay = [];
    const wait = ([, , , bytes, since, loads, between]) => {
        let i = underWay.length - 1 - since, until = now;
        const of = underWay[i];
        for (let last = of?.from; i < underWay.length && underWay[i]?.from - last <= 12; i++) {
            last = underWay[i].from;
            until = Math.max(until, of.copy ? of.end : underWay[i].end);
        }
        out.waits.push({ from: now, to: until, loads, bytes, between });
        underWay = underWay.filter((load) => load.copy);
        now = until;
    };
    const waitsAt = (time) => {
        while (life.ways[next]?.[0] === 2 && life.ways[next][1] <= time) wait(life.ways[next++]);
    };
    life.events.forEach(([kind, line], i) => {
        waitsAt(i);
        const [what, time, number, bytes] = life.ways[next] || [];
        now += INSTRUCTION;
        if (kind === 1)
            out.barriers.push(now);
        else if (what < 2 && time === i + 1) {
            const level = View.levelOf(launch.places, number), end = now + DELAY[level];
            out.loads.push({ line, from: now, end, level, bytes, copy: what === 1 });
            underWay.push(out.loads[out.loads.length - 1]);
            next++;
        } else
            out.others.push({ line, at: now });
    });
    waitsAt(life.events.length);
    out.end = Math.max(now, ...out.loads.map((load) => load.end));
    return out;
};

// Bytes under way: [from when, how many] wherever that changes.
View.bytesUnderWay = function (drawn) {
    const changes = drawn.loads.flatMap((one) => [[one.from, one.bytes], [one.end, -one.bytes]]);
    let sum = 0;
    return changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([at, by]) => [at, sum += by]);
};

// In words what the picture shows: why it costs what it does.
View.explain = function (access, cost) {
    const n = cost.units, few = access.ideal, stride = View.strideOf(access), out = [];
    const { lanes, outside, space, array } = access, atomic = access.type === "atomic";
    if (lanes.length < 32) out.push(`${lanes.length} of 32 lanes take part.`);
    if (outside.length)
        out.push(`${outside.length === 1 ? "Lane" : "Lanes"} ${View.ranges(outside)} ${
            outside.length === 1 ? "is" : "are"} outside ${array?.name || "every allocation"}.`);
    if (stride === 0)
        out.push("All lanes have one address.");
    else if (stride !== null)
        out.push(`Adjacent lanes are ${Math.abs(stride)} bytes apart${
            stride < 0 ? ", downwards" : ""}.`);
    else if (lanes.length > 1)
        out.push("The lanes' addresses have no common distance.");
    if (space === "shared" && n <= few)
        out.push(`No bank has to deliver two words at once: ${
            count(n, "wavefront")}, the fewest possible.`);
    else if (space === "shared")
        out.push((atomic ? "Atomics of one bank go one after the other"
                : `One bank has to deliver ${deepest(cost)} different words, one a wavefront`) +
            `: ${count(n, "wavefront")} instead of ${few}.`);
    else if (space === "constant")
        out.push(n <= 1 ? "All lanes read one word: one turn."
            : `${n} different words are read one after the other: ${n} turns instead of 1.`);
    else {
        out.push(`${count(n, "sector")} of 32 bytes` + (access.wild ? "."
            : n <= few ? ": no fewer would do."
            : ` instead of ${few}: ${View.usedBytes(access)} of the ${
                  32 * n} bytes are asked for.`));
        if (n > few && atomic && cost.rows.some((row) => row.again))
            out.push("Atomics on one address go one after the other.");
        else if (n > few && stride === access.bytes)
            out.push("The bytes are adjacent, but do not begin where a sector begins.");
    }
    return out.join(" ");
};
const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
// Words that the bank with the most of them has to deliver.
const deepest = (cost) => Math.max(...cost.rows[0].words.map(
    (_, bank) => cost.rows.filter((row) => row.words[bank].lanes.length > 0).length));

// Lists of lanes: those of a mask; adjacent ones as [first, last]; "0–3, 7".
View.lanesOf = (mask) => [...Array(32).keys()].filter((lane) => mask >>> lane & 1);
View.runs = (list) => list.reduce((runs, one) => {
    const last = runs[runs.length - 1];
    if (last?.[1] === one - 1) last[1] = one; else runs.push([one, one]);
    return runs;
}, []);
View.ranges = (list) => View.runs(list).map(([first, last]) => first === last ? `${first}`
    : `${first}${last === first + 1 ? ", " : "–"}${last}`).join(", ");
})();
