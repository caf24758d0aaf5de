// The book's search, and small comforts: "/" goes to the search; on a phone the contents are
// closed; a link into a folded hint opens it. BOOK_INDEX is [[page, anchor, heading, text], …].
"use strict";
const input = document.getElementById("search"), found = document.getElementById("found");
const contents = document.getElementById("contents"), up = document.body.dataset.up;
const MOST = 25, AROUND = 60;

// The text with each of the words in <mark>, cut to what is around the first of them.
function excerpt(text, words) {
    const part = document.createElement("small");
    const first = Math.max(0, text.toLowerCase().indexOf(words[0]) - AROUND);
    const shown = (first > 0 ? "… " : "") + text.slice(first, first + 3 * AROUND);
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    shown.split(new RegExp("(" + escaped.join("|") + ")", "i")).forEach((piece, i) => {
        const node = i % 2 ? document.createElement("mark") : document.createElement("span");
        node.textContent = piece;
        part.append(node);
    });
    return part;
}

function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const all = (text) => words.every((word) => text.toLowerCase().includes(word));
    const hits = words.length === 0 ? [] :
        BOOK_INDEX.filter(([, , heading, text]) => all(heading + " " + text));
    hits.sort((a, b) => all(b[2]) - all(a[2]));
    found.replaceChildren(...hits.slice(0, MOST).map(([page, anchor, heading, text]) => {
        const item = document.createElement("li"), link = document.createElement("a");
        link.href = up + page + (anchor ? "#" + anchor : "");
        link.textContent = heading;
        item.append(link, excerpt(text, words));
        return item;
    }));
    if (words.length > 0 && hits.length === 0) {
        const nothing = document.createElement("li");
        nothing.textContent = "Nothing found.";
        found.append(nothing);
    }
    found.hidden = words.length === 0;
    contents.hidden = words.length > 0;
}

function openTarget() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target && target.tagName === "DETAILS") target.open = true;
}

input.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
    if (event.key === "/" && event.target !== input) {
        event.preventDefault();
        input.focus();
    } else if (event.key === "Escape" && event.target === input) {
        input.value = "";
        search();
    }
});
addEventListener("hashchange", openTarget);
openTarget();
if (matchMedia("(max-width: 800px)").matches) contents.open = false;
document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "center" });
scrollTo(0, location.hash ? scrollY : 0);
