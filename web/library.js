// The library's games: choosing one or writing a rule, and changing parts of a game's text.
import { api } from "./api.js";
import { attempt, button, field, fill, form, h } from "./dom.js";
import { editor, refusal } from "./faults.js";

/** The name, the arguments and the rest of `name(a, b); rest`. @param {string} text */
function head(text) {
	const [, name = "", , given = "", rest = ""] =
		/^\s*([a-z][a-z0-9-]*)(\(((?:[^()]|\([^()]*\))*)\))?(.*)/s.exec(text) ?? [];
	return { name, rest, values: given.split(/,(?![^{(]*[})])/).map((v) => v.trim()) };
}

/** The game of the library that a text begins with. @param {LibraryGame[]} library @param {string} text */
export function ofLibrary(library, text) {
	const { name, rest } = head(text);
	return /^\s*(;|\n|$)/.test(rest) ? library.find((g) => g.name === name) : undefined;
}

/** The parameters of a text that are numbers, and the text with another number. @type {Fn["numbers"]} */
export const numbers = (library, text) => {
	const { name, values, rest } = head(text);
	return (ofLibrary(library, text)?.parameters ?? []).flatMap((p, i) => {
		const [, before = "", value] = /^(\w+\s*=\s*)?(\d+)$/.exec(values[i] ?? "") ?? [];
		return p.kind === "number" && value
			? [{ name: p.name, value, with: (n) => `${name}(${values.with(i, before + n).join(", ")})${rest}` }]
			: [];
	});
};

const ENDING = /(^|[;\n])[ \t]*ending[ \t]+(normal|misere)[ \t]*(?=[;\n#]|$)/;

/** A game's text with another ending. @param {string} text @param {string} ending */
export function withEnding(text, ending) {
	const plain = text.replace(ENDING, "").trim();
	return ending === "normal" && plain !== text.trim()
		? plain
		: `${plain}${/[\n#]/.test(plain) ? "\n" : "; "}ending ${ending}`;
}

/** A short name for a text. @param {string} text */
export const title = (text) =>
	/^\s*game\s+([\w-]+(\([^)]*\))?)/.exec(text)?.[1] ??
	text
		.replace(ENDING, "")
		.replace(/^(\s*#.*\n)+/, "")
		.trim()
		.split("\n")[0];

/** Opens the list of games, and a field for a rule. @type {Fn["chooseGame"]} */
export const chooseGame = (now, chosen) => {
	const groups = h("div.groups"),
		end = new AbortController(),
		use = h("button.main", { type: "submit" }, "Use this rule");
	const own = editor("game", "Or write a rule", now, end.signal, (_, shape) => {
		use.disabled = !shape;
	});
	const search = h("input", { type: "search", placeholder: "largest, split, pass…", oninput: () => list() });
	/** @type {HTMLDialogElement} */
	const dialog = h(
		"dialog",
		{
			"aria-label": "Choose a game",
			onclose: () => {
				end.abort();
				dialog.remove();
			},
		},
		h(
			"div.inside",
			h(
				"div.spread",
				h("h2", "Choose a game"),
				button(
					"Close",
					() => {
						dialog.close();
					},
					"plain",
				),
			),
			field("Search", search),
			groups,
			form("stack own", () => take(own.area.value.trim(), null), h("p.quiet", "Or write a rule"), own.element, use),
		),
	);
	/** @type {Fn["take"]} */
	const take = (text, position) => {
		dialog.close();
		chosen(text, position);
	};
	const list = () =>
		attempt(
			async () => {
				const wanted = search.value.toLowerCase().split(/\s+/);
				const found = (await api.games()).filter((g) =>
					wanted.every((w) => `${g.heading} ${g.about} ${g.group}`.toLowerCase().includes(w)),
				);
				fill(
					groups,
					[...new Set(found.map((g) => g.group))].map((group) => [
						h("h3", group),
						h(
							"ul.games",
							found
								.filter((g) => g.group === group)
								.map((g) =>
									h(
										"li",
										button([h("strong", g.heading), h("span", g.about)], () => take(g.example, g.position), "game"),
									),
								),
						),
					]),
					!found.length && h("p", "No game contains these words. You can write your own rule below."),
				);
			},
			(error) => fill(groups, refusal(error), button("Try again", list)),
		);
	document.body.append(dialog);
	dialog.showModal();
	search.focus();
	void list();
};
