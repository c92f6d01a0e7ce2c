// The picture of a plane of positions on a canvas: zoom, pan, a cursor, axes.
import { css, inkOn, palette } from "./colours.js";
import { h, movement } from "./dom.js";
import { END, SIDE } from "./tiles.js";

const LEFT = 52, BOTTOM = 44, TOP = 8, RIGHT = 10, SMALLEST = 1 / 16, LARGEST = 64;

/** The first of 1, 2, 5, 10, 20, … that is at least this. @param {number} least */
export const roundUp = (least) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((f) => f * power).find((n) => n >= least) ?? 1;
};

export class Heatmap {
  /** @param {{point?: (cell: Cell) => void, open: (cell: Cell) => void, moved?: () => void}} listen @param {string} words what it is, for a screen reader @param {AbortSignal} signal ends it */
  constructor(listen, words, signal) {
    this.listen = listen;
    this.canvas = h("canvas");
    this.element = h("div.heatmap", { tabindex: 0, role: "application", "aria-label": `${words} Arrow keys move the cursor, with Shift the picture; plus and minus zoom; Enter plays the position.` }, this.canvas);
    /** @type {import("./tiles.js").Tiles | null} */ this.tiles = null;
    this.x0 = this.y0 = this.waiting = this.travelled = 0;
    this.scale = 16;
    this.width = this.height = 100;
    this.names = ["x", "y"];
    /** @type {Cell | null} */ this.cursor = null;
    /** @type {Map<number, Cell>} */ this.pointers = new Map();
    new ResizeObserver(() => this.resize()).observe(this.element);
    addEventListener("theme", () => this.redraw(), { signal });
    signal.addEventListener("abort", () => this.tiles?.close());
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (e) => this.press(e));
    canvas.addEventListener("pointermove", (e) => this.move(e));
    canvas.addEventListener("pointerup", (e) => this.release(e));
    canvas.addEventListener("pointercancel", (e) => this.pointers.delete(e.pointerId));
    canvas.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0018)), this.spot(e)); }, { passive: false });
    this.element.addEventListener("keydown", (e) => this.key(e));
  }

  /** @param {import("./tiles.js").Tiles} tiles @param {string[]} names of the axes */
  show(tiles, names) {
    this.tiles?.close();
    this.tiles = tiles;
    this.names = names;
    this.element.classList.toggle("flat", tiles.flat);
    if (tiles.flat) this.y0 = 0;
    this.redraw();
  }

  resize() {
    const { width, height } = this.element.getBoundingClientRect(), ratio = devicePixelRatio || 1;
    Object.assign(this, { width, height });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.draw();
  }

  get wide() { return Math.max(1, this.width - LEFT - RIGHT) / this.scale; }
  get high() { return Math.max(1, this.height - TOP - BOTTOM) / this.scale; }
  get rows() { return this.tiles?.flat ? 1 : END; }

  /** The cells that can be seen, the last ones not included. @returns {Box} */
  seen() {
    return { x0: Math.floor(this.x0), y0: Math.floor(this.y0), x1: Math.min(END, Math.ceil(this.x0 + this.wide)), y1: Math.min(this.rows, Math.ceil(this.y0 + this.high)) };
  }

  /** @param {MouseEvent} e @returns {Cell} */
  spot(e) {
    const box = this.canvas.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  }

  /** @param {Cell} spot */
  cell(spot) {
    const x = (spot.x - LEFT) / this.scale, y = (this.height - BOTTOM - spot.y) / this.scale;
    const cell = { x: Math.floor(this.x0 + x), y: Math.floor(this.y0 + y) };
    return x >= 0 && y >= 0 && x < this.wide && y < this.high && cell.x < END && cell.y < this.rows ? cell : null;
  }

  /** @param {Cell | null} cell */
  point(cell) {
    if (!cell || (cell.x === this.cursor?.x && cell.y === this.cursor.y)) return;
    this.cursor = cell;
    this.redraw();
    this.listen.point?.(cell);
  }

  /** Enlarges around a spot. @param {number} factor @param {Cell} [spot] */
  zoom(factor, spot = { x: (LEFT + this.width) / 2, y: (this.height - BOTTOM) / 2 }) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.scale * factor)), gain = 1 / this.scale - 1 / scale;
    this.set(this.x0 + (spot.x - LEFT) * gain, this.y0 + (this.height - BOTTOM - spot.y) * gain, scale);
  }

  /** The same, in a short movement. @param {number} factor */
  zoomSmoothly(factor) {
    const from = this.scale, begin = performance.now(), length = movement(180);
    const step = () => {
      const t = length ? Math.min(1, (performance.now() - begin) / length) : 1;
      this.zoom((from * factor ** t) / this.scale);
      if (t < 1) requestAnimationFrame(step);
    };
    step();
  }

  /** @param {number} x0 @param {number} y0 @param {number} scale */
  set(x0, y0, scale) {
    this.scale = scale;
    this.x0 = Math.max(0, Math.min(END - this.wide, x0));
    this.y0 = Math.max(0, Math.min(this.rows - this.high, y0));
    this.redraw();
    this.listen.moved?.();
  }

  /** @param {PointerEvent} e */
  press(e) {
    this.canvas.setPointerCapture(e.pointerId);
    if (!this.pointers.size) this.travelled = 0;
    this.pointers.set(e.pointerId, this.spot(e));
    this.element.focus({ preventScroll: true });
  }

  /** Points, drags, or with two fingers zooms. @param {PointerEvent} e */
  move(e) {
    const now = this.spot(e), before = this.pointers.get(e.pointerId);
    if (!before) return this.point(this.cell(now));
    const other = [...this.pointers].find(([id]) => id !== e.pointerId)?.[1], share = other ? 2 : 1;
    const far = (/** @type {Cell} */ a, /** @type {Cell} */ b) => Math.hypot(a.x - b.x, a.y - b.y);
    if (other) this.zoom(far(now, other) / (far(before, other) || 1), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    this.travelled += far(now, before);
    this.pointers.set(e.pointerId, now);
    if (this.travelled > 4) this.set(this.x0 - (now.x - before.x) / this.scale / share, this.y0 + (now.y - before.y) / this.scale / share, this.scale);
  }

  /** A click plays the position; a tap shows it first. @param {PointerEvent} e */
  release(e) {
    this.pointers.delete(e.pointerId);
    const cell = this.cell(this.spot(e));
    if (!cell || this.travelled > 4 || this.pointers.size) return;
    const known = cell.x === this.cursor?.x && cell.y === this.cursor.y;
    this.point(cell);
    if (known || e.pointerType === "mouse") this.listen.open(cell);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const [dx, dy] = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] })[e.key] ?? [0, 0];
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if ((dx || dy) && e.shiftKey) this.set(this.x0 + (dx * this.wide) / 4, this.y0 + (dy * this.high) / 4, this.scale);
    else if (dx || dy) this.step(dx, dy);
    else if (e.key === "+" || e.key === "=") this.zoomSmoothly(1.6);
    else if (e.key === "-") this.zoomSmoothly(1 / 1.6);
    else if (e.key === "Home") this.set(0, 0, this.scale);
    else if (e.key === "Enter" && this.cursor) this.listen.open(this.cursor);
    else return;
    e.preventDefault();
  }

  /** Moves the cursor, and the view with it. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const from = this.cursor ?? { x: Math.floor(this.x0) - dx, y: Math.floor(this.y0) - dy }, pace = Math.max(1, Math.floor(1 / this.scale));
    const x = Math.max(0, Math.min(END - 1, from.x + dx * pace)), y = Math.max(0, Math.min(this.rows - 1, from.y + dy * pace));
    this.point({ x, y });
    this.set(Math.min(x, Math.max(this.x0, x + 1 - this.wide)), Math.min(y, Math.max(this.y0, y + 1 - this.high)), this.scale);
  }

  redraw() {
    this.waiting ||= requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.waiting = 0;
    const pen = this.canvas.getContext("2d"), { tiles, scale, cursor } = this, ratio = devicePixelRatio || 1, colours = palette(), seen = this.seen();
    if (!pen || !this.canvas.isConnected) return;
    const base = this.height - BOTTOM, end = this.width - RIGHT;
    const px = (/** @type {number} */ x) => LEFT + (x - this.x0) * scale, py = (/** @type {number} */ y) => base - (y - this.y0) * scale;
    const snap = (/** @type {number} */ n) => Math.round(n * ratio) / ratio;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, this.width, this.height);
    pen.save();
    pen.beginPath();
    pen.rect(LEFT, TOP, end - LEFT, base - TOP);
    pen.clip();
    const step = 2 ** Math.max(0, Math.min(8, Math.floor(-Math.log2(scale * ratio))));
    pen.imageSmoothingEnabled = scale * ratio * step < 1;
    for (const tile of tiles?.within(seen) ?? []) {
      const x = snap(px(tile.tx * SIDE)), y = snap(py(tile.ty * SIDE + (tiles?.flat ? 1 : SIDE))), image = tiles?.image(tile, step);
      const wide = snap(px((tile.tx + 1) * SIDE)) - x, high = snap(py(tile.ty * SIDE)) - y;
      pen.fillStyle = tile.failed ? css(colours.none) : colours.line;
      if (image) pen.drawImage(image, x, y, wide, high);
      else pen.fillRect(x, y, wide, high);
    }
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = 1;
    pen.strokeStyle = colours.paper;
    pen.font = `${Math.min(15, scale * 0.42)}px system-ui, sans-serif`;
    if (tiles && scale >= 14) for (let y = seen.y0; y < seen.y1; y++) for (let x = seen.x0; x < seen.x1; x++) {
      const known = tiles.at(x, y);
      if (!known || known.value === null) continue;
      pen.strokeRect(px(x) + 0.5, py(y + 1) + 0.5, scale - 1, scale - 1);
      pen.fillStyle = inkOn(known.colour);
      pen.fillText(known.wrong ? "✕" : tiles.grundy ? String(known.value) : known.value ? "" : "P", px(x + 0.5), py(y + 0.5), scale - 3);
    }
    if (cursor) {
      const size = Math.max(scale, 5);
      pen.strokeStyle = colours.cursor;
      pen.lineWidth = 3;
      pen.strokeRect(px(cursor.x + 0.5) - size / 2, py(cursor.y + 0.5) - size / 2, size, size);
    }
    pen.restore();
    pen.strokeStyle = colours.soft;
    pen.strokeRect(LEFT - 0.5, TOP - 0.5, end - LEFT + 1, base - TOP + 1);
    pen.fillStyle = colours.ink;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (let every = roundUp(46 / scale), x = Math.ceil(seen.x0 / every) * every; x < seen.x1; x += every) if (px(x + 0.5) > LEFT && px(x + 0.5) < end) pen.fillText(String(x), px(x + 0.5), base + 13);
    pen.fillText(this.names[0], LEFT + (end - LEFT) / 2, this.height - 10);
    if (tiles?.flat) return;
    pen.save();
    pen.rotate(-Math.PI / 2);
    pen.fillText(this.names[1], -(TOP + base) / 2, 10);
    pen.restore();
    pen.textAlign = "right";
    for (let every = roundUp(26 / scale), y = Math.ceil(seen.y0 / every) * every; y < seen.y1; y += every) if (py(y + 0.5) < base && py(y + 0.5) > TOP) pen.fillText(String(y), LEFT - 6, py(y + 0.5));
  }
}
