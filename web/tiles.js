// The cells of a picture in tiles: fetched as they are needed, a few at a time, and kept for a while.
import { api } from "./api.js";
import { grundyColour, mix, palette } from "./colours.js";

/** Cells along the side of a tile, and the end of the server's plane. */
export const SIDE = 256, END = 65536;
const AT_ONCE = 4, KEPT = 420;

export class Tiles {
  /** @param {Subject} subject @param {boolean} flat whether there is only one row @param {() => void} changed */
  constructor(subject, flat, changed) {
    this.subject = subject;
    this.flat = flat;
    this.changed = changed;
    this.grundy = subject.what === "grundy";
    /** @type {Map<string, Tile>} */ this.tiles = new Map();
    /** @type {{tile: Tile, done: () => void}[]} */ this.queue = [];
    this.running = this.clock = 0;
    /** The largest number that was seen. */ this.max = 1;
    this.stop = new AbortController();
  }

  /** @param {number} tx @param {number} ty @returns {Tile} */
  tile(tx, ty) {
    const name = `${tx},${ty}`;
    const tile = this.tiles.get(name) ?? { tx, ty, cells: null, failed: null, image: null, drawn: "", used: 0, loading: null };
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
    for (let ty = Math.floor(y0 / SIDE); ty * SIDE < y1; ty++) for (let tx = Math.floor(x0 / SIDE); tx * SIDE < x1; tx++) yield this.tile(tx, ty);
  }

  get failed() { return [...this.tiles.values()].find((t) => t.failed); }
  close() { this.stop.abort(); }

  /** Fetches the tile that was wanted last, if there is room for it. */
  async next() {
    const { signal } = this.stop;
    this.queue.sort((a, b) => a.tile.used - b.tile.used);
    const job = this.running < AT_ONCE && !signal.aborted ? this.queue.pop() : null;
    if (!job) return;
    this.running++;
    await this.fetch(job.tile).catch((error) => { job.tile.failed = error; });
    this.running--;
    job.tile.loading = null;
    job.done();
    if (signal.aborted) return;
    const old = [...this.tiles].filter(([, t]) => !t.loading).sort(([, a], [, b]) => a.used - b.used);
    for (const [name] of old.slice(0, Math.max(0, this.tiles.size - KEPT))) this.tiles.delete(name);
    this.changed();
    void this.next();
  }

  /** @param {Tile} tile */
  async fetch(tile) {
    const { game, at, what, claims } = this.subject, { signal } = this.stop;
    const where = { game, at, x0: tile.tx * SIDE, y0: tile.ty * SIDE, width: SIDE, height: this.flat ? 1 : SIDE };
    const cells = await api.table({ ...where, what }, signal), none = 2 ** (8 * cells.BYTES_PER_ELEMENT) - 1;
    const claim = claims && !this.grundy ? await api.table({ ...where, what: "claim", claims }, signal) : null;
    for (const v of cells) if (v !== none && v > this.max) this.max = v;
    tile.cells = { cells, none, claim };
  }

  /** What is known of a cell: its value, what the claim says, its colour. @param {number} x @param {number} y */
  at(x, y) {
    const known = this.tiles.get(`${Math.floor(x / SIDE)},${Math.floor(y / SIDE)}`)?.cells;
    return known ? this.look(known, (this.flat ? 0 : y % SIDE) * SIDE + (x % SIDE)) : null;
  }

  /** @param {Cells} known @param {number} i */
  look({ cells, none, claim }, i) {
    const colours = palette(), value = cells[i] === none ? null : cells[i], said = claim && claim[i] < 2 ? claim[i] : null;
    const wrong = value !== null && said !== null && value !== said;
    const plain = value === null ? colours.none : this.grundy ? grundyColour(value, this.max) : value ? colours.N : colours.P;
    return { value, claim: said, wrong, colour: wrong ? colours.wrong : claim && said === null ? mix(plain, colours.none, 0.6) : plain };
  }

  /** A tile as an image, with step × step cells to a dot; rare P-positions and errors stay visible. @param {Tile} tile @param {number} step */
  image(tile, step) {
    const colours = palette(), wanted = `${step} ${colours.paper} ${this.grundy && this.max}`;
    if (!tile.cells || tile.drawn === wanted) return tile.image;
    const width = SIDE / step, height = this.flat ? 1 : width, image = new ImageData(width, height);
    for (let j = 0; j < height; j++) for (let i = 0; i < width; i++) {
      let all = 0, p = 0, wrong = false;
      /** @type {Colour} */ let colour = [0, 0, 0];
      for (let b = 0; b < (this.flat ? 1 : step); b++) for (let a = 0; a < step; a++) {
        const cell = this.look(tile.cells, (j * step + b) * SIDE + i * step + a);
        if (cell.value === null && step > 1) continue;
        if (cell.value === 0) p++;
        wrong ||= cell.wrong;
        colour = mix(colour, cell.colour, 1 / ++all);
      }
      if (!all) colour = colours.none;
      else if (wrong) colour = colours.wrong;
      else if (step > 1 && !this.grundy) colour = mix(colours.N, colours.P, Math.sqrt(p / all));
      image.data.set([...colour, 255], 4 * ((height - 1 - j) * width + i));
    }
    const canvas = tile.image = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.putImageData(image, 0, 0);
    tile.drawn = wanted;
    return canvas;
  }
}
