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
    const [place, block, warp, time, ordinal, pattern, area, offset, bytes, units, ideal] =
        launch.accesses[index];
    const where = launch.places[place], array = launch.areas[area];
    const base = offset + (array ? array.phase : 0);
    const [mask, offsets] = launch.patterns[pattern];
    const lanes = [];
    for (let lane = 0, i = 0; lane < 32; lane++)
        if (mask >>> lane & 1) lanes.push({ lane, address: base + offsets[i++] });
    const outside = lanes.filter(({ address }) => !array || address - array.phase < 0 ||
                                     address - array.phase + bytes > array.bytes)
                        .map((one) => one.lane);
    const below = Math.max(0, Math.ceil(-Math.min(...lanes.map((one) => one.address)) / 128)) * 128;
    for (const one of lanes)
        one.address += below;  // before the array's first byte: no negative numbers
    const { space, type } = where || { space: "global", type: "load" };
    return {
        index, place, block, warp, time, ordinal, bytes, units, ideal, lanes, mask, area, array,
        outside, space, type, wild: ideal === 0, start: (array ? array.phase : 0) + below
    };
}

const surplus = (sum) => Math.max(0, sum.units - sum.ideal);

// Source lines with accesses, by their number in data.lines: what their places cost together.
function linesOf(launch) {
    const lines = new Map();
    launch.places.forEach((place, index) => {
        if (!lines.has(place.line))
            lines.set(place.line, { places: [], cost: 0, ideal: 0, requests: 0, lanes: 0 });
        const line = lines.get(place.line);
        line.places.push({...place, index });
        line.cost += place.units * WEIGHT[place.space];
        line.ideal += Math.min(place.ideal, place.units) * WEIGHT[place.space];
        line.requests += place.requests;
        line.lanes += place.lanes;
    });
    for (const line of lines.values())
        line.places.sort((a, b) => surplus(b) * WEIGHT[b.space] - surplus(a) * WEIGHT[a.space] ||
                b.units * WEIGHT[b.space] - a.units * WEIGHT[a.space]);
    return lines;
}

const dearest =
    (lines) => [...lines]
                   .reduce((best, one) => !best || one[1].cost > best[1].cost ? one : best, null)
                   ?.[0];

// Prepares a whole file: launches get `lines` and `all`, accesses that are looked up when asked
// for.
View.prepare = function (data) {
    if (!data) return null;
    for (const launch of data.launches) {
        launch.byLine = linesOf(launch);
        launch.dearest = dearest(launch.byLine);
        const known = new Map();
        launch.access = (index) => {
            if (!known.has(index)) known.set(index, expand(launch, index));
            return known.get(index);
        };
        launch.ofPlace = new Map();
        launch.accesses.forEach((access, index) => {
            if (!launch.ofPlace.has(access[0])) launch.ofPlace.set(access[0], []);
            launch.ofPlace.get(access[0]).push(index);
        });
    }
    data.textOf = (line) => {
        const [file, number] = data.lines[line] || [-1, 0];
        const text = data.files[file]?.text;
        if (!text) return "";
        data.files[file].split = data.files[file].split || text.split("\n");
        return (data.files[file].split[number - 1] || "").replace(/\r$/, "");
    };
    data.numberOf = (line) => (data.lines[line] || [-1, 0])[1];
    return data;
};

View.threadOf = function (launch, thread) {
    const [x, y] = launch.block;
    return `(${thread % x},${Math.floor(thread / x) % y},${Math.floor(thread / x / y)})`;
};

View.blockOf = function (launch, block) {
    const [x, y] = launch.grid;
    return `(${block % x},${Math.floor(block / x) % y},${Math.floor(block / x / y)})`;
};

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
    const same = (p) => ["line", "column", "space", "type"].every((key) =>
        p[key] === places[number]?.[key]);
    const sum = (key) => places.filter(same).reduce((total, place) => total + place[key], 0);
    const missed = sum("units") - sum("hits");
    if (sum("hits") > missed) return "L1";
    return 2 * sum("l2_hits") > missed ? "L2" : "DRAM";
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
    const n = cost.units, few = access.ideal, stride = View.strideOf(access),
          lanes = access.lanes.length;
    const apart = stride === null ? ""
        : stride === 0
        ? "All lanes have one address."
        : `Adjacent lanes are ${Math.abs(stride)} bytes apart${stride < 0 ? ", downwards" : ""}.`;
    const out = [];
    if (lanes < 32) out.push(`${lanes} of 32 lanes take part.`);
    if (access.outside.length)
        out.push(
            `${access.outside.length === 1 ? "Lane" : "Lanes"} ${View.ranges(access.outside)} ` +
            `${access.outside.length === 1 ? "is" : "are"} outside ${
                access.array ? access.array.name : "every allocation"}.`);
    if (apart)
        out.push(apart);
    else if (access.lanes.length > 1)
        out.push("The lanes' addresses have no common distance.");
    if (access.space === "shared") {
        if (n <= few)
            out.push(`No bank has to deliver two words at once: ${
                count(n, "wavefront")}, the fewest possible.`);
        else if (access.type === "atomic")
            out.push(`Atomics of one bank go one after the other: ${
                count(n, "wavefront")} instead of ${few}.`);
        else
            out.push(`One bank has to deliver ${
                         Math.max(...bankDepths(cost))} different words, one a wavefront: ` +
                `${count(n, "wavefront")} instead of ${few}.`);
    } else if (access.space === "constant") {
        out.push(n <= 1
                ? "All lanes read one word: one turn."
                : `${n} different words are read one after the other: ${n} turns instead of 1.`);
    } else {
        const used = View.usedBytes(access), moved = n * 32;
        out.push(n <= few || access.wild
                ? `${count(n, "sector")} of 32 bytes${access.wild ? "" : ": no fewer would do"}.`
                : `${count(n, "sector")} of 32 bytes instead of ${few}: ${used} of the ${
                      moved} bytes are asked for.`);
        if (n > few && access.type === "atomic" && cost.rows.some((row) => row.again))
            out.push("Atomics on one address go one after the other.");
        else if (n > few && stride === access.bytes)
            out.push("The bytes are adjacent, but do not begin where a sector begins.");
    }
    return out.join(" ");
};
const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
const bankDepths = (cost) => cost.rows[0].words.map(
    (_, bank) => cost.rows.filter((row) => row.words[bank].lanes.length > 0).length);

// "0–3, 7" for lists of lanes
View.ranges = function (list) {
    const out = [];
    for (let i = 0; i < list.length;) {
        let k = i;
        while (k + 1 < list.length && list[k + 1] === list[k] + 1) k++;
        out.push(k === i ? `${list[i]}`
                : k === i + 1 ? `${list[i]}, ${list[k]}`
                              : `${list[i]}–${list[k]}`);
        i = k + 1;
    }
    return out.join(", ");
};
})();
