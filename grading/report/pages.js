// What a report shows, made of the data in the page: the class, one student, the term. All text goes through html`…`,
// which escapes what it is given: names and messages come from students.
const data = JSON.parse(document.getElementById("data").textContent);
class Markup {
    constructor(text) { this.text = text; }
}
const textOf = (v) => v instanceof Markup ? v.text : Array.isArray(v) ? v.map(textOf).join("") : v === null || v === undefined || v === false ? ""
    : String(v).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
const html = (parts, ...values) => new Markup(parts.map((part, i) => part + textOf(values[i])).join(""));
const joined = (list) => list.flatMap((one, i) => (i ? [", ", one] : [one]));
const when = (is, markup) => (is ? markup() : "");
const points = (value) => String(Math.round(100 * value) / 100);
const short = (value, digits = 6) => String(Number(value.toPrecision(digits)));
const within = (value) => Math.min(1, Math.max(0, value));
const sum = (list) => list.reduce((all, one) => all + one, 0);
function quantile(list, q) {
    const value = [...list].sort((a, b) => a - b), at = q * (value.length - 1), low = Math.floor(at);
    return value.length ? value[low] + (at - low) * (value[Math.min(low + 1, value.length - 1)] - value[low]) : NaN;
}

// A head that begins with # is of a column of numbers; [head, what follows it].
function table(kind, heads, rows) {
    const head = (text, more) => html`<th${text[0] === "#" && html` class="n"`}>${text.replace("#", "")}${more}</th>`;
    return html`<table class="${kind}"><thead><tr>${heads.map((one) => head(...[one].flat()))}</tr></thead><tbody>${rows}</tbody></table>`;
}
const section = (id, title, ...parts) => html`<section id="${id}"><h2>${title}</h2>${parts}</section>`;
const numberCell = (label, shown) => html`<td class="n" data-lab="${label}">${shown}</td>`;

// ---- steps
const verdicts = ["pass", "wrong", "slow", "not_attempted", "compile_error", "crash", "timeout", "refused", "skipped", "grader_error"];
const groups = [["pass", "pass"], ["slow", "right, but …"], ["wrong", "wrong, crash, timeout"], ["refused", "does not compile, refused"],
    ["not_attempted", "not attempted"], ["no_file", "no file"], ["grader_error", "not graded"]];
const isRight = (step) => step.verdict === "pass" || step.verdict === "slow";
const hasFailed = (step) => !isRight(step) && step.verdict !== "not_attempted" && step.verdict !== "skipped";
const wordsOf = (verdict) => (verdict === "slow" ? "right, but …" : verdict.replaceAll("_", " "));
const verdictWord = (verdict) => html`<span class="v ${verdict}">${wordsOf(verdict)}</span>`;
const numbered = (step) => html`<span class="num">${step.step}</span>&nbsp;${step.name}`;
const byHand = (text) => text && html`<span class="adjusted">Adjusted: ${text}</span>`;

function figuresOf(step) {
    const counted = step.counted.map((text) => html`<span class="figures">${text}</span>`), rate = step.ms > 0 && step.gbytes_per_s > 0;
    return [when(rate, () => html`<span class="figures">${short(step.ms, 4)} ms, ${step.gbytes_per_s.toFixed(0)} GB/s, ${step.gflops.toFixed(0)} GFLOP/s${
        when(step.percent_of_peak > 0, () => `, ${step.percent_of_peak.toFixed(1)} % of the peak`)}${
        when(step.speedup_over_previous > 0, () => `; ${step.speedup_over_previous.toFixed(2)} times as fast as the step before`)}${
        when(step.speedup_over_reference > 0, () => `, ${(1 / step.speedup_over_reference).toFixed(2)} times the reference's time`)}</span>`),
    counted.length && step.points >= step.max ? html`<details class="counted"><summary>counters</summary>${counted}</details>` : counted];
}
const stepRow = (step, lab) => html`<tr><th scope="row">${lab && html`<span class="of">${lab.lab}</span> `}${numbered(step)}</th><td>${
    verdictWord(step.verdict)}</td><td class="n">${points(step.points)}<span class="of"> / ${points(step.max)}</span></td><td class="m">${step.message}${
    byHand(step.by_hand)}${figuresOf(step)}</td></tr>`;
const stepsTable = (rows) => when(rows.length, () => table("steps", ["step", "verdict", "#points", "what was found"], rows));

// ---- one student: what failed comes first, then each lab
function failedSteps(student) {
    const rows = student.labs.flatMap((lab) => lab.steps.filter(hasFailed).map((step) => stepRow(step, student.labs.length > 1 && lab)));
    return when(rows.length, () => html`<section class="lab failed"><h3>What failed</h3>${stepsTable(rows)}</section>`);
}
function notAttempted(steps) {
    return when(steps.length, () => html`<p>${steps[0].nothing && steps[0].message} Not attempted: ${
        joined(steps.map((step) => html`<span class="step">${step.step}&nbsp;${step.name}</span>${byHand(step.by_hand)}`))} <span class="of">(${
        short(sum(steps.map((step) => step.max)))} points)</span>.</p>`);
}
const writtenRows = (lab) => when(lab.written?.length, () => html`<table class="steps written"><caption>Written answers</caption><thead><tr><th>question</th>
<th></th><th class="n">points</th><th>comment</th></tr></thead><tbody>${lab.written.map((one) => html`<tr><th scope="row"><span class="num">${one.question}</span> ${
    one.text}</th><td></td><td class="n">${points(one.points)}</td><td class="m">${one.comment}</td></tr>`)}</tbody></table>`);
const writtenOf = (lab) => sum((lab.written ?? []).map((one) => one.points));

function labSection(lab) {
    const others = ["slow", "pass", "skipped"].flatMap((verdict) => lab.steps.filter((step) => step.verdict === verdict));
    const none = lab.steps.filter((step) => step.verdict === "not_attempted"), written = writtenOf(lab);
    return html`<section class="lab"><h3>${lab.lab} <span class="of">${points(lab.points)} of ${points(lab.max)}${lab.bonus && ", a bonus"}${
        written > 0 && `, and ${points(written)} for written answers`}</span></h3>${lab.file && html`<p class="faint m">${lab.file}</p>`}${byHand(lab.by_hand)}
${stepsTable(others.map((step) => stepRow(step)))}${notAttempted(none)}${
        !others.length && !none.length && html`<p class="faint">Every step is above, under what failed.</p>`}${
        writtenRows(lab)}</section>`;
}
const totalOf = (student) => `${points(student.total)} of ${points(student.total_max)}${student.capped}`;
const studentSection = (student, i) => html`<details class="student" id="s${i}"><summary><bdi>${student.shown}</bdi> <span class="of">${totalOf(student)}</span></summary>${
    student.name && html`<p class="faint">In SUBMISSIONS: ${student.id}</p>`}${failedSteps(student)}${student.labs.map(labSection)}</details>`;

function studentPage() {
    const [student] = data.students;
    return html`<header class="top"><h1><bdi>${student.shown}</bdi></h1><p class="lead"><strong>${totalOf(student)}</strong> points${
        student.labs.some((lab) => writtenOf(lab) > 0) && " (steps + written answers)"}. Graded with backend ${data.backend}: ${data.device}.</p></header>
<main>${failedSteps(student)}${student.labs.map(labSection)}</main><footer><p>A message looks wrong? <code>make run LAB=… BACKEND=emulator</code> shows the same checks
on your own machine, and <code>make view LAB=…</code> draws all accesses; your instructor can repeat this grading with the inputs that it drew.</p></footer>`;
}

// ---- the class
const link = (i) => html`<a href="#s${i}"><bdi>${data.students[i].shown}</bdi></a>`;
const toolBar = html`<div class="bar-top"><label>Search <input type="search" id="find" placeholder="a name, a verdict, a message" autocomplete="off"></label>
<output id="found"></output></div>`;
const labHead = (lab, max, bonus) => ["#" + lab.replaceAll("_", " "), html` <span class="of">/&nbsp;${short(max)}${bonus && ", a bonus"}</span>`];
const isGraded = (student) => student.labs.some((lab) => lab.state < 3);
const counting = (student) => student.labs.flatMap((lab) => lab.steps.filter((step) => step.verdict !== "skipped" || step.max > 0));

// A lab in somebody's row: points and a bar; or a word, where a 0 would not say what was handed in.
function stateCell(state, lab, have, max) {
    const graded = state === 0 || have !== 0;
    return html`<td class="n share${!graded && " none"}" data-lab="${lab}" style="--p:${
        (max > 0 ? within(have / max) : 0).toFixed(3)}">${graded ? points(have) : ["", "untouched", "empty file", "missing", "excused"][state]}</td>`;
}
function studentsTable() {
    const has = data.students.some((student) => student.labs.some((lab) => lab.written)), [first] = data.students;
    const rows = data.students.map((student, i) => {
        const asked = counting(student), right = asked.filter(isRight).length, written = sum(student.labs.map(writtenOf));
        return html`<tr><th scope="row">${link(i)}</th>${student.labs.map((lab) => stateCell(lab.state, lab.lab, lab.points, lab.max))}${
            numberCell("right", `${right} / ${asked.length}`)}${has && numberCell("written", points(written))}<td class="n total">${points(student.total)}</td></tr>`;
    });
    return section("students", "Students", table("found cards", ["student", ...first.labs.map((lab) => labHead(lab.lab, lab.max, lab.bonus)), "#right",
        ...(has ? ["#written"] : []), ["#points", html` <span class="of">/&nbsp;${short(first.max)}</span>`]], rows));
}

// Messages of one lab that differ only in their numbers are one cause.
function failures() {
    const causes = new Map(), most = 20;
    data.students.forEach((student, who) => student.labs.forEach((lab, l) => lab.steps.filter(hasFailed).forEach((step) => {
        const shape = step.message.replace(/\d(?:\d|\.(?=\d))*/g, "#"), key = JSON.stringify([l, step.verdict, shape]);
        const cause = causes.get(key) ?? { l, lab, shape, step, who: new Set(), steps: new Set() };
        causes.set(key, cause);
        cause.who.add(who);
        cause.steps.add(step.step);
    })));
    const list = [...causes.values()].sort((a, b) => b.who.size - a.who.size || a.l - b.l ||
        verdicts.indexOf(a.step.verdict) - verdicts.indexOf(b.step.verdict) || (a.shape < b.shape ? -1 : 1));
    const rows = list.slice(0, most).map((cause) => html`<tr><td class="n" data-lab="students">${cause.who.size}</td><td>${cause.lab.lab}: ${
        [...cause.steps].sort((a, b) => a - b).join(", ")}</td><td>${verdictWord(cause.step.verdict)}</td><td class="m">${cause.step.message}<span class="who">${
        joined([...cause.who].map(link))}</span></td></tr>`);
    return when(rows.length, () => section("failures", "Common failures", html`<p class="faint">One row per cause: messages of a lab that differ only in their numbers.</p>`,
        table("found", ["#students", "lab: steps", "verdict", "for example; who"], rows),
        list.length > most && html`<p class="faint">${list.length - most} causes more, of at most ${list[most].who.size} students each.</p>`));
}

const text = (x, y, words, kind) => html`<text x="${x}" y="${y}"${kind && html` class="${kind}"`}>${words}</text>`;

// How many of these shares, each from 0 to 1, fall into each tenth.
function histogram(share, label) {
    const [width, height, bins] = [300, 64, 10], step = width / bins, bin = Array(bins).fill(0);
    for (const one of share) bin[Math.min(bins - 1, Math.max(0, Math.floor(one * bins)))]++;
    const most = Math.max(1, ...bin), bar = (count, b) => {
        const tall = count ? 3 + Math.floor((height - 15) * count / most) : 1, top = height - tall;
        return html`<rect x="${b * step}" y="${top}" width="${step - 3}" height="${tall}" rx="2"${!count && html` class="none"`}/>${
            count > 0 && text(b * step + (step - 4) / 2, top - 3, count, "mid")}`;
    };
    return html`<svg class="hist" viewBox="0 0 ${width} ${height + 18}" role="img" aria-label="${label}: students by their share of the points, in tenths: ${
        bin.join(" ")}">${bin.map(bar)}${text(0, height + 14, "0 %")}${text(width / 2, height + 14, "50 %", "mid")}${text(width - 3, height + 14, "100 %", "end")}</svg>`;
}

const stepsOf = (l, i) => data.students.map((student) => student.labs[l].steps[i]);
function labCard(first, l) {
    const labs = data.students.map((student) => student.labs[l]), share = labs.map((lab) => (lab.max > 0 ? lab.points / lab.max : 0));
    const bar = (step, i) => {
        const count = groups.map((_, g) => stepsOf(l, i).filter((one) => one.group === g).length);
        return html`<li><span class="what"><span class="num">${step.step}</span> ${step.name}</span><span class="bar">${count.map((n, g) => n > 0 &&
            html`<i class="${groups[g][0]}" style="flex:${n}" title="${n} ${groups[g][1]}"></i>`)}</span><span class="n">${count[0] + count[1]}</span></li>`;
    };
    return html`<article class="card"><h3>${first.lab}</h3><p>median ${(100 * quantile(share, 0.5)).toFixed(0)} %; ${
        labs.filter((lab) => lab.max > 0 && lab.points >= lab.max).length} of ${labs.length} have full marks</p>${histogram(share, first.lab)}<ol class="verdicts">${
        first.steps.map(bar)}</ol></article>`;
}
function legend() {
    const seen = new Set(data.students.flatMap((student) => student.labs.flatMap((lab) => lab.steps.map((step) => step.group))));
    return html`<p class="legend">Students by step:${groups.map(([name, words], g) => seen.has(g) && html` <span><i class="${name}"></i> ${
        words}</span>`)}. The number behind a bar: how many of ${data.students.length} are right.</p>`;
}
function needsYou() {
    const who = ([student, note]) => html`${student >= 0 && link(student)}${note}`;
    const rows = data.needs.map((row) => html`<tr><th scope="row">${row.what}</th><td class="m">${joined(row.who.map(who))}${
        row.figures && html`<span class="figures">${row.figures}</span>`}</td><td class="m">${row.advice}</td></tr>`);
    return section("needs", "Needs you", rows.length ? table("", ["what", "who", "what to do"], rows) : html`<p>Nothing: every file was used and graded.</p>`);
}
function classPage() {
    const students = data.students, many = students.length > 1;
    return html`<header class="top"><h1>${data.course || "Grades"}</h1><p class="lead">${data.date}<br>${data.from}<br>${students.filter(isGraded).length} of ${
        students.length} graded; backend ${data.backend}: ${data.device}</p>${data.warnings.map(([what, text]) => html`<p class="loud"><strong>${what}</strong> ${
        text}</p>`)}${toolBar}</header><main>${needsYou()}${many && [studentsTable(), failures(),
        section("labs", "Labs", legend(), html`<div class="cards">${students[0].labs.map(labCard)}</div>`)]}${
        section("details", "One by one", students.map(studentSection))}</main>`;
}

// ---- the term
function termPage() {
    const runs = data.runs.map((run) => html`<tr><th scope="row" class="m">${run.folder}</th><td>${run.date}</td><td>${
        run.backend}</td><td class="n" data-lab="with a file">${run.graded} of ${run.students}</td><td class="n" data-lab="mean">${(100 * run.mean).toFixed(0)} %</td></tr>`);
    const has = data.people.some((person) => person.written), most = sum(data.labs.map((lab) => (lab.bonus ? 0 : lab.max)));
    const count = new Map();
    for (const { name } of data.people) count.set(name, (count.get(name) ?? 0) + 1);
    const nameOf = ({ id, name }) => (!name ? id : count.get(name) > 1 ? `${name} (${id})` : name);
    const rows = data.people.map((person) => html`<tr><th scope="row"><bdi>${nameOf(person)}</bdi></th>${
        person.cells.map(([state, have], l) => stateCell(state, data.labs[l].lab, have, data.labs[l].max))}<td class="n" data-lab="labs">${
        person.cells.filter(([, , file]) => file).length}</td>${has && numberCell("written", points(person.written))}<td class="n share total" style="--p:${(most > 0 ? within(person.total / most) : 0).toFixed(3)}">${points(person.total)}</td></tr>`);
    const percent = (list, q) => `${(100 * quantile(list, q)).toFixed(0)} %`;
    const shares = data.labs.map((lab, l) => {
        const list = data.people.map((person) => person.cells[l]).filter(([, , file]) => file && lab.max > 0).map(([, have]) => have / lab.max);
        return list.length > 0 && html`<tr><th scope="row">${lab.lab}</th><td class="n" data-lab="with a file">${list.length}</td><td class="n" data-lab="median">${
            percent(list, 0.5)}</td><td class="n" data-lab="middle half">${percent(list, 0.25)} to ${percent(list, 0.75)}</td></tr>`;
    });
    const mixed = data.runs.some((run) => run.backend !== data.runs[0].backend);
    return html`<header class="top"><h1>${data.course || "Grades"}</h1><p class="lead">The term: ${data.runs.length} run${data.runs.length !== 1 && "s"}, ${
        data.people.length} students</p>${mixed && html`<p class="loud"><strong>Graded on different backends.</strong> The times of some runs decide on points that counters
decide on in others.</p>`}${toolBar}</header><main>${section("runs", "Runs", table("", ["folder", "graded on", "backend", "#students with a file",
        "#mean share of the points"], runs))}${section("students", "Students", table("found cards", ["student",
        ...data.labs.map((lab) => labHead(lab.lab, lab.max, lab.bonus)), "#labs", ...(has ? ["#written"] : []),
        ["#points", html` <span class="of">/&nbsp;${short(most)}</span>`]], rows))}${section("progress", "The class over the term", table("", ["lab", "#students with a file",
        "#median share of the points", "#middle half"], shares))}</main>`;
}

function begin() {
    const pages = { class: classPage, student: studentPage, term: termPage, review: () => reviewPage() };
    document.body.insertAdjacentHTML("afterbegin", pages[data.kind]().text);
    if (data.kind === "review") show();
}
