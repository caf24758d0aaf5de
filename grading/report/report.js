// Search, and everything open on paper.

// ---- search: every word must be in a row, or in a student's section, for it to stay
const find = document.getElementById("find"), found = document.getElementById("found");
const sections = [...document.querySelectorAll("details.student")];
const rows = [...document.querySelectorAll("table.found tbody tr")];
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

let closed = [];
addEventListener("beforeprint", () => {
    closed = sections.filter((section) => !section.open);
    for (const section of closed) section.open = true;
});
addEventListener("afterprint", () => {
    for (const section of closed) section.open = false;
});
