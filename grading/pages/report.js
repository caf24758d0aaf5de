// Sorting, search, and everything open on paper. Without it the page is complete, if
// longer.

// The number that a cell stands for, or its text.
function valueOf(row, column) {
    const cell = row.cells[column];
    const text = cell.dataset.v ?? cell.textContent.trim();
    const number = text === "" ? NaN : Number(text);
    return Number.isNaN(number) ? text.toLowerCase() : number;
}

function compare(a, b) {
    if (typeof a === "number" && typeof b === "number") return a - b;
    if (typeof a === "number") return -1;
    if (typeof b === "number") return 1;
    return a.localeCompare(b, "en", { numeric: true });
}

// First click: numbers from the largest, words from A. Equal rows keep their order.
function sortBy(table, column) {
    const heads = [...table.tHead.rows[0].cells], head = heads[column];
    const numeric = head.classList.contains("n");
    const now = head.getAttribute("aria-sort");
    const descending = now ? now === "ascending" : numeric;
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => [valueOf(row, column), row]);
    rows.sort((a, b) => (descending ? compare(b[0], a[0]) : compare(a[0], b[0])));
    body.append(...rows.map((pair) => pair[1]));
}

for (const table of document.querySelectorAll("table.sortable"))
    [...table.tHead.rows[0].cells].forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        button.addEventListener("click", () => sortBy(table, column));
        head.append(button);
    });

// ---- search: every word must be in a row, or in a student's section, for it to stay
const find = document.getElementById("find"), found = document.getElementById("found");
const sections = [...document.querySelectorAll("details.student")];
const rows = [...document.querySelectorAll("table.sortable tbody tr")];
const texts = new Map();

function textOf(element) {
    if (!texts.has(element)) texts.set(element, element.textContent.toLowerCase());
    return texts.get(element);
}

function search() {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (text) => words.every((word) => text.includes(word));
    const kept = new Set();
    for (const section of sections) {
        section.hidden = !fits(textOf(section));
        if (!section.hidden) kept.add("#" + section.id);
    }
    for (const row of rows) {
        const link = row.closest("#students") && row.querySelector("a");
        row.hidden = link ? !kept.has(link.getAttribute("href")) : !fits(textOf(row));
    }
    const people = sections.length ? sections :
        [...document.querySelectorAll("#students tbody tr")];
    const left = people.filter((one) => !one.hidden).length;
    found.textContent = words.length ? `${left} of ${people.length} students` : "";
}
find.addEventListener("input", search);

// ---- opening
function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) {
        target.hidden = false;
        target.open = true;
        target.scrollIntoView();
    }
}
addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#s"]');
    if (link && link.getAttribute("href") === location.hash) openTarget();
});
openTarget();
if (sections.length === 1) sections[0].open = true;

const unfold = document.getElementById("unfold");
unfold.hidden = sections.length === 0;
unfold.addEventListener("click", () => {
    const open = sections.some((section) => !section.open && !section.hidden);
    for (const section of sections) if (!section.hidden) section.open = open;
    unfold.textContent = open ? "Close all" : "Open all";
});

let closed = [];
addEventListener("beforeprint", () => {
    closed = sections.filter((section) => !section.open);
    for (const section of closed) section.open = true;
});
addEventListener("afterprint", () => {
    for (const section of closed) section.open = false;
});
