// The review page: one student's lab at a time. What is typed is kept in `typed` and saved as review.csv.
const typed = new Map(); // "[student, lab, step, question]" -> {points, why}
const labs = Object.keys(data.questions);
let who = "", saved = true, at = 0, lab = 0;
const isTyped = (mark) => mark.points.trim() !== "";
const keyOf = (id, name, step, question) => JSON.stringify([id, name, step ?? "", question ?? ""]);

function reviewPage() {
    data.students.forEach((student) => student.labs.forEach((one) => one.marks.filter((m) => m.typed).forEach((m) => {
        typed.set(keyOf(student.id, one.lab, m.step, m.question), { points: String(m.points), why: m.why });
        who = m.who || who;
    })));
    const options = (names) => names.map((name, i) => html`<option value="${i}">${name}</option>`);
    return html`<header class="top"><h1>Review</h1></header><main id="review"><div class="bar-top"><button type="button" data-go="-1">Previous</button>
<select id="who-is" aria-label="student">${options(data.students.map((student) => student.shown))}</select><button type="button" data-go="1">Next</button>
<select id="which-lab" aria-label="lab">${options(labs)}</select><input id="your-name" value="${who}" placeholder="your name" aria-label="your name">
<button type="button" id="save">Save review.csv</button><output id="state" class="faint"></output></div><div id="body"></div></main>`;
}

// What a row without a question must say, since the student reads it.
function lacks() {
    const rows = [...typed].filter(([key, mark]) => isTyped(mark) && JSON.parse(key)[3] === "");
    const bare = rows.filter(([, mark]) => mark.why.trim() === "").length;
    return (rows.length && who.trim() === "" ? ", your name is missing" : "") + (bare ? `, ${bare} without a why` : "");
}
function save() {
    if (lacks()) return;
    const rows = [...typed].filter(([, mark]) => isTyped(mark)).map(([key, mark]) => [...JSON.parse(key), mark.points.trim(), who, mark.why]
        .map((text) => `"${String(text).replace(/"/g, '""')}"`).join(","));
    const csv = ["student,lab,step,question,points,who,why", ...rows].join("\r\n") + "\r\n";
    Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([csv], { type: "text/csv" })), download: "review.csv" }).click();
    saved = true;
    count();
}
function count() {
    const rows = [...typed.values()], many = rows.filter(isTyped);
    const wrong = many.filter((mark) => !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(mark.points.trim()));
    const empty = rows.filter((mark) => !isTyped(mark) && mark.why.trim() !== "");
    document.getElementById("state").textContent = `marks: ${many.length}` + (wrong.length ? `, ${wrong.length} no number like 2 or -1.5` : "") +
        (empty.length ? `, ${empty.length} comments without points (write 0)` : "") + lacks() + (saved ? "" : ", not saved");
}

// Two fields for one mark.
function fields(label, step, question, max) {
    const key = keyOf(data.students[at].id, labs[lab], step, question), mark = typed.get(key) ?? { points: "", why: "" };
    return html`<div class="mark" data-key="${key}"><input value="${mark.points}" inputmode="decimal" aria-label="points, ${label}" placeholder="${
        max === undefined ? "+/-" : `of ${max}`}"><input value="${mark.why}" aria-label="comment, ${label}" placeholder="${
        question === undefined ? "why (the student reads it)" : "comment"}"></div>`;
}
// The file, with what messages name at its lines.
function sourceOf(one) {
    const notes = new Map();
    for (const step of one.steps)
        for (const [, line] of step.message.matchAll(/(?:\.cu:|\bline )(\d+)/g))
            notes.set(Number(line), (notes.get(Number(line)) ?? new Set()).add(`step ${step.step}: ${step.message}`));
    return !one.text.length ? html`<p class="faint">No file.</p>` : html`<ol class="source">${one.text.map((line, i) => html`<li${notes.has(i + 1) &&
        html` class="noted"`}><code>${line || " "}</code>${[...notes.get(i + 1) ?? []].map((note) => html`<span class="note">${note}</span>`)}</li>`)}</ol>`;
}
function stepPart(step) {
    const counters = Object.entries(step.counters).filter(([, times]) => times > 0);
    return html`<h3>${step.step} ${step.name} ${verdictWord(step.verdict)}<span class="of"> ${points(step.points)} of ${points(step.max)}</span></h3>
<p class="faint m">${step.message}</p>${when(counters.length, () => html`<details class="faint m"><summary>Counters</summary><ul>${
        counters.map(([name, times]) => html`<li>${name}: ${times}</li>`)}</ul></details>`)}${fields(`step ${step.step}`, step.step)}`;
}
function side(one) {
    const other = one.marks.filter((m) => !m.typed), questions = Object.entries(data.questions[labs[lab]]);
    return html`<section class="marks">${one.steps.map(stepPart)}<h3>The lab as a whole</h3>${fields("the lab")}${questions.map(([name, question]) =>
        html`<h3>Question ${name}</h3><p class="faint">${question.text}</p>${question.rubric && html`<p class="rubric">Rubric: ${question.rubric}</p>`}${
            fields(`question ${name}`, undefined, name, question.points)}`)}${when(other.length, () => html`<h3>From ANSWERS and ADJUST</h3><ul>${
        other.map((m) => html`<li>${m.question ? `question ${m.question}` : m.step === null ? "the lab" : `step ${m.step}`}: ${m.points} ${m.why}</li>`)}</ul>`)}</section>`;
}
function show() {
    const one = data.students[at].labs[lab];
    document.getElementById("who-is").value = at;
    document.getElementById("body").innerHTML = html`<p class="faint m">${points(one.points)} of ${points(one.max)}. ${one.file}</p><div class="review">${
        sourceOf(one)}${side(one)}</div>`.text;
    count();
}

document.addEventListener("input", ({ target }) => {
    const box = target.closest(".mark");
    if (target.id === "your-name") who = target.value;
    if (box) {
        const [points, why] = [...box.children].map((field) => field.value);
        if (points === "" && why === "") typed.delete(box.dataset.key);
        else typed.set(box.dataset.key, { points, why });
    }
    saved &&= !box && target.id !== "your-name";
    count();
});
document.addEventListener("change", ({ target }) => {
    if (target.id !== "who-is" && target.id !== "which-lab") return;
    if (target.id === "who-is") at = Number(target.value);
    else lab = Number(target.value);
    show();
});
document.addEventListener("click", ({ target }) => {
    if (target.id === "save") save();
    if (!target.dataset.go) return;
    at = (at + Number(target.dataset.go) + data.students.length) % data.students.length;
    show();
});
addEventListener("beforeunload", (event) => { if (!saved) event.preventDefault(); });
