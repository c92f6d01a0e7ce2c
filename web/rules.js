// The view in which the rules of a game are written, with their picture and a board beside them.
import { api } from "./api.js";
import { button, field, fill, go, h, replace } from "./dom.js";
import { editor, refusal } from "./faults.js";
import { Heatmap } from "./heatmap.js";
import { ofLibrary } from "./library.js";
import { planeOf, positionAt, tokens } from "./plane.js";
import { showPlay } from "./play.js";
import { Tiles } from "./tiles.js";

const FIRST = `game mine
  "Take one to three stones from a largest heap, or pass once."
  take 1..3 from largest
  pass 1
`;

/** A text to start from. @param {LibraryGame} game */
const startOf = ({ text, example, parameters }) =>
	parameters.length ? `# ${text.trim().replaceAll("\n", "\n# ")}\n\n${example}\n` : text;

/** @type {View} */
export const showRules = async (place, settings, signal) => {
	let game = "",
		plane = "",
		leave = new AbortController();
	signal.addEventListener("abort", () => leave.abort());
	/** @type {LibraryGame[]} */ let library = [];
	const table = h("div.beside"),
		said = h("div.quiet"),
		play = button("Play it", () => go("play", { game }), "main"),
		explore = button("Explore it", () => go("explore", { game }));
	const map = new Heatmap(
		{ open: (cell) => go("play", { game, position: positionAt(plane, cell) }) },
		"Small picture of the outcomes.",
		signal,
	);
	const text = editor("game", "Rules of the game", settings.text ?? FIRST, signal, (now, shape) => {
		replace("rules", { text: now });
		play.disabled = explore.disabled = !shape;
		if (!shape || game === now.trim()) return;
		game = now.trim();
		leave.abort();
		leave = new AbortController();
		void showPlay(table, { game, beside: "1" }, leave.signal);
		plane = planeOf(shape, ofLibrary(library, game)?.position ?? "");
		fill(said, `Who wins at ${plane}. Click a cell to play it.`);
		const tiles = new Tiles({ game, at: plane, what: "outcome", claims: "" }, () => {
			map.redraw();
			if (tiles.failed) fill(said, refusal(tiles.failed.failed));
		});
		map.show(tiles, tokens(plane, shape));
	});
	const examples = h(
		"select",
		{
			onchange: () => {
				text.area.value = library.filter((g) => g.name === examples.value).map(startOf)[0];
				text.look();
			},
		},
		h("option", { disabled: true, selected: "true" }, "Start from a game of the library…"),
	);
	fill(
		place,
		h("h1", "Rules"),
		h(
			"p.lead-line",
			"Write a game the way a paper defines it. Mistakes are shown as you type; the picture and the board follow.",
		),
		h(
			"div.grid.halves",
			h("section.stack", { "aria-label": "The text" }, field("Examples", examples), text.element),
			h("section.stack", { "aria-label": "The game" }, h("div.row", play, explore), map.element, said, table),
		),
	);

	library = await api.games().catch(() => []);
	for (const group of new Set(library.map((g) => g.group)))
		examples.append(
			h(
				"optgroup",
				{ label: group },
				library.filter((g) => g.group === group).map((g) => h("option", { value: g.name }, g.heading)),
			),
		);
	map.set(0, 0, 12);
};
