// Errors in a text, shown at their place: underlined spans, a list, and an editor that checks as you type.
import { api, Refusal } from "./api.js";
import { attempt, button, debounce, fill, h, latest } from "./dom.js";

/** From a byte offset in UTF-8 to an index in the string. @param {string} text @param {number | null} offset */
const index = (text, offset) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, offset ?? 0)).length;

/** At most this many errors are shown. */
const MOST = 50;

/** The text with the wrong parts marked. @type {Fn["spans"]} */
const spans = (text, found) => {
	/** @type {Child[]} */
	const out = [];
	let at = 0;
	for (const { start, end } of found
		.slice(0, MOST)
		.filter((d) => d.start !== null)
		.sort((a, b) => Number(a.start) - Number(b.start))) {
		const from = index(text, start),
			to = Math.max(index(text, end), from + 1);
		if (from < at) continue;
		out.push(text.slice(at, from), h("mark", text.slice(from, to) || " "));
		at = to;
	}
	return [...out, text.slice(at)];
};

/** A text with code in backquotes. @param {string} text */
export const prose = (text) => text.split("`").map((part, i) => (i % 2 ? h("code", part) : part));

/** The list of errors; each can lead to its place. @type {Fn["faults"]} */
export const faults = (found, open) =>
	found.length > 0 &&
	h(
		"ul.faults",
		found
			.slice(0, MOST)
			.map((d) =>
				h(
					"li",
					h(
						"p",
						h("strong", `${d.severity === "error" ? "✕ Error" : "! Warning"} ${d.code}`),
						d.line ? ` in line ${d.line}, column ${d.column}: ` : ": ",
						prose(d.message),
						open && d.start !== null && button("show", () => open(d), "link"),
					),
					d.help && h("p", "Help: ", prose(d.help)),
				),
			),
		found.length > MOST && h("li", `… and ${found.length - MOST} more`),
	);

/** What went wrong, with the texts it is about (by the name of their field) and the places. @type {Fn["refusal"]} */
export const refusal = (error, texts = {}) => {
	if (!(error instanceof Refusal)) return h("p.bad", error instanceof Error ? error.message : String(error));
	const about = (name = "") => error.errors.filter((e) => e.in === name && e.start !== null);
	return h(
		"div.stack",
		Object.keys(texts).map((name) => about(name).length > 0 && h("pre.places", spans(texts[name], about(name)))),
		faults(error.errors) || h("p.bad", error.message),
	);
};

/** A text area whose errors are underlined. @type {Fn["editor"]} */
export const editor = (kind, label, text, signal, checked) => {
	const back = h("pre", { "aria-hidden": "true" }),
		said = h("div.editor-faults", { id: "faults", "aria-live": "polite" }),
		fresh = latest(signal);
	const area = h("textarea", {
		spellcheck: "false",
		autocapitalize: "off",
		autocomplete: "off",
		"aria-label": label,
		"aria-describedby": "faults",
		value: text,
	});
	const mirror = (/** @type {Diagnostic[]} */ found) => fill(back, spans(area.value, found), "\n");
	const look = () =>
		attempt(
			async () => {
				const { diagnostics, ok, shape } = await api.check(area.value, kind, fresh());
				mirror(diagnostics);
				area.setAttribute("aria-invalid", String(!ok));
				fill(
					said,
					faults(diagnostics, (d) => {
						area.focus();
						area.setSelectionRange(index(area.value, d.start), index(area.value, d.end));
					}) || (area.value.trim() ? h("p.good", "✓ No errors found.") : h("p.quiet", "Nothing is written yet.")),
				);
				checked(area.value, shape);
			},
			(error) => fill(said, refusal(error), button("Try again", look)),
		);
	const later = debounce(220, look);
	area.addEventListener("input", () => {
		mirror([]);
		later();
	});
	mirror([]);
	void look();
	return { area, look, element: h("div.stack", h("div.editor", back, area), said) };
};
