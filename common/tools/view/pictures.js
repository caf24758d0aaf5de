// The pictures, as text of SVG: of one access, of a warp's life, of a shared array, of the bounds.
// The page and the pictures of the docs are drawn by these. Whatever stands for one sector,
// wavefront or word has the class `unit`.
"use strict";
var View = globalThis.View = globalThis.View || {};

(function () {
const CELL = 21, ROW = 18, LEFT = 92, GAP = 5;
const FEW = 12;  // lines of memory, between which there is room for dots

const escape = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const svg = (width, height, label, body) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${
        width}" height="${height}" role="img" aria-label="${escape(label)}">${body}</svg>`;
const rect = (x, y, w, h, kind, title) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" class="${kind}"` +
    (title ? `><title>${escape(title)}</title></rect>` : "/>");
const label = (x, y, text, kind = "") =>
    `<text x="${x}" y="${y}" class="${kind}">${escape(text)}</text>`;
const side = (y, text, kind = "end") => label(LEFT - 8, y, text, kind);

// Who asks for a word, in a cell's width.
function lanesText(lanes) {
    if (lanes.length === 1) return String(lanes[0]);
    const text = View.ranges(lanes);
    return text.length <= 5 ? text.replace(", ", ",") : `×${lanes.length}`;
}

const laneLabel = (x, y, text) => label(x, y, text, text.length > 3 ? "lane tiny" : "lane");

// A word of an access, `byte` bytes from where its array begins.
function cell(x, y, { lanes }, kind, access, byte, bank = "") {
    const bad = lanes.some((lane) => access.outside.includes(lane)) ? " outside" : "";
    const asks = lanes.length ? `lane${lanes.length > 1 ? "s" : ""} ${View.ranges(lanes)}`
                              : "no lane asks for it";
    return rect(x, y, CELL - 1, ROW - 2, kind + bad,
               `${bank}bytes ${byte} to ${byte + 3}: ${asks}`) +
        (lanes.length ? laneLabel(x + (CELL - 1) / 2, y + ROW - 6, lanesText(lanes)) : "");
}

const sectorX = (sector) => LEFT + sector * (8 * CELL + GAP);
const wide = LEFT + 4 * (8 * CELL + GAP) + 4;

function globalPicture(access, cost, alt) {
    let y = 34, before = null, body = "";
    for (let s = 0; s < 4; s++) body += label(sectorX(s) + 4 * CELL, 14, `sector ${s}`, "head");
    body += side(14, "128-byte line", "head end");
    for (const row of cost.rows) {
        if (before !== null && row.line > before + 1 && cost.rows.length <= FEW) {
            body += side(y + 4, "⋮");
            y += 10;
        }
        before = row.line;
        const at = row.line * 128 - access.start;
        body += side(y + ROW - 6, row.again ? "again" : `byte ${at}`);
        row.sectors.forEach((moves, s) => {
            if (!moves) {
                body += rect(sectorX(s), y, 8 * CELL - 1, ROW - 2, "untouched");
                return;
            }
            body += rect(sectorX(s) - 2, y - 1, 8 * CELL + 3, ROW,
                `unit sector${row.again ? " again" : ""}`);
            row.words.slice(8 * s, 8 * s + 8).forEach((word, w) => {
                body += cell(sectorX(s) + w * CELL, y, word,
                    word.lanes.length ? "asked" : "unasked", access, at + 32 * s + 4 * w);
            });
        });
        y += ROW + 4;
    }
    return svg(wide, y + 2, alt, body);
}

function sharedPicture(access, cost, alt) {
    const bankX = (bank) => LEFT + bank * CELL;
    let y = 34, body = side(26, "bank", "head end");
    for (let b = 0; b < 32; b++) body += label(bankX(b) + CELL / 2, 26, b, "head");
    cost.rows.forEach((row, i) => {
        if (i && !row.again) y += 6;
        body +=
            rect(LEFT - 3, y - 1, 32 * CELL + 4, ROW, `unit wavefront${row.again ? " again" : ""}`);
        body += side(y + ROW - 6, `wavefront ${i + 1}`);
        body += rect(LEFT, y, 32 * CELL - 1, ROW - 2, "untouched");
        row.words.forEach((word, bank) => {
            if (!word.lanes.length) return;
            body += cell(bankX(bank), y, word, row.again ? "conflict" : "asked", access,
                word.word * 4 - access.start, `bank ${bank}, `);
        });
        y += ROW + 2;
    });
    return svg(LEFT + 32 * CELL + 6, y + 2, alt, body);
}

function constantPicture(access, cost, alt) {
    let y = 8, body = "";
    cost.rows.forEach((row, i) => {
        body += rect(LEFT, y, 10 * CELL, ROW, `unit wavefront${row.again ? " again" : ""}`);
        body += side(y + ROW - 5, `turn ${i + 1}`);
        body += label(LEFT + 6, y + ROW - 5,
            `byte ${row.address - access.start}: lanes ${View.ranges(row.lanes)}`, "begin");
        y += ROW + 3;
    });
    return svg(wide, y + 2, alt, body);
}

// One access of a warp, lane by lane.
View.picture = function (access, cost) {
    const drawing = { shared: sharedPicture, constant: constantPicture, global: globalPicture };
    return drawing[access.space](access, cost, View.explain(access, cost));
};

const LEGENDS = {
    global: [
        ["asked", "asked for by the lane"], ["unasked", "moved, and not asked for"],
        ["untouched", "not moved"], ["sector again", "once more, for the same address"]
    ],
    shared: [
        ["asked", "delivered at once to these lanes"],
        ["conflict", "a bank conflict: one wavefront more"],
        ["untouched", "the bank has nothing to do"]
    ],
    constant: [["wavefront", "one address, one turn"], ["wavefront again", "one turn more"]]
};
// What the colors of an access's picture mean, as far as they are in it.
View.legend = (space, picture) => LEGENDS[space]
    .filter(([kind]) => picture.includes(`class="${kind}`) || picture.includes(`unit ${kind}"`))
    .map(([kind, text]) => `<span><svg width="13" height="12" aria-hidden="true">${
        rect(0.5, 0.5, 11, 11, kind)}</svg>${text}</span>`).join("");

// ---- a warp's life ----
// Time runs to the right, a step for each access, exchange and barrier; lanes lie below one
// another.
View.lifePicture = function (data, life, chosen) {
    const step = life.events.length > 200 ? 5 : 9, high = 6, top = 16;
    const lines = [...new Set(life.events.filter(([kind]) => kind !== 1).map(([, line]) => line))]
        .sort((a, b) => data.numberOf(a) - data.numberOf(b));
    const parted = life.events.filter(
        ([kind, , mask]) => kind === 0 && mask !== life.events[0][2]).length;
    let body = side(top + 8, "lane 0") + side(top + 31 * high + 6, "lane 31") +
        rect(LEFT, top, life.events.length * step, 32 * high, "life-ground");
    life.events.forEach(([kind, line, mask], i) => {
        const what = kind === 1 ? "barrier" : kind === 2 ? "exchange" : "access";
        const title = `${i + 1}: ${what}, line ${data.numberOf(line)}, lanes ${
            View.ranges(View.lanesOf(mask))}`;
        const paint = kind === 1
            ? "barrier"
            : `life life${lines.indexOf(line) % 8}${line === chosen ? " life-chosen" : ""}`;
        for (const [from, to] of View.runs(View.lanesOf(mask)))
            body += rect(LEFT + i * step, top + from * high, step - 1, (to - from + 1) * high - 1,
                paint, title);
    });
    const alt = `${life.events.length} of the warp's ${life.of} events. ` +
        (parted ? `In ${parted} of them other lanes take part than in the first one.`
                : "The same lanes take part in all of them.");
    const wide = LEFT + life.events.length * step + 8;
    return { svg: svg(wide, top + 32 * high + 6, alt, body), lines, alt };
};

// View.timelineOf, drawn up to `span`; `most`: bytes that the lower part has room for.
View.timelinePicture = function (data, drawn, span, most) {
    const scale = 760 / span, at = (time) => LEFT + Math.min(time, span) * scale, ends = [];
    const loads = drawn.loads.filter((load) => load.from < span);
    for (const load of loads) {
        load.row = ends.findIndex((end) => end <= load.from);
        if (load.row < 0) load.row = ends.length;
        ends[load.row] = load.end;
    }
    const high = Math.max(2, Math.min(10, 150 / ends.length)), top = 22, room = 56,
          below = top + ends.length * high + 12, foot = below + room;
    const lines = [...new Set(drawn.loads.map((load) => load.line))];
    const bar = (from, to, y, h, kind, title) =>
        rect(at(from), y, Math.max(1, at(to) - at(from)), h, kind, title);
    let body = side(14, "other accesses") +
        side(top + Math.min(20, ends.length * high / 2 + 4), "loads") +
        side(below + 14, "bytes") + side(below + 28, "under way");
    for (const wait of drawn.waits)
        if (wait.to > wait.from && wait.from < span)
            body += bar(wait.from, wait.to, 4, foot - 4, "waits",
                `the warp waits; loads under way: ${wait.loads}`);
    for (const other of drawn.others)
        if (other.at < span)
            body += rect(at(other.at), 4, 1, 12, "tick", `line ${data.numberOf(other.line)}`);
    for (const load of loads)
        body += bar(load.from, load.end, top + load.row * high, Math.max(1, high - 1),
            `life life${lines.indexOf(load.line) % 8}`,
            `line ${data.numberOf(load.line)}, ${load.bytes} bytes from ${load.level}`);
    let path = `M${LEFT} ${foot}`;
    for (const [time, bytes] of View.bytesUnderWay(drawn))
        path += `H${at(time).toFixed(1)}V${(foot - room * bytes / most).toFixed(1)}`;
    body += `<path d="${path}V${foot}Z" class="works"/>`;
    for (const barrier of drawn.barriers)
        if (barrier < span) body += rect(at(barrier), 4, 2, foot - 4, "barrier", "barrier");
    body += rect(LEFT, foot, 760, 1, "axis") +
        label(LEFT + 760, foot + 14, "what waits for what: not a time", "end");
    return { svg: svg(LEFT + 768, foot + 20, "what the warp waits for", body), lines };
};

// ---- a shared array ----
const touchText = (data, launch, touch, verb) => touch &&
    `${verb} by thread ${View.threadOf(launch, touch[1])} at line ${
        data.numberOf(touch[2])}, after ${touch[3]} barriers`;

// Its words, 32 in a row: stored, loaded, loaded though never stored; where a finding was made,
// outlined.
View.mapPicture = function (data, launch, map, found) {
    const array = launch.areas[map.area], touched = new Map(map.cells.map((one) => [one[0], one]));
    const last = Math.max(...touched.keys());
    let body = side(12, "word", "head end"), never = 0;
    for (let b = 0; b < 32; b += 4)
        body += label(LEFT + b * CELL + CELL / 2, 12, `+${b}`, "head");
    for (let word = 0; word <= last; word++) {
        const x = LEFT + (word % 32) * CELL, y = 18 + Math.floor(word / 32) * ROW;
        if (word % 32 === 0) body += side(y + ROW - 6, word);
        const one = touched.get(word), [, stored, loaded] = one || [];
        const kind = !one ? "untouched" : !stored ? "unasked never" : loaded ? "asked" : "stored";
        never += one && !stored ? 1 : 0;
        const title = [
            `word ${word}`, touchText(data, launch, stored, "stored"),
            touchText(data, launch, loaded, "loaded")
        ].filter(Boolean).join("; ");
        body += rect(x, y, CELL - 1, ROW - 2, kind + (found.includes(word) ? " found" : ""),
            one ? title : "");
        if (stored || loaded)
            body += laneLabel(x + (CELL - 1) / 2, y + ROW - 6, String((stored || loaded)[1]));
    }
    const alt = `${array.name}, ${map.cells.length} of ${map.words} words touched, ${
                    never} loaded but never stored; ` +
        `a number is the thread that stored last, or else loaded`;
    return svg(LEFT + 32 * CELL + 4, 22 + (Math.floor(last / 32) + 1) * ROW, alt, body);
};

// Two threads that meet in a cell (View.meetingOf).
View.meetingPicture = function ({ first, cell: name, second }) {
    const box = (x, who) => rect(x, 8, 240, 48, "person") +
        label(x + 120, 28, who.text, "mid strong") + label(x + 120, 46, who.where, "mid");
    const alt = `${first.text}, ${first.where}; ${second.text}, ${second.where}: ${name}`;
    const body = box(4, first) + box(516, second) + rect(270, 14, 220, 36, "meet") +
        label(380, 37, name, "mid strong") + `<path class="arrow" d="M244 32H270M516 32H490"/>`;
    return svg(760, 64, alt, body);
};

// ---- the least time in each unit ----
const BARS = [["dram", "DRAM"], ["l2", "L2"], ["l1", "L1 and shared"],
              ["constant", "constant cache"], ["issue", "issue"]];
const short = (value) => value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

View.floorPicture = function (own, other, otherName) {
    const all = [own, other].filter(Boolean),
          most = Math.max(...all.flatMap((m) => BARS.map(([key]) => m[key])), 1e-9);
    const named = BARS.map(([key]) => own[key]), top = Math.max(...named);
    let y = 6, body = "";
    for (const [key, name] of BARS) {
        body += label(LEFT + 8, y + 13, name, "end");
        all.forEach((model, i) => {
            const kind = i ? "bar-other" : own[key] === top ? "bar-most" : "bar";
            body += rect(LEFT + 16, y, Math.max(1, 520 * model[key] / most), 14, kind,
                i ? otherName : "this kernel");
            body += label(
                LEFT + 24 + 520 * model[key] / most, y + 12, `${short(model[key])} µs`, "begin");
            y += 17;
        });
        y += 6;
    }
    const alt = BARS.map(([key, name]) => `${name} ${short(own[key])} µs${
                             other ? ` (${otherName}: ${short(other[key])} µs)` : ""}`)
                    .join("; ");
    return svg(wide, y, alt, body);
};
})();
