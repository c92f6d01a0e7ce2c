// The cells of a picture in tiles, fetched as they are needed and kept for a while; and their colours.
import { api } from "./api.js";

/** Colours that work for all kinds of colour vision, on light and dark backgrounds. @type {Record<string, Palette>} */
const COLOURS = {
	light: {
		P: [22, 74, 122],
		N: [240, 232, 214],
		none: [251, 250, 247],
		wrong: [214, 72, 0],
		ink: "#1d2430",
		soft: "#545e6c",
		line: "#c9c4b8",
		paper: "#fbfaf7",
		cursor: "#b5530a",
	},
	dark: {
		P: [255, 205, 96],
		N: [44, 54, 68],
		none: [20, 24, 30],
		wrong: [255, 92, 40],
		ink: "#e9ebee",
		soft: "#a9b3bf",
		line: "#3c4654",
		paper: "#14181e",
		cursor: "#ffb454",
	},
};
export const palette = () => COLOURS[document.documentElement.dataset.theme ?? "light"];
/** Cividis, from small to large numbers; made for all kinds of colour vision. @type {Colour[]} */
const CIVIDIS = [
	[0, 34, 78],
	[66, 78, 108],
	[125, 124, 120],
	[187, 173, 108],
	[254, 232, 56],
];
/** @type {Fn["mix"]} */
export const mix = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
/** The colour of a Grundy number, up to the largest visible one. @type {Fn["grundyColour"]} */
export const grundyColour = (value, max) => {
	const t = Math.min(1, (value - 1) / Math.max(1, max - 1)) * 4,
		i = Math.min(3, Math.floor(t));
	return value ? mix(CIVIDIS[i], CIVIDIS[i + 1], t - i) : [255, 255, 255];
};
/** @param {Colour} c */
export const css = (c) => `rgb(${c.map(Math.round).join(" ")})`;

/** Cells along the side of a tile, and the end of the server's plane. */
export const SIDE = 256,
	END = 65536;
const AT_ONCE = 4,
	KEPT = 300,
	FIRST_LOOK = 32;

export class Tiles {
	/** @type {Map<string, Tile>} */ tiles = new Map();
	/** @type {{tile: Tile, done: () => void}[]} */ queue = [];
	running = 0;
	clock = 0;
	frame = 0;
	/** The largest number in view, about, and a little more. */ most = 1;
	max = 1;
	stop = new AbortController();

	/** @param {Subject} subject @param {() => void} changed */
	constructor(subject, changed) {
		this.subject = subject;
		/** Whether there is only one row. */
		this.flat = !/\by\b/.test(subject.at);
		this.changed = changed;
		this.grundy = subject.what === "grundy";
	}

	/** @param {number} tx @param {number} ty @returns {Tile} */
	tile(tx, ty) {
		const name = `${tx},${ty}`,
			tile = this.tiles.get(name) ?? {
				tx,
				ty,
				cells: null,
				failed: null,
				image: null,
				drawn: "",
				used: 0,
				loading: null,
			};
		this.tiles.set(name, tile);
		tile.used = ++this.clock;
		if (!tile.cells && !tile.failed && !tile.loading) {
			tile.loading = new Promise((done) => this.queue.push({ tile, done }));
			void this.next();
		}
		return tile;
	}

	/** The tiles of a part of the plane. @param {Box} box */
	*within({ x0, y0, x1, y1 }) {
		this.frame = this.clock;
		for (let ty = Math.floor(y0 / SIDE); ty * SIDE < y1; ty++)
			for (let tx = Math.floor(x0 / SIDE); tx * SIDE < x1; tx++) yield this.tile(tx, ty);
	}

	get failed() {
		return [...this.tiles.values()].find((t) => t.failed);
	}

	/** Fetches a tile if there is room: visible ones first, starting at the origin; others wait. */
	async next() {
		const rank = (/** @type {Tile} */ t) => t.tx + t.ty + (t.used > this.frame ? 0 : END);
		this.queue.sort((a, b) => rank(b.tile) - rank(a.tile));
		const { signal } = this.stop,
			first = this.tiles.get("0,0"),
			room = first?.loading && this.queue.at(-1)?.tile !== first ? 0 : AT_ONCE,
			job = this.running < room && !signal.aborted ? this.queue.pop() : null;
		if (!job) return;
		this.running++;
		await this.fetch(job.tile, signal).catch((error) => {
			job.tile.failed = error;
		});
		this.running--;
		job.tile.loading = null;
		job.done();
		if (signal.aborted) return;
		const old = [...this.tiles]
			.filter(([, t]) => !t.loading && t.used <= this.frame)
			.sort(([, a], [, b]) => a.used - b.used);
		for (const [name] of old.slice(0, Math.max(0, this.tiles.size - KEPT))) this.tiles.delete(name);
		this.changed();
		for (let i = this.running; i < AT_ONCE; i++) void this.next();
	}

	/** Reads a tile. The one at the origin starts with a small part, in case the whole takes long. @param {Tile} tile @param {AbortSignal} signal */
	async fetch(tile, signal) {
		const { claims, ...subject } = this.subject;
		for (const side of tile.tx || tile.ty || this.flat ? [SIDE] : [FIRST_LOOK, SIDE]) {
			const where = { ...subject, x0: tile.tx * SIDE, y0: tile.ty * SIDE, width: side, height: this.flat ? 1 : side };
			const cells = await api.table(where, signal),
				none = 2 ** (8 * cells.BYTES_PER_ELEMENT) - 1;
			tile.cells = { cells, none, claim: null, side };
			tile.drawn = "";
			if (claims && !this.grundy) {
				tile.cells.claim = await api.table({ ...where, what: "claim", claims }, signal);
				// The picture may have been drawn without the claim.
				tile.drawn = "";
			}
			this.changed();
		}
	}

	/** Fits the colours to the numbers in view. @param {Box} box */
	fit({ x0, y0, x1, y1 }) {
		const step = Math.ceil((x1 - x0) / 128);
		let max = 1;
		for (let y = y0; y < y1; y += step)
			for (let x = x0; x < x1; x += step) max = Math.max(max, this.at(x, y)?.value ?? 0);
		this.most = max;
		this.max = 2 ** Math.ceil(Math.log2(max));
	}

	/** What is known about a cell. @param {number} x @param {number} y */
	at(x, y) {
		const known = this.tiles.get(`${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`)?.cells;
		return known && Math.max(x % SIDE, y % SIDE) < known.side ? this.look(known, x % SIDE, y % SIDE) : null;
	}

	/** Its value, what the claim says, whether that is wrong, its colour. @param {Cells} known @param {number} x @param {number} y */
	look({ cells, none, claim, side }, x, y) {
		const i = y * side + x,
			colours = palette(),
			value = x < side && cells[i] < none ? cells[i] : null,
			said = claim && claim[i] < 2 ? claim[i] : null,
			wrong = value !== null && said !== null && value !== said;
		const plain =
			value === null ? colours.none : this.grundy ? grundyColour(value, this.max) : value ? colours.N : colours.P;
		return {
			value,
			claim: said,
			wrong,
			colour: wrong ? colours.wrong : claim && said === null ? mix(plain, colours.none, 0.6) : plain,
		};
	}

	/** A tile as an image, with step × step cells to a dot; rare P-positions and errors stay visible. @param {Tile} tile @param {number} step */
	image(tile, step) {
		const colours = palette(),
			wanted = `${step} ${colours.paper} ${this.grundy && this.max}`;
		if (!tile.cells || tile.drawn === wanted) return tile.image;
		const width = SIDE / step,
			height = this.flat ? 1 : width,
			image = new ImageData(width, height),
			canvas = document.createElement("canvas");
		for (let j = 0; j < height; j++)
			for (let i = 0; i < width; i++) {
				// At first, only a part of the tile at the origin is known.
				if (Math.max(i, j) * step >= tile.cells.side) continue;
				let all = 0,
					p = 0,
					wrong = false;
				/** @type {Colour} */ let colour = [0, 0, 0];
				for (let b = 0; b < (this.flat ? 1 : step); b++)
					for (let a = 0; a < step; a++) {
						const cell = this.look(tile.cells, i * step + a, j * step + b);
						if (cell.value === 0) p++;
						wrong ||= cell.wrong;
						colour = mix(colour, cell.colour, 1 / ++all);
					}
				if (wrong) colour = colours.wrong;
				else if (p && step > 1 && !this.grundy) colour = mix(colours.N, colours.P, Math.max(0.55, Math.cbrt(p / all)));
				image.data.set([...colour, 255], 4 * ((height - 1 - j) * width + i));
			}
		canvas.width = width;
		canvas.height = height;
		canvas.getContext("2d")?.putImageData(image, 0, 0);
		tile.drawn = wanted;
		return (tile.image = canvas);
	}
}
