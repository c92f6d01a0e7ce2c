// The visible part of a picture as a file: CSV, PNG, SVG.
import { h } from "./dom.js";
import { roundUp } from "./heatmap.js";
import { css, palette } from "./tiles.js";

const MOST_LINES = 2 ** 20,
	MOST_SHAPES = 60000;

/** Waits until everything in view is loaded. @param {Heatmap} map */
async function ready(map) {
	const seen = map.seen(),
		{ tiles } = map;
	if (!tiles || (seen.x1 - seen.x0) * (seen.y1 - seen.y0) > MOST_LINES)
		throw new Error("More than a million positions are in view: zoom in first.");
	for (const tile of tiles.within(seen)) {
		await tile.loading;
		if (tile.failed) throw tile.failed;
	}
	return { ...seen, tiles };
}

/** A line for each position: x, y, its value, and what the claim says. @type {Fn["keep"]} */
export const csv = async (map) => {
	const { x0, y0, x1, y1, tiles } = await ready(map),
		claim = !tiles.grundy && tiles.subject.claims,
		name = (/** @type {number | null} */ v) => (v === null ? "" : v ? "N" : "P");
	let out = `x,y,${tiles.subject.what}${claim ? ",claim" : ""}\n`;
	for (let y = y0; y < y1; y++)
		for (let x = x0; x < x1; x++) {
			const known = tiles.at(x, y);
			if (known && known.value !== null)
				out += `${x},${y},${tiles.grundy ? known.value : name(known.value)}${claim ? `,${name(known.claim)}` : ""}\n`;
		}
	return new Blob([out], { type: "text/csv" });
};

/** The canvas as it is shown. @type {Fn["keep"]} */
export const png = async (map) => {
	await ready(map);
	map.draw();
	return new Promise((done) => map.canvas.toBlob((blob) => done(blob ?? new Blob())));
};

/** Neighbouring cells of the same colour in a row as one rectangle, and numbers at the axes. @type {Fn["keep"]} */
export const svg = async (map) => {
	const { x0, y0, x1, y1, tiles } = await ready(map),
		{ game, what, at } = tiles.subject,
		{ ink, paper } = palette(),
		size = Math.max(x1 - x0, y1 - y0),
		every = roundUp(size / 12);
	const colour = (x = 0, y = 0) => {
		const known = x < x1 && tiles.at(x, y);
		return known && known.value !== null ? css(known.colour) : "";
	};
	const shapes = [h("title", `${game}: ${what} at ${at}`).outerHTML],
		box = [-size * 0.08, 0, x1 - x0 + size * 0.1, y1 - y0 + size * 0.05];
	shapes.push(`<rect x="${box[0]}" width="${box[2]}" height="${box[3]}" fill="${paper}"/>`);
	for (let y = y0; y < y1; y++)
		for (let x = x0, start = x; x < x1; x++) {
			if (colour(x + 1, y) === colour(x, y)) continue;
			if (colour(x, y))
				shapes.push(
					`<rect x="${start - x0}" y="${y1 - 1 - y}" width="${x + 1 - start}" height="1" fill="${colour(x, y)}" shape-rendering="crispEdges"/>`,
				);
			start = x + 1;
			if (shapes.length > MOST_SHAPES)
				throw new Error(`This part has more than ${MOST_SHAPES} shapes: zoom in, or download the PNG.`);
		}
	for (let x = Math.ceil(x0 / every) * every; x < x1; x += every)
		shapes.push(`<text x="${x - x0 + 0.5}" y="${y1 - y0 + size * 0.03}" text-anchor="middle">${x}</text>`);
	for (let y = Math.ceil(y0 / every) * every; y < y1; y += every)
		shapes.push(`<text x="${-size * 0.01}" y="${y1 - y}" text-anchor="end">${y}</text>`);
	return new Blob(
		[
			`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" font-family="sans-serif" font-size="${size * 0.025}" fill="${ink}">\n${shapes.join("\n")}\n</svg>\n`,
		],
		{ type: "image/svg+xml" },
	);
};

/** Offers a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
	const link = h("a", { href: URL.createObjectURL(blob), download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
