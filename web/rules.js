// The view in which the rules of a game are written, with their picture and a position beside them.
import { go, replace } from "./address.js";
import { api, words } from "./api.js";
import { button, field, fill, h } from "./dom.js";
import { editor } from "./editor.js";
import { Heatmap } from "./heatmap.js";
import { ofLibrary } from "./library.js";
import { Match } from "./match.js";
import { axes, slots, template } from "./plane.js";
import { board } from "./stones.js";
import { Tiles } from "./tiles.js";

const FIRST = `game mine
  "Take one to three stones from a largest heap, or pass once."
  take 1..3 from largest
  pass 1
`;

/** A text to start from. @param {LibraryGame} game */
const startOf = ({ text, example, parameters }) => (parameters.length ? `# ${text.trim().replaceAll("\n", "\n# ")}\n\n${example}\n` : text);

/** @type {View} */
export async function showRules(place, settings, signal) {
  let game = "", position = "", round = 0;
  /** @type {LibraryGame[]} */ let library = [];
  /** @type {Slot[]} */ let all = [];
  const said = h("p.quiet", { "aria-live": "polite" }), toPlay = () => go("play", { game, position });
  const map = new Heatmap({ open: (cell) => go("play", { game, position: template(all, cell) }) }, "Small picture of the outcomes.", signal);
  const stones = board({ changed: () => {}, take: toPlay, split: toPlay });
  const play = button("Play it", toPlay, "main"), explore = button("Explore it", () => go("explore", { game }));
  const examples = h("select", h("option", { value: "" }, "Start from a game of the library…"));
  const text = editor("game", "Rules of the game", settings.text ?? FIRST, signal, (now, shape) => {
    replace("rules", { text: now });
    play.disabled = explore.disabled = !shape;
    if (shape) void show(now.trim(), shape);
  });
  examples.addEventListener("change", () => {
    const wanted = library.find((g) => g.name === examples.value);
    if (wanted) text.area.value = startOf(wanted);
    void text.look();
  });
  fill(place, h("h1", "Rules"), h("p.lead-line", "Write a game the way a paper defines it. Mistakes are shown as you type; the picture and the board follow."),
    h("div.grid.halves", h("section.stack", { "aria-label": "The text" }, field("Examples", examples), text.element),
      h("section.stack", { "aria-label": "The game" }, h("div.row", play, explore), said, map.element, stones.element)));

  /** @param {string} now @param {Shape} shape */
  async function show(now, shape) {
    const mine = ++round;
    game = now;
    all = slots(shape, "", ofLibrary(library, game)?.position ?? "");
    map.show(new Tiles({ game, at: template(all), what: "outcome", claims: "" }, !all.some((s) => s.value === "y"), () => map.redraw()), axes(all));
    try {
      const match = new Match(game, (await api.deal(game, signal)).position, "you", "people"), legal = await match.load(false, signal);
      if (mine !== round) return;
      position = match.now.position;
      stones.clear();
      stones.show(legal.piles, legal, legal.parts);
      said.textContent = `The outcomes (dark or yellow: P), and the position ${position} with ${legal.moves.length} legal moves.`;
    } catch (error) {
      if (mine === round && !signal.aborted) said.textContent = words(error);
    }
  }

  library = await api.games().catch(() => []);
  for (const group of new Set(library.map((g) => g.group)))
    examples.append(h("optgroup", { label: group }, library.filter((g) => g.group === group).map((g) => h("option", { value: g.name }, g.heading))));
  map.set(0, 0, 12);
}
