// ---- plots: inline SVG, whose colors are the page's and whose words are text
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

// Labs from left to right: the median of the class and its middle half.
function progress() {
    const [left, bottom, step] = [44, 160, 64], end = left + data.labs.length * step;
    const shares = data.labs.map((lab, l) => data.people.map((person) => person.cells[l]).filter(([, , file]) => file && lab.max > 0).map(([, have]) => have / lab.max));
    const label = data.labs.map((lab, l) => ` ${lab.lab} median ${(shares[l].length ? 100 * quantile(shares[l], 0.5) : 0).toFixed(0)} %,`).join("");
    const mark = (share, l) => {
        const x = left + l * step + step / 2, y = (q) => (bottom - 144 * quantile(share, q)).toFixed(1);
        return html`${text(x, bottom + 16, parseInt(data.labs[l].lab, 10), "mid")}${when(share.length, () => html`<path class="half" d="M${x} ${y(0.25)}V${
            y(0.75)}"/><circle class="good" cx="${x}" cy="${y(0.5)}" r="5"/>${text(x + 10, Number(y(0.5)) + 4, `${(100 * quantile(share, 0.5)).toFixed(0)} %`)}`)}`;
    };
    return html`<figure class="progress"><svg viewBox="0 0 ${end + 20} ${bottom + 22}" style="max-width:${2 * (end + 20)}px" role="img" aria-label="Share of the points, lab by lab:${
        label}">${[0, 1, 2, 3, 4].map((k) => html`<path class="grid" d="M${left} ${bottom - 36 * k}H${end}"/>${text(left - 6, bottom - 36 * k + 4, `${25 * k} %`, "end")}`)}${
        shares.map(mark)}</svg><figcaption>Of those who handed in a file: ● the median share of a lab's points, the bar the middle half of the class.</figcaption></figure>`;
}

document.body.insertAdjacentHTML("afterbegin", { class: classPage, student: studentPage, board: boardPage, term: termPage,
    review: () => reviewPage() }[data.kind]().text);
if (data.kind === "review") show();
}
