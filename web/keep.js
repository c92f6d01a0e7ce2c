// The visible part of a picture as a file: CSV, PNG, SVG.
import { css, palette } from "./colours.js";
import { h } from "./dom.js";
import { roundUp } from "./heatmap.js";

const MOST_LINES = 2 ** 20, MOST_SHAPES = 60000;

/** Waits until all that is seen is there. @param {import("./heatmap.js").Heatmap} map */
async function ready(map) {
  const seen = map.seen(), { tiles } = map;
  if (!tiles) throw new Error("There is no picture yet.");
  if ((seen.x1 - seen.x0) * (seen.y1 - seen.y0) > MOST_LINES) throw new Error("More than a million positions are in view: zoom in first.");
  for (const tile of tiles.within(seen)) {
    await tile.loading;
    if (tile.failed) throw tile.failed;
  }
  return { seen, tiles };
}

/** A line for each position: x, y, its value, and what the claim says. @param {import("./heatmap.js").Heatmap} map */
export async function csv(map) {
  const { seen, tiles } = await ready(map), claim = !tiles.grundy && tiles.subject.claims;
  const name = (/** @type {number | null} */ v) => (v === null ? "" : v ? "N" : "P");
  let out = `x,y,${tiles.subject.what}${claim ? ",claim" : ""}\n`;
  for (let y = seen.y0; y < seen.y1; y++) for (let x = seen.x0; x < seen.x1; x++) {
    const known = tiles.at(x, y);
    if (known && known.value !== null) out += `${x},${y},${tiles.grundy ? known.value : name(known.value)}${claim ? `,${name(known.claim)}` : ""}\n`;
  }
  return new Blob([out], { type: "text/csv" });
}

/** The canvas as it is seen. @param {import("./heatmap.js").Heatmap} map @returns {Promise<Blob>} */
export async function png(map) {
  await ready(map);
  map.draw();
  return new Promise((done, fail) => map.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("The browser made no image.")))));
}

/** Cells in a row that have the same colour as one rectangle, and numbers at the axes. @param {import("./heatmap.js").Heatmap} map */
export async function svg(map) {
  const { seen, tiles } = await ready(map), { ink, paper } = palette(), wide = seen.x1 - seen.x0, high = seen.y1 - seen.y0;
  const colour = (/** @type {number} */ x, /** @type {number} */ y) => { const known = x < seen.x1 && tiles.at(x, y); return known && known.value !== null ? css(known.colour) : ""; };
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor, /** @type {number} */ n) => shapes.push(`<text x="${x}" y="${y}" text-anchor="${anchor}">${n}</text>`);
  /** @type {string[]} */ const shapes = [];
  for (let y = seen.y0; y < seen.y1; y++) for (let x = seen.x0, start = x; x < seen.x1; x++) {
    if (colour(x + 1, y) === colour(x, y)) continue;
    if (colour(x, y)) shapes.push(`<rect x="${start - seen.x0}" y="${seen.y1 - 1 - y}" width="${x + 1 - start}" height="1" fill="${colour(x, y)}"/>`);
    start = x + 1;
    if (shapes.length > MOST_SHAPES) throw new Error(`This part has more than ${MOST_SHAPES} shapes: zoom in, or take the PNG.`);
  }
  const size = Math.max(wide, high), every = roundUp(size / 12);
  for (let x = Math.ceil(seen.x0 / every) * every; x < seen.x1; x += every) text(x - seen.x0 + 0.5, high + size * 0.03, "middle", x);
  for (let y = Math.ceil(seen.y0 / every) * every; y < seen.y1; y += every) text(-size * 0.01, seen.y1 - y, "end", y);
  const box = `x="${-size * 0.08}" y="0" width="${wide + size * 0.1}" height="${high + size * 0.05}"`;
  return new Blob([`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.replace(/[^-.\d ]/g, "").trim()}" font-family="sans-serif" font-size="${size * 0.025}" fill="${ink}">${title(tiles.subject)}<rect ${box} fill="${paper}"/><g shape-rendering="crispEdges">\n${shapes.join("\n")}\n</g></svg>\n`], { type: "image/svg+xml" });
}

/** @param {Subject} subject */
const title = ({ game, what, at }) => h("title", `${game}: ${what} at ${at}`).outerHTML;

/** Offers a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
