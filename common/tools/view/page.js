// The page: what is chosen, and what is shown of it. No text from the data becomes markup:
// textContent, or what pictures.js has escaped.
"use strict";

const byId = (id) => document.getElementById(id);
const parse = (id) => JSON.parse(byId(id).textContent);
const names = parse("names");
const own = View.prepare(parse("own")), other = View.prepare(parse("other"));
const chosen = { launch: 0, line: -1, place: 0, block: 0, warp: 0, index: 0 };
const launch = () => own.launches[chosen.launch];

function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {}))
        if (key.startsWith("on"))
            e.addEventListener(key.slice(2), value);
        else
            e.setAttribute(key, value);
    e.append(...children.filter((child) => child !== null));
    return e;
}
// A button that chooses something.
const button = (attributes, chooses, ...children) => element("button", {
    type: "button", ...attributes, onclick: () => { chooses(); update(); }
}, ...children);
const show = (id, ...children) => byId(id).replaceChildren(...children);
const figure = (svg, attributes) => {
    const box = element("div", { class: "figure", tabindex: 0, ...attributes });
    box.innerHTML = svg;
    return box;
};
const ratio = (a, b) => (b ? a / b : 0).toFixed(2);

// ---- findings ----
function showFindings() {
    show("findings", ...own.findings.map((finding) => {
        const where = `${finding.file ? finding.file.replace(/.*\//, "") : "host code"}${
            finding.line ? ":" + finding.line : ""}`;
        const about = `${finding.kind}, block (${finding.block}), thread (${finding.thread}): ${
            finding.text}`;
        const go = element("button", { type: "button", onclick: () => goTo(finding) }, where);
        return element("li", {}, finding.launch === null ? `${where} ` : go, " " + about);
    }));
}

function goTo(finding) {
    choose("launch", finding.launch);
    const meeting = finding.meeting, access = meeting && launch().access(meeting.access);
    const line = own.lines.findIndex(([file, number], i) => number === finding.line &&
        own.files[file]?.name === finding.file && launch().byLine.has(i));
    if (access && launch().places[access.place]) {
        const { place, block, warp } = access;
        Object.assign(chosen, { line: launch().places[place].line, place, block, warp });
        chosen.index = accessesOfWarp().indexOf(access.index);
    } else if (line >= 0)
        choose("line", line);
    wholeLaunch();
    byId("chosen").scrollIntoView({ block: "start" });
}

const findingsHere = () => own.findings.filter((finding) => finding.launch === chosen.launch);

// ---- what is chosen ----
const placesOfLine = () => launch().byLine.get(chosen.line)?.places || [];
const accessesOfPlace = () => launch().ofPlace.get(chosen.place) || [];
const tuple = (index) => launch().accesses[index];
const accessesOfWarp = () =>
    accessesOfPlace().filter((i) => tuple(i)[1] === chosen.block && tuple(i)[2] === chosen.warp);
const excess = (index) => tuple(index)[9] - tuple(index)[10];

// Sets one thing, and what follows from it to something that there is: at first the worst access.
function choose(what, value) {
    chosen[what] = value;
    switch (what) {
        case "launch":
            chosen.line = launch().dearest ?? -1;  // falls through
        case "line":
            chosen.place = placesOfLine()[0]?.index ?? -1;  // falls through
        case "place": {
            const all = accessesOfPlace();
            const worst = all.reduce((a, i) => a < 0 || excess(i) > excess(a) ? i : a, -1);
            if (worst >= 0) [chosen.block, chosen.warp] = [tuple(worst)[1], tuple(worst)[2]];
            chosen.index = Math.max(0, accessesOfWarp().indexOf(worst));
            break;
        }
        case "block":
            if (!accessesOfWarp().length)
                chosen.warp = tuple(accessesOfPlace().find((i) => tuple(i)[1] === value))?.[2] ??
                    0;  // falls through
        case "warp":
            chosen.index = 0;
    }
}

// ---- the source ----
function sourceRow(file, number, text, line, most) {
    const sum = line >= 0 ? launch().byLine.get(line) : null;
    const found = findingsHere().some((f) => f.line === number && f.file === file);
    const cells = [
        element("span", { class: "n" }, String(number)), element("span", {}),
        element("span", {}, text || " ")
    ];
    if (!sum) return element("div", { class: found ? "row found" : "row" }, ...cells);
    const least = Math.min(sum.ideal, sum.cost);
    cells[1] = element("span", { class: "meter" }, ...[least, sum.cost - least].map(
        (cost) => element("i", { style: `width:${100 * cost / most}%` })));
    const says = sum.places.map((p) => `${p.space} ${p.type}, ${ratio(p.units, p.requests)} ${
        View.unitName(p.space)} a request, ${ratio(p.ideal, p.requests)} at least`).join("; ");
    const label =
        `line ${number}: ${says}; ${ratio(sum.lanes, sum.requests)} lanes. ${text.trim()}`;
    return button({ class: found ? "row found" : "row", "data-line": line, title: says,
        "aria-label": label }, () => choose("line", line), ...cells);
}

function showSource() {
    const most = Math.max(...[...launch().byLine.values()].map((sum) => sum.cost), 1);
    const files = View.grouped(launch().byLine.keys(), (line) => own.lines[line][0]);
    for (const finding of findingsHere()) {
        const file = own.files.findIndex((one) => one.name === finding.file);
        if (file >= 0 && !files.has(file)) files.set(file, []);
    }
    show("source");
    for (const [file, lines] of files) {
        const { name, text } = own.files[file] || { name: "(unknown)", text: null };
        const numbered = new Map(lines.map((line) => [own.numberOf(line), line]));
        const rows = text
            ? text.replace(/\n$/, "").split("\n").map((row, i) => [i + 1, row.replace(/\r$/, "")])
            : [...numbered.keys()].sort((a, b) => a - b).map((number) => [number, "(no source)"]);
        byId("source").append(element("div", { class: "name" }, name),
            ...rows.map(([number, row]) =>
                sourceRow(name, number, row, numbered.get(number) ?? -1, most)));
    }
}

function markLine() {
    for (const row of byId("source").querySelectorAll("button.row"))
        row.setAttribute("aria-current", String(Number(row.dataset.line) === chosen.line));
    const box = byId("source"), now = box.querySelector("[aria-current=true]");
    const below = now?.offsetTop - box.scrollTop;
    if (below < 40 || below > box.clientHeight - 40)
        box.scrollTop = now.offsetTop - box.clientHeight / 2;
}

byId("source").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key],
          rows = [...byId("source").querySelectorAll("button.row")];
    const next = step && rows[rows.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
});

// ---- the chosen line ----
const placeName = (where, place) => {
    const array = where.ofPlace.get(place.index)?.map((i) => where.areas[where.accesses[i][6]])
        .find(Boolean);
    return `${place.type} of ${array ? array.name : place.space} · ${
        ratio(place.units, place.requests)} ${View.unitName(place.space)}, at least ${
        ratio(place.ideal, place.requests)}`;
};

function showPlaces() {
    const line = launch().byLine.get(chosen.line);
    byId("line-title").textContent = line
        ? `Line ${own.numberOf(chosen.line)}: ${own.textOf(chosen.line).trim()}`
        : "No access of memory was recorded";
    show("places", ...placesOfLine().map((place) => button(
        { "aria-pressed": String(place.index === chosen.place) },
        () => choose("place", place.index), placeName(launch(), place))));
}

function options(id, values, now, name) {
    show(id, ...values.map((value) => element("option", { value }, name(value))));
    byId(id).value = String(now);
    byId(id).disabled = values.length < 2;
}
const unique = (list) => [...new Set(list)].sort((a, b) => a - b);

function showAccess() {
    const list = accessesOfWarp(), index = byId("index");
    const all = accessesOfPlace(), ofBlock = all.filter((i) => tuple(i)[1] === chosen.block);
    options("block", unique(all.map((i) => tuple(i)[1])), chosen.block,
        (b) => View.blockOf(launch(), b));
    options("warp", unique(ofBlock.map((i) => tuple(i)[2])), chosen.warp, String);
    index.max = Math.max(0, list.length - 1);
    index.value = chosen.index;
    index.disabled = list.length < 2;
    if (!list.length) {
        for (const id of ["picture", "legend", "table", "meeting"]) show(id);
        byId("explain").textContent = byId("which").textContent = "";
        return;
    }
    const access = launch().access(list[chosen.index]), cost = View.cost(access);
    const which = `${chosen.index + 1} of ${list.length}`;
    byId("which").textContent = `${which} recorded`;
    index.setAttribute("aria-valuetext", `${which}: ${cost.units} ${View.unitName(access.space)}`);
    byId("explain").textContent = View.explain(access, cost);
    const picture = View.picture(access, cost);
    byId("picture").innerHTML = picture;
    byId("picture").dataset.counted = access.units;
    byId("legend").innerHTML = View.legend(access.space, picture);
    show("table", lanesTable(access));
    showMeeting(access);
}

function lanesTable(access) {
    const head = ["lane", "thread", "byte", access.space === "shared" ? "bank" : "sector"];
    const unit = (a) => access.space === "shared" ? Math.floor(a / 4) % 32 : Math.floor(a / 32) % 4;
    const row = ({ lane, address }) => [lane, View.threadOf(launch(), 32 * access.warp + lane),
        address - access.start, unit(address)].map((value) => element("td", {}, String(value)));
    return element("table", {},
        element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name))),
        ...access.lanes.map((one) => element("tr", {}, ...row(one))));
}

function showMeeting(access) {
    show("meeting");
    for (const finding of findingsHere()) {
        if (finding.meeting?.access !== access.index) continue;
        byId("meeting").append(element("p", {}, `${finding.kind}: ${finding.text}`),
            figure(View.meetingPicture(View.meetingOf(own, launch(), finding))));
    }
}

function update() {
    showPlaces();
    showAccess();
    markLine();
    showPartner();
    showLife();
    showTimeline();
    showFloor();
}

function start() {
    byId("title").textContent = document.title = names.title;
    showFindings();
    let dark = matchMedia("(prefers-color-scheme: dark)").matches;
    byId("theme").addEventListener("click", () => {
        dark = !dark;
        document.documentElement.style.colorScheme = dark ? "dark" : "light";
    });
    if (!own.launches.length) {
        byId("about").textContent = "No launch was recorded.";
        for (const part of document.querySelectorAll("main, main ~ section")) part.hidden = true;
        byId("launch").hidden = true;
        return;
    }
    options("launch", own.launches.map((_, i) => i), 0,
        (i) => `launch ${own.launches[i].number + 1}: ${own.launches[i].kernel}`);
    for (const id of ["launch", "block", "warp", "index"])
        byId(id).addEventListener("input", () => View.choose(id, Number(byId(id).value)));
    View.choose("launch", 0);
}

function wholeLaunch() {
    showLaunch();
    showSource();
    showMaps();
    update();
}
View.own = own;
View.choose = (what, value) => {
    choose(what, value);
    what === "launch" ? wholeLaunch() : update();
};
start();
