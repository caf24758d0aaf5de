// The review page: one student's lab at a time. What is typed is kept in `typed` and saved as review.csv.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const main = make("main", { id: "review" });
document.body.prepend(make("header", { className: "top" }, make("h1", {}, "Review")), main);
const labs = Object.keys(data.questions);
const typed = new Map(); // "student|lab|step|question" -> {points, why}
let who = "", saved = true, at = 0, lab = 0;

function make(tag, fields = {}, ...children) {
    const element = Object.assign(document.createElement(tag), fields);
    element.append(...children);
    return element;
}
const short = (value) => String(Math.round(100 * value) / 100);
const keyOf = (id, step, question) => JSON.stringify([id, labs[lab], step ?? "", question ?? ""]);

data.students.forEach((student) => student.labs.forEach((one) => one.marks.filter((m) => m.typed).forEach((m) => {
    typed.set(JSON.stringify([student.id, one.lab, m.step ?? "", m.question]), { points: String(m.points), why: m.why });
    who = m.who || who;
})));

const quoted = (text) => `"${String(text).replace(/"/g, '""')}"`;
function csv() {
    const rows = [...typed].filter(([, mark]) => mark.points.trim() !== "").map(([key, mark]) => {
        const [student, name, step, question] = JSON.parse(key);
        return [student, name, step, question, mark.points.trim(), who, mark.why].map(quoted).join(",");
    });
    return ["student,lab,step,question,points,who,why", ...rows].join("\r\n") + "\r\n";
}
// What a row without a question must say, since the student reads it.
function lacks() {
    const rows = [...typed].filter(([key, mark]) => mark.points.trim() !== "" && JSON.parse(key)[3] === "");
    const bare = rows.filter(([, mark]) => mark.why.trim() === "").length;
    return (rows.length && who.trim() === "" ? ", your name is missing" : "") + (bare ? `, ${bare} without a why` : "");
}
function save() {
    if (lacks()) return;
    const link = make("a", { href: URL.createObjectURL(new Blob([csv()], { type: "text/csv" })), download: "review.csv" });
    link.click();
    saved = true;
    count();
}
function count() {
    const rows = [...typed.values()];
    const wrong = rows.filter((m) => m.points.trim() !== "" && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(m.points.trim()));
    const empty = rows.filter((m) => m.points.trim() === "" && m.why.trim() !== "");
    document.getElementById("state").textContent = `marks: ${rows.filter((m) => m.points.trim() !== "").length}` +
        (wrong.length ? `, ${wrong.length} no number like 2 or -1.5` : "") + (empty.length ? `, ${empty.length} comments without points (write 0)` : "") +
        lacks() + (saved ? "" : ", not saved");
}

// Two fields for one mark.
function fields(label, step, question, max) {
    const key = keyOf(data.students[at].id, step, question);
    const mark = typed.get(key) ?? { points: "", why: "" };
    const change = () => {
        mark.points = points.value;
        mark.why = why.value;
        if (points.value === "" && why.value === "") typed.delete(key);
        else typed.set(key, mark);
        saved = false;
        count();
    };
    const points = make("input", { value: mark.points, inputMode: "decimal", ariaLabel: `points, ${label}`, placeholder: max === undefined ? "+/-" : `of ${max}`, oninput: change });
    const why = make("input", { value: mark.why, ariaLabel: `comment, ${label}`, placeholder: question === undefined ? "why (the student reads it)" : "comment", oninput: change });
    return make("div", { className: "mark" }, points, why);
}

// Notes by line: what messages name.
function notesOf(one) {
    const notes = new Map();
    const add = (line, text) => notes.set(line, [...(notes.get(line) ?? []), text]);
    for (const step of one.steps) {
        for (const [, line] of step.message.matchAll(/(?:\.cu:|\bline )(\d+)/g)) add(Number(line), `step ${step.step}: ${step.message}`);
    }
    return notes;
}
function textOf(one) {
    if (!one.text.length) return make("p", { className: "faint" }, "No file.");
    const notes = notesOf(one), list = make("ol", { className: "source" });
    one.text.forEach((line, i) => {
        const item = make("li", {}, make("code", {}, line || " "));
        const said = new Set(notes.get(i + 1));
        if (said.size) item.className = "noted";
        said.forEach((note) => item.append(make("span", { className: "note" }, note)));
        list.append(item);
    });
    return list;
}

function side(one) {
    const panel = make("section", { className: "marks" });
    for (const step of one.steps) {
        const head = make("h3", {}, `${step.step} ${step.name} `, make("span", { className: `v ${step.verdict}` }, step.verdict === "slow" ? "right, but …" : step.verdict.replaceAll("_", " ")),
            make("span", { className: "of" }, ` ${short(step.points)} of ${short(step.max)}`));
        panel.append(head, make("p", { className: "faint m" }, step.message));
        const counters = Object.entries(step.counters).filter(([, count]) => count > 0);
        if (counters.length) panel.append(make("details", { className: "faint m" }, make("summary", {}, "Counters"),
            make("ul", {}, ...counters.map(([name, count]) => make("li", {}, `${name}: ${count}`)))));
        panel.append(fields(`step ${step.step}`, step.step));
    }
    panel.append(make("h3", {}, "The lab as a whole"), fields("the lab", undefined));
    for (const [name, question] of Object.entries(data.questions[labs[lab]])) {
        panel.append(make("h3", {}, `Question ${name}`), make("p", { className: "faint" }, question.text));
        if (question.rubric) panel.append(make("p", { className: "rubric" }, `Rubric: ${question.rubric}`));
        panel.append(fields(`question ${name}`, undefined, name, question.points));
    }
    const other = one.marks.filter((m) => !m.typed);
    if (other.length) panel.append(make("h3", {}, "From ANSWERS and ADJUST"), make("ul", {}, ...other.map((m) =>
        make("li", {}, `${m.question ? `question ${m.question}` : m.step === null ? "the lab" : `step ${m.step}`}: ${m.points} ${m.why}`))));
    return panel;
}

function show() {
    const student = data.students[at], one = student.labs[lab];
    document.getElementById("who-is").value = at;
    document.getElementById("body").replaceChildren(
        make("p", { className: "faint m" }, `${short(one.points)} of ${short(one.max)}. ${one.file}`),
        make("div", { className: "review" }, textOf(one), side(one)));
    count();
}
function go(step) {
    at = (at + step + data.students.length) % data.students.length;
    show();
}
const people = make("select", { id: "who-is", ariaLabel: "student", onchange: () => { at = Number(people.value); show(); } },
    ...data.students.map((s, i) => make("option", { value: i }, s.shown)));
const which = make("select", { ariaLabel: "lab", onchange: () => { lab = Number(which.value); show(); } }, ...labs.map((l, i) => make("option", { value: i }, l)));
main.append(make("div", { className: "bar-top" },
    make("button", { type: "button", onclick: () => go(-1) }, "Previous"), people, make("button", { type: "button", onclick: () => go(1) }, "Next"), which,
    make("input", { value: who, placeholder: "your name", ariaLabel: "your name", oninput: (e) => { who = e.target.value; saved = false; count(); } }),
    make("button", { type: "button", onclick: save }, "Save review.csv"), make("output", { id: "state", className: "faint" })),
make("div", { id: "body" }));
window.addEventListener("beforeunload", (event) => { if (!saved) event.preventDefault(); });
show();
