// The view in which pictures of outcomes and Grundy numbers are looked at.
import * as address from "./address.js";
import { aborted, api, Refusal } from "./api.js";
import { css, grundyColour, palette } from "./colours.js";
import { announce, button, choice, debounce, field, fill, h } from "./dom.js";
import { refusal } from "./faults.js";
import { Heatmap } from "./heatmap.js";
import { csv, download, png, svg } from "./keep.js";
import { chooseGame, numbers, ofLibrary, title } from "./library.js";
import { axes, numberControl, planeControls, slots, template } from "./plane.js";
import { sequencePlot } from "./sequence.js";
import { SIDE, Tiles } from "./tiles.js";

/** @type {View} */
export async function showExplore(place, settings, signal) {
  let game = settings.game ?? "wythoff", claims = settings.claim ?? "";
  let what = /** @type {"outcome" | "grundy"} */ (settings.what === "grundy" ? "grundy" : "outcome");
  /** @type {Slot[]} */ let all = [];
  /** @type {LibraryGame[]} */ let library = [];

  const heading = h("h1", "Explore"), about = h("p.lead-line"), params = h("div.plane"), plane = h("div.plane"), legend = h("div.legend"), problem = h("div.problem");
  const info = h("div.info", h("p.quiet", "Point at a cell to read its position; click it to play. Wheel or pinch zooms, dragging moves.")), differ = h("p", { "aria-live": "polite" }), claimSaid = h("div", { id: "claim-said" });
  const map = new Heatmap({ point, open, moved: () => save() }, "Picture of the positions.", signal);
  const claim = h("textarea.mono", { rows: 3, spellcheck: "false", placeholder: "P iff xor(x) = 0", value: claims, "aria-describedby": "claim-said", oninput: debounce(500, () => { claims = claim.value.trim(); redraw(); }) });
  const whatChoice = choice("Show", [["outcome", "Who wins (P or N)"], ["grundy", "Grundy numbers"]], what, (v) => { what = v === "grundy" ? v : "outcome"; redraw(); });
  const toPlay = h("a", "Play this game"), sequence = sequencePlot(() => game, signal);
  /** @param {string} kind @param {(m: Heatmap) => Promise<Blob>} make */
  const file = (kind, make) => button(kind.toUpperCase(), async () => {
    try { download(`${title(game).replace(/[^\w-]+/g, "-")}-${what}.${kind}`, await make(map)); } catch (error) { fill(problem, refusal(error)); }
  }, "small", { "aria-label": `Download as ${kind.toUpperCase()}` });

  fill(place, h("div.spread", heading, button("Choose a game", () => chooseGame(game, (text) => address.go("explore", { game: text, what })))), about,
    h("div.grid", h("section.stack", { "aria-label": "Picture" }, map.element,
      h("div.spread", h("div.row", button("+", () => map.zoomSmoothly(1.6), "small", { "aria-label": "Zoom in" }), button("−", () => map.zoomSmoothly(1 / 1.6), "small", { "aria-label": "Zoom out" }), button("To the origin", () => map.set(0, 0, 16), "small")),
        h("div.row", h("span.quiet", "Download"), file("png", png), file("svg", svg), file("csv", csv))), legend, problem, info),
    h("aside.side", { "aria-label": "Settings of the picture" }, whatChoice, params, h("h2", "Positions"), h("p.quiet", "Two numbers run along the axes, the others are held."), plane,
      h("h2", "Compare with a claim"), field(["The claim, for example ", h("code", "P iff xor(x) = 0")], claim), claimSaid, differ, toPlay)), sequence.element);

  const save = debounce(150, () => {
    if (signal.aborted || !map.tiles) return;
    const round = (/** @type {number} */ n) => Math.round(n * 100) / 100;
    address.replace("explore", { game, at: template(all), what, claim: claims, x: round(map.x0), y: round(map.y0), zoom: round(map.scale) });
    differences(map.tiles);
  });

  /** How often the claim is wrong in view. @param {Tiles} tiles */
  function differences(tiles) {
    if (!claims || tiles.grundy || tiles.failed) return fill(differ);
    const seen = map.seen(), wrong = [];
    let silent = 0;
    for (let y = seen.y0; y < seen.y1; y++) for (let x = seen.x0; x < seen.x1; x++) {
      const known = tiles.at(x, y);
      if (known?.wrong) wrong.push({ x, y });
      if (known && known.value !== null && known.claim === null) silent++;
    }
    const first = wrong.reduce((/** @type {Cell | null} */ a, b) => (a && a.x + a.y <= b.x + b.y ? a : b), null), at = first && template(all, first);
    fill(differ, h("strong", wrong.length ? `✕ ${wrong.length === 1 ? "1 difference" : `${wrong.length} differences`} in view` : "✓ No difference in view"),
      at ? ["; the first is at ", h("a", { href: address.link("play", { game, position: at }) }, at), "."] : ".", silent > 0 && ` The claim is silent on ${silent} positions.`);
  }

  /** Makes the picture anew. */
  function redraw() {
    const tiles = new Tiles({ game, at: template(all), what, claims }, !all.some((s) => s.value === "y"), () => { map.redraw(); labels(); save(); });
    map.show(tiles, axes(all));
    if (map.cursor) point(map.cursor);
    labels();
    save();
  }

  /** The legend, and what could not be shown. */
  function labels() {
    const colours = palette(), max = map.tiles?.max ?? 1, failed = map.tiles?.failed, inClaim = failed?.failed instanceof Refusal && failed.failed.errors.some((e) => e.in === "claim");
    /** @param {Colour} c @param {string | number} words */
    const patch = (c, words) => { const s = h("span.patch"); s.style.background = css(c); return h("span", s, words); };
    fill(legend, what === "outcome" ? [patch(colours.P, "P: who has just moved wins"), patch(colours.N, "N: whose turn it is wins"), claims && patch(colours.wrong, "✕ the claim is wrong")]
      : [...new Set([0, 1, Math.ceil(max / 4), Math.ceil(max / 2), max])].map((v) => patch(grundyColour(v, max), v)));
    fill(claimSaid, inClaim && refusal(failed?.failed, { claim: claims }));
    fill(problem, failed && !inClaim && [h("p", `Not all of it can be shown (at x = ${failed.tx * SIDE}, y = ${failed.ty * SIDE}):`), refusal(failed.failed, { game }), button("Try again", redraw, "small")]);
  }

  let request = new AbortController();
  const lookUp = debounce(160, async (/** @type {Cell} */ cell) => {
    request.abort();
    request = new AbortController();
    const position = template(all, cell);
    try {
      const answer = await api.solve(game, position, request.signal, { grundy: what === "grundy", moves: 3 });
      if (map.cursor?.x !== cell.x || map.cursor.y !== cell.y) return;
      fill(info, h("p", h("strong", answer.position), ` is ${answer.outcome}: the player ${answer.outcome === "P" ? "who has just moved" : "whose turn it is"} wins.${answer.grundy === null ? "" : ` Grundy number ${answer.grundy}.`}`),
        h("p", answer.winning_moves.length ? `Winning: to ${answer.winning_moves.join(", to ")}${answer.winning_moves_complete ? "" : ", …"}. ` : "No move wins. ", h("a", { href: address.link("play", { game, position }) }, "Play it")));
      announce(info.textContent);
    } catch (error) { if (!aborted(error)) fill(info, h("p", h("strong", position)), refusal(error)); }
  });

  /** @param {Cell} cell */
  function point(cell) {
    const value = map.tiles?.at(cell.x, cell.y)?.value;
    fill(info, h("p", h("strong", template(all, cell)), value === null ? " is no position" : value === undefined ? " …" : what === "grundy" ? ` has Grundy number ${value}` : ` is ${value ? "N" : "P"}`));
    if (value !== null) lookUp(cell);
  }

  /** @param {Cell} cell */
  function open(cell) {
    if (map.tiles?.at(cell.x, cell.y)?.value !== null) address.go("play", { game, position: template(all, cell) });
  }

  /** Another text of the game, with the same plane if it fits. @param {string} text */
  async function change(text) {
    game = text;
    try {
      const { shape, diagnostics } = await api.check(game, "game", signal), known = ofLibrary(library, game);
      if (!shape) return fill(problem, refusal(new Refusal(diagnostics.map((d) => ({ ...d, in: "game" })), 422), { game }), h("a", { href: address.link("rules", { text: game }) }, "Correct the rules"));
      heading.textContent = title(game);
      document.title = `Explore ${title(game)} · Bouton`;
      about.textContent = known?.about ?? "";
      toPlay.href = address.link("play", { game });
      const select = /** @type {HTMLSelectElement} */ (whatChoice.querySelector("select"));
      if (shape.ending === "misere") what = "outcome";
      select.value = what;
      select.options[1].disabled = shape.ending === "misere";
      all = slots(shape, all.length ? template(all) : settings.at ?? "", known?.position ?? "");
      planeControls(plane, shape, all, debounce(60, (next) => { all = next; redraw(); }));
      if (!params.childElementCount) fill(params, numbers(library, game).map((n, i) => h("div.slot", h("span", "Number ", h("i", n.name)),
        numberControl(`Number ${n.name}`, n.value, 20, (v) => { if (v) void change(numbers(library, game)[i].with(v)); }))));
      redraw();
      void sequence.show();
    } catch (error) { if (!aborted(error)) fill(problem, refusal(error, { game }), button("Try again", () => change(game))); }
  }

  library = await api.games().catch(() => []);
  if (signal.aborted) return;
  addEventListener("theme", labels, { signal });
  map.resize();
  map.set(Number(settings.x) || 0, Number(settings.y) || 0, Number(settings.zoom) || 16);
  await change(game);
}
