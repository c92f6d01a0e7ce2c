// The picture of a plane of positions on a canvas: zoom, pan, a cursor, axes.
import { h, movement } from "./dom.js";
import { END, palette, SIDE } from "./tiles.js";

const LEFT = 60,
	BOTTOM = 44,
	TOP = 8,
	RIGHT = 10,
	SMALLEST = 1 / 8,
	LARGEST = 64;

/** The first of 1, 2, 5, 10, 20, … that is at least this. @param {number} least */
export const roundUp = (least) => {
	const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
	return [1, 2, 5, 10].map((f) => f * power).find((n) => n >= least) ?? 1;
};
/** @param {number} n @param {number} low @param {number} high */
const clamp = (n, low, high) => Math.max(low, Math.min(high, n));
/** The place of an event on the canvas. @param {MouseEvent} e */
const spot = (e) => ({ x: e.offsetX, y: e.offsetY });
/** @param {Cell} a @param {Cell | null} b */
const same = (a, b) => a.x === b?.x && a.y === b.y;

export class Heatmap {
	canvas = h("canvas");
	x0 = 0;
	y0 = 0;
	scale = 16;
	width = 100;
	height = 100;
	travelled = 0;
	waiting = 0;
	names = ["x", "y"];
	/** @type {Tiles | null} */ tiles = null;
	/** @type {Cell | null} */ cursor = null;
	/** @type {Map<number, Cell>} */ pointers = new Map();

	/** @param {Listen} listen @param {string} words what it is, for a screen reader @param {AbortSignal} signal ends it */
	constructor(listen, words, signal) {
		const { canvas } = this;
		this.listen = listen;
		this.element = h(
			"div.heatmap",
			{
				tabindex: 0,
				role: "application",
				"aria-label": `${words} Arrow keys move the cursor, with Shift the picture; plus and minus zoom; Enter plays the position.`,
				onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e),
			},
			canvas,
		);
		new ResizeObserver(() => this.resize()).observe(this.element);
		addEventListener("theme", () => this.redraw(), { signal });
		signal.addEventListener("abort", () => this.tiles?.stop.abort());
		canvas.onpointerdown = (e) => this.press(e);
		canvas.onpointermove = (e) => this.move(e);
		canvas.onpointerup = (e) => this.release(e);
		canvas.onpointercancel = (e) => this.pointers.delete(e.pointerId);
		canvas.addEventListener(
			"wheel",
			(e) => {
				e.preventDefault();
				this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0018)), spot(e));
			},
			{ passive: false },
		);
	}

	/** @param {Tiles} tiles @param {{name: string, value: string}[]} axes with their names */
	show(tiles, axes) {
		this.tiles?.stop.abort();
		this.tiles = tiles;
		this.names = ["x", "y"].map((a) => axes.find((t) => t.value === a)?.name ?? "");
		this.element.classList.toggle("flat", tiles.flat);
		if (tiles.flat) this.y0 = 0;
		this.redraw();
	}

	resize() {
		const { clientWidth: width, clientHeight: height } = this.element,
			ratio = devicePixelRatio || 1;
		Object.assign(this, { width, height });
		Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
		this.draw();
	}

	get wide() {
		return Math.max(1, this.width - LEFT - RIGHT) / this.scale;
	}
	get high() {
		return Math.max(1, this.height - TOP - BOTTOM) / this.scale;
	}
	get rows() {
		return this.tiles?.flat ? 1 : END;
	}

	/** The visible cells, excluding the last ones. @returns {Box} */
	seen() {
		return {
			x0: Math.floor(this.x0),
			y0: Math.floor(this.y0),
			x1: Math.min(END, Math.ceil(this.x0 + this.wide)),
			y1: Math.min(this.rows, Math.ceil(this.y0 + this.high)),
		};
	}

	/** @param {Cell} at */
	cell(at) {
		const x = (at.x - LEFT) / this.scale,
			y = (this.height - BOTTOM - at.y) / this.scale,
			cell = { x: Math.floor(this.x0 + x), y: Math.floor(this.y0 + y) };
		return x >= 0 && y >= 0 && x < this.wide && y < this.high && cell.y < this.rows ? cell : null;
	}

	/** @param {Cell | null} cell */
	point(cell) {
		if (!cell || same(cell, this.cursor)) return;
		this.cursor = cell;
		this.redraw();
		this.listen.point?.(cell);
	}

	/** Zooms around a point. @param {number} factor @param {Cell} [at] */
	zoom(factor, at = { x: (LEFT + this.width) / 2, y: (this.height - BOTTOM) / 2 }) {
		const scale = clamp(this.scale * factor, SMALLEST, LARGEST),
			gain = 1 / this.scale - 1 / scale;
		this.set(this.x0 + (at.x - LEFT) * gain, this.y0 + (this.height - BOTTOM - at.y) * gain, scale);
	}

	/** The middle of a cell, if it is visible. @param {Cell | null} cell */
	middle(cell) {
		const at = cell && {
			x: LEFT + (cell.x + 0.5 - this.x0) * this.scale,
			y: this.height - BOTTOM - (cell.y + 0.5 - this.y0) * this.scale,
		};
		return at && this.cell(at) ? at : undefined;
	}

	/** The same, animated. @param {number} factor @param {Cell} [at] */
	zoomSmoothly(factor, at) {
		const from = this.scale,
			begin = performance.now(),
			length = movement(180);
		const step = () => {
			const t = length ? Math.min(1, (performance.now() - begin) / length) : 1;
			this.zoom((from * factor ** t) / this.scale, at);
			if (t < 1) requestAnimationFrame(step);
		};
		step();
	}

	/** @param {number} x0 @param {number} y0 */
	set(x0, y0, scale = this.scale) {
		this.scale = clamp(scale, SMALLEST, LARGEST);
		this.x0 = clamp(x0, 0, END - this.wide);
		this.y0 = Math.max(0, Math.min(this.rows - this.high, y0));
		this.redraw();
		this.listen.moved?.();
	}

	/** @param {PointerEvent} e */
	press(e) {
		this.canvas.setPointerCapture(e.pointerId);
		if (!this.pointers.size) this.travelled = 0;
		this.pointers.set(e.pointerId, spot(e));
		this.element.focus({ preventScroll: true });
	}

	/** Points, drags, or with two fingers zooms. @param {PointerEvent} e */
	move(e) {
		const now = spot(e),
			before = this.pointers.get(e.pointerId);
		if (!before) return this.point(this.cell(now));
		const other = [...this.pointers].find(([id]) => id !== e.pointerId)?.[1],
			share = this.scale * (other ? 2 : 1);
		const far = (/** @type {Cell} */ a, b = before) => Math.hypot(a.x - b.x, a.y - b.y);
		if (other) this.zoom(far(now, other) / (far(other) || 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
		this.travelled += far(now);
		this.pointers.set(e.pointerId, now);
		if (this.travelled > 4) this.set(this.x0 - (now.x - before.x) / share, this.y0 + (now.y - before.y) / share);
	}

	/** A click plays the position; a tap shows it first. @param {PointerEvent} e */
	release(e) {
		this.pointers.delete(e.pointerId);
		const cell = this.cell(spot(e)),
			known = cell && same(cell, this.cursor);
		if (!cell || this.travelled > 4 || this.pointers.size) return;
		this.point(cell);
		if (known || e.pointerType === "mouse") this.listen.open(cell);
	}

	/** @param {KeyboardEvent} e */
	key(e) {
		const [dx, dy] =
			/** @type {Record<string, number[]>} */ ({
				ArrowLeft: [-1, 0],
				ArrowRight: [1, 0],
				ArrowUp: [0, 1],
				ArrowDown: [0, -1],
			})[e.key] ?? [];
		if (e.ctrlKey || e.metaKey || e.altKey) return;
		if (e.shiftKey && dx !== undefined) this.set(this.x0 + (dx * this.wide) / 4, this.y0 + (dy * this.high) / 4);
		else if (dx !== undefined) this.step(dx, dy);
		else if (e.key === "+" || e.key === "=") this.zoomSmoothly(1.6, this.middle(this.cursor));
		else if (e.key === "-") this.zoomSmoothly(1 / 1.6, this.middle(this.cursor));
		else if (e.key === "Enter" && this.cursor) this.listen.open(this.cursor);
		else return;
		e.preventDefault();
	}

	/** Moves the cursor, and the view with it. @param {number} dx @param {number} dy */
	step(dx, dy) {
		const from = this.cursor ?? { x: Math.floor(this.x0) - dx, y: Math.floor(this.y0) - dy },
			pace = Math.max(1, Math.floor(1 / this.scale));
		const x = clamp(from.x + dx * pace, 0, END - 1),
			y = clamp(from.y + dy * pace, 0, this.rows - 1);
		this.point({ x, y });
		this.set(clamp(this.x0, x + 1 - this.wide, x), clamp(this.y0, y + 1 - this.high, y));
	}

	redraw() {
		this.waiting ||= requestAnimationFrame(() => this.draw());
	}

	draw() {
		this.waiting = 0;
		const pen = this.canvas.getContext("2d"),
			{ tiles, scale, cursor, x0, y0 } = this,
			ratio = devicePixelRatio || 1,
			colours = palette(),
			seen = this.seen();
		if (!pen || !this.canvas.isConnected) return;
		const base = this.height - BOTTOM,
			end = this.width - RIGHT,
			ink = (/** @type {Colour} */ c) => (c[0] + 2 * c[1] + c[2] > 560 ? "#1d2430" : "#fff");
		const px = (x = 0) => LEFT + (x - x0) * scale,
			py = (y = 0) => base - (y - y0) * scale,
			snap = (n = 0) => Math.round(n * ratio) / ratio;
		if (tiles?.grundy) tiles.fit(seen);
		pen.setTransform(ratio, 0, 0, ratio, 0, 0);
		pen.fillStyle = colours.paper;
		pen.fillRect(0, 0, this.width, this.height);
		pen.textAlign = "center";
		pen.textBaseline = "middle";
		pen.save();
		pen.beginPath();
		pen.rect(LEFT, TOP, end - LEFT, base - TOP);
		pen.clip();
		const step = 2 ** clamp(Math.floor(-Math.log2(scale * ratio)), 0, 8);
		pen.imageSmoothingEnabled = scale * ratio * step < 1;
		for (const tile of tiles?.within(seen) ?? []) {
			const x = snap(px(tile.tx * SIDE)),
				y = snap(py(tile.ty * SIDE + (tiles?.flat ? 1 : SIDE))),
				wide = snap(px((tile.tx + 1) * SIDE)) - x,
				high = snap(py(tile.ty * SIDE)) - y,
				image = tiles?.image(tile, step);
			pen.fillStyle = tile.failed ? colours.paper : colours.line;
			if (image) pen.drawImage(image, x, y, wide, high);
			else pen.fillRect(x, y, wide, high);
		}
		pen.strokeStyle = colours.paper;
		pen.font = `${Math.min(15, scale * 0.45)}px system-ui, sans-serif`;
		if (tiles && scale >= 14)
			for (let y = seen.y0; y < seen.y1; y++)
				for (let x = seen.x0; x < seen.x1; x++) {
					const known = tiles.at(x, y);
					if (!known || known.value === null) continue;
					pen.strokeRect(px(x) + 0.5, py(y + 1) + 0.5, scale - 1, scale - 1);
					pen.fillStyle = ink(known.colour);
					pen.fillText(
						known.wrong ? "✕" : tiles.grundy ? String(known.value) : known.value ? "" : "P",
						px(x + 0.5),
						py(y + 0.5),
						scale - 3,
					);
				}
		const size = Math.max(scale, 5);
		pen.strokeStyle = colours.cursor;
		pen.lineWidth = 3;
		if (cursor) pen.strokeRect(px(cursor.x + 0.5) - size / 2, py(cursor.y + 0.5) - size / 2, size, size);
		pen.restore();
		pen.strokeStyle = colours.soft;
		pen.strokeRect(LEFT - 0.5, TOP - 0.5, end - LEFT + 1, base - TOP + 1);
		pen.fillStyle = colours.ink;
		pen.font = "12px system-ui, sans-serif";
		for (let every = roundUp(46 / scale), x = Math.ceil(seen.x0 / every) * every; x < seen.x1; x += every)
			if (px(x + 0.5) > LEFT && px(x + 0.5) < end) pen.fillText(String(x), px(x + 0.5), base + 13);
		pen.fillText(this.names[0], (LEFT + end) / 2, this.height - 10);
		if (tiles?.flat) return;
		pen.save();
		pen.rotate(-Math.PI / 2);
		pen.fillText(this.names[1], -(TOP + base) / 2, 10);
		pen.restore();
		pen.textAlign = "right";
		for (let every = roundUp(26 / scale), y = Math.ceil(seen.y0 / every) * every; y < seen.y1; y += every)
			if (py(y + 0.5) < base && py(y + 0.5) > TOP) pen.fillText(String(y), LEFT - 6, py(y + 0.5));
	}
}
