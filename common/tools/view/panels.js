// What the page shows beside and below the chosen access: a part of page.js, in one script with it.
"use strict";

// ---- beside it: the reference, or the step before ----

// The access of the same block, warp and round as the one that is shown, or the first.
function counterpart(where, list) {
    const mine = tuple(accessesOfWarp()[chosen.index]) || [];
    return list.find((i) => [1, 2, 4].every((k) => where.accesses[i][k] === mine[k])) ?? list[0];
}

function partner() {
    const place = launch().places[chosen.place];
    const there = other || (chosen.launch > 0 ? own : null);
    const where = other ? other.launches[Math.min(chosen.launch, other.launches.length - 1)]
                        : there && own.launches[chosen.launch - 1];
    if (!place || !where) return null;
    const text = own.textOf(chosen.line).trim();
    const sameType = where.places.map((p, index) => ({ ...p, index }))
        .filter((p) => p.type === place.type);
    const sameSpace = sameType.filter((p) => p.space === place.space);
    const alike = sameSpace.length ? sameSpace : sameType;
    const best = alike.find((p) => there.textOf(p.line).trim() === text) ||
        alike.sort((a, b) => b.units - a.units)[0];
    const access = best && counterpart(where, where.ofPlace.get(best.index) || []);
    return access === undefined ? null
        : { data: there, where, place: best, access: where.access(access) };
}
const otherName = () =>
    names.other || `${own.launches[chosen.launch - 1]?.kernel}, the launch before`;

function showPartner() {
    const found = partner();
    show("compare");
    if (!found) return;
    const { data, where, place, access } = found, cost = View.cost(access);
    show("compare",
        element("h3", {}, `For comparison: ${otherName()}, line ${data.numberOf(place.line)}`),
        element("p", {}, element("code", {}, data.textOf(place.line).trim())),
        element("p", {}, `${placeName(where, place)}. ${View.explain(access, cost)}`),
        figure(View.picture(access, cost), { id: "partner" }));
}

// ---- the rest ----
const lifeOf = ({ lives }) =>
    lives.find((one) => one.block === chosen.block && one.warp === chosen.warp) || lives[0];
const legendOf = (lines, any) => [
    ...lines.map((line, i) => element("span", { class: `life${i % 8}` }, element("i", {}),
                     `line ${own.numberOf(line)}`)),
    any ? element("span", {}, element("i", { style: "background:var(--bad)" }), "barrier") : ""
];

function showLife() {
    const life = lifeOf(launch());
    if (!life) return show("life", "No warp was followed.");
    const drawn = View.lifePicture(own, life, chosen.line);
    byId("life").innerHTML = drawn.svg;
    show("life-legend",
        element("span", {},
            `Block ${View.blockOf(launch(), life.block)}, warp ${life.warp}. ${drawn.alt}`),
        ...legendOf(drawn.lines, life.events.some(([kind]) => kind === 1)));
}

const mean = (list, what) =>  // of loads, as the counters have it
    (View.sumOf(list, (one) => one.loads * one[what]) / View.sumOf(list, (one) => one.loads))
        .toFixed(1).replace(".0", "");
const saysOfWaits = ({ waits }) => waits.length
    ? `Loads under way when the first is needed: ${mean(waits, "loads")}, ${
          mean(waits, "bytes")} bytes of this warp. Other accesses of the warp since that load: ${
          mean(waits, "between")}. Averages over the loads; waits: ${waits.length}.`
    : "No wait for a load was recorded.";

function showTimeline() {
    const draw = (l) => l && lifeOf(l) ? View.timelineOf(l, lifeOf(l)) : null;
    const found = partner(), drawn = draw(launch()), beside = draw(found?.where);
    byId("waiting").hidden = !drawn?.waits.length;
    show("timeline-other");
    if (byId("waiting").hidden) return;
    const both = beside ? [drawn, beside] : [drawn];
    const span = Math.min(2600, Math.max(...both.map((one) => one.end))),
          most = Math.max(...both.flatMap(View.bytesUnderWay).map(([, bytes]) => bytes), 1);
    const picture = View.timelinePicture(own, drawn, span, most);
    byId("timeline").innerHTML = picture.svg;
    byId("waits").textContent = saysOfWaits(drawn);
    show("timeline-legend", ...legendOf(picture.lines, drawn.barriers.length));
    if (!beside) return;
    show("timeline-other", element("h3", {}, `For comparison: ${otherName()}`),
        element("p", {}, saysOfWaits(beside)),
        figure(View.timelinePicture(found.data, beside, span, most).svg));
}

function showMaps() {
    show("maps");
    for (const map of launch().maps) {
        const found = findingsHere().filter((f) => f.meeting?.area === map.area)
            .map((f) => Math.floor(f.meeting.offset / 4));
        const array = launch().areas[map.area];
        byId("maps").append(
            element("h2", {}, `${array.name} in block ${View.blockOf(launch(), map.block)}`),
            element("p", { class: "note" },
                "Each cell is a word of 4 bytes; the number is the thread that stored it " +
                    "last. Orange: loaded, but no thread of the block has stored it. " +
                    "An outline: something was found there."),
            figure(View.mapPicture(own, launch(), map, found)));
    }
}

function floorNote(floor, found) {
    if (!floor) return "The caches were not watched (EMU_WATCH), so there are no bars.";
    return "A bound, not a measurement: what the counted work needs at least in each unit of " +
        `the ${floor.gpu}. No launch is faster than the longest bar.` +
        (floor.remark ? ` This launch does not fill the GPU: ${floor.remark}.` : "") +
        (found ? ` Gray: ${otherName()}.` : "");
}

function showFloor() {
    const floor = launch().floor, found = partner()?.where.floor;
    byId("floor-note").textContent = floorNote(floor, found);
    byId("floor").innerHTML = floor ? View.floorPicture(floor, found, otherName()) : "";
}

function whatIsLeftOut(l) {
    const kept = l.accesses.length;
    if (!l.left_out) return `All ${kept} accesses of this launch are here.`;
    return `This launch made ${kept + l.left_out} accesses; ${kept} are here: of block` +
        `${l.sampled_blocks.length > 1 ? "s" : ""} ${l.sampled_blocks.join(", ")} the warps ` +
        `${l.followed_warps.join(", ")}, the first ` +
        `${own.limits.accesses_of_a_place_by_a_warp} of each place, and the most expensive of each ` +
        "place. Bars and figures of lines count all accesses.";
}

function showLaunch() {
    const l = launch(), kept = own.launches.length, all = own.launches_of_program;
    const ended = l.error ? `, ended with error ${l.error}` : "";
    byId("about").textContent = `grid (${l.grid}), block (${l.block})${ended}`;
    byId("limits").textContent = whatIsLeftOut(l) +
        (all > kept ? ` ${kept} of ${all} launches are here.` : "") +
        " Arithmetic is not shown, nor what the GPU's compiler merges or reorders.";
}
