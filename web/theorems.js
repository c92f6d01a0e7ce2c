// The view of the papers, statement by statement. Each can be checked, and so can your own claim.
import { api, Refusal } from "./api.js";
import { announce, attempt, button, code, field, fill, form, h, link, plural, replace, to } from "./dom.js";
import { editor, prose, refusal } from "./faults.js";

const OWN = `claim mine for nim
  P iff even(total)
`;

/** @type {Record<string, string>} mark and words */
const VERDICTS = {
	holds: "✓ holds",
	refuted: "✕ refuted",
	erratum: "✎ misprint; the corrected form holds",
	vacuous: "∅ shows nothing",
	error: "! could not be checked",
};

/** @type {Record<string, string>} what the truth is known by; by the condition it says so itself */
const TRUTH = { definition: "by the definition it is ", table: "by the table it is " };

/** @type {View} */
export const showTheorems = (place, settings, signal) =>
	attempt(
		async () => {
			const body = h("div.statements", h("p.quiet", "Loading the papers…")),
				tabs = h("nav.row.tabs", { "aria-label": "Papers" });
			fill(
				place,
				h("h1", "Theorems"),
				h(
					"p.lead-line",
					"Published results, each compared with its game. Check them again here, on larger boxes, or try a claim of your own.",
				),
				tabs,
				body,
			);
			const all = await api.papers(),
				name = settings.paper ?? (settings.text ? "own" : all[0].name),
				paper = all.find((p) => p.name === name);
			if (signal.aborted) return;
			fill(
				tabs,
				[...all, { name: "own", title: "Your own claim" }].map((p) =>
					h("a", { href: link("theorems", { paper: p.name }), "aria-current": p.name === name && "true" }, p.title),
				),
			);
			if (!paper) return fill(body, own(settings, signal));
			fill(
				body,
				h("h2", paper.title),
				h(
					"p.quiet",
					[paper.authors.join(", "), paper.source, paper.doi && `DOI ${paper.doi}`].filter(Boolean).join(". "),
				),
				paper.statements.map((s) => statement(paper.name, s, settings, signal)),
			);
			for (const text of body.querySelectorAll(".typeset"))
				if (text.scrollWidth > text.clientWidth) text.setAttribute("tabindex", "0");
			const wanted = document.getElementById(`s-${settings.statement}`);
			wanted?.scrollIntoView();
			wanted?.focus({ preventScroll: true });
		},
		(error) =>
			fill(
				place,
				refusal(error),
				button("Try again", () => showTheorems(place, settings, signal)),
			),
	);

/** @type {Fn["statement"]} */
const statement = (paper, s, settings, signal) => {
	const mine = settings.statement === s.id,
		name = `${s.kind[0].toUpperCase()}${s.kind.slice(1)} ${s.label}`,
		place = h("div"),
		{ body } = new DOMParser().parseFromString(s.html, "text/html");
	const open = () =>
		fill(
			place,
			runner(
				(bounds) => {
					replace("theorems", { paper, statement: s.id, ...bounds });
					return { what: `${paper}:${s.id}` };
				},
				mine ? settings : {},
				signal,
			).element,
		);
	if (mine && s.checked) open();
	else if (s.checked)
		fill(
			place,
			button(
				"Check it here",
				() => {
					open();
					place.querySelector("button")?.focus();
				},
				"small",
				{ "aria-label": `Check it here: ${name}` },
			),
		);
	body.querySelector("strong")?.remove();
	return h(
		"article.card.stack",
		{ id: `s-${s.id}`, tabindex: -1 },
		h(
			"div.spread",
			h("h3", to("theorems", { paper, statement: s.id }, name)),
			h(
				"p",
				{ class: `verdict ${s.verdict?.status}` },
				s.verdict ? VERDICTS[s.verdict.status] : s.kind === "definition" ? "· a definition" : "· stated, not checked",
			),
		),
		h("div.typeset", [...body.childNodes]),
		s.verdict &&
			h("p.quiet", `Compared at ${plural(s.verdict.positions, "position")} of ${s.verdict.games.join(", ")}.`),
		h("details", h("summary", "In Bouton’s language"), h("pre", { tabindex: 0 }, s.text)),
		place,
	);
};

/** @param {Settings} settings @param {AbortSignal} signal */
function own(settings, signal) {
	const text = editor("claim", "Your claim", settings.text ?? OWN, signal, (now) =>
		replace("theorems", { ...settings, paper: "own", text: now }),
	);
	const check = runner(
		(bounds) => {
			replace("theorems", { paper: "own", text: text.area.value, ...bounds });
			return { text: text.area.value };
		},
		settings,
		signal,
	);
	text.area.addEventListener("input", check.clear);
	return h(
		"section.card.stack",
		h("h2", "Your own claim"),
		h(
			"p",
			prose(
				"Start with `claim mine for` and a game, as below; then say which positions are P, like `P iff xor(x) = 0`, or what their Grundy numbers are, like `grundy = x[-1] mod 4`. `x` is the list of heaps from small to large, and `x[-1]` is the largest. A false claim is refuted by its smallest counterexample.",
			),
		),
		text.element,
		check.element,
	);
}

/** Bounds, a button, a progress bar with a way to stop, and the verdicts. @type {Fn["runner"]} */
const runner = (ask, settings, signal) => {
	const input = (/** @type {string} */ name, /** @type {Attributes} */ attributes) =>
		code({ ...attributes, value: settings[name] ?? "" });
	const values = input("with", { placeholder: "like k=2..4" }),
		heaps = input("heaps", {
			placeholder: "like 3..4",
			pattern: "\\s*\\d+\\s*(\\.\\.\\s*\\d+\\s*)?",
			title: "a number, or a range like 3..4",
		}),
		max = input("max", { placeholder: "like 20", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER }),
		start = h("button.main", { type: "submit" }, "Check");
	const bar = h("progress", { "aria-label": "Positions compared" }),
		said = h("p.quiet"),
		results = h("ul.verdicts");
	let stop = new AbortController();
	const running = h(
		"div.row",
		{ hidden: true },
		bar,
		button("Cancel", () => stop.abort()),
	);

	async function run() {
		stop = new AbortController();
		fill(results);
		running.hidden = false;
		start.disabled = true;
		bar.removeAttribute("value");
		said.textContent = "Checking…";
		let end = "Cancelled.",
			sound = false;
		await attempt(
			() =>
				api.verify(
					{
						...ask({ with: values.value, heaps: heaps.value, max: max.value }),
						with: values.value.split(/;\s*/).filter(Boolean),
						heaps: heaps.value || null,
						max: max.value ? Number(max.value) : null,
					},
					(event, data) => {
						if (event === "progress") {
							if (data.of) Object.assign(bar, { max: data.of, value: data.done });
							said.textContent = `${data.done}${data.of ? ` of ${data.of}` : ""} steps…`;
						} else if (event === "verdict") {
							results.append(verdict(data));
							sound ||= data.status !== "error";
						} else if (event === "error") throw new Refusal(data.errors);
						else if (event === "end")
							end = sound ? "Done." : results.childElementCount ? "" : "There was nothing to check.";
					},
					AbortSignal.any([stop.signal, signal]),
				),
			(error) => {
				end = "This could not be checked:";
				results.append(h("li", refusal(error)));
			},
		);
		said.textContent = end;
		announce(`${end} ${results.textContent}`);
		running.hidden = true;
		start.disabled = false;
	}
	const element = form(
		"stack",
		run,
		h("div.bounds", field("Parameters", values), field("Heaps", heaps), field("Largest heap", max), start),
		running,
		said,
		results,
	);
	/** Removes the results for another text. */
	const clear = () => {
		stop.abort();
		fill(results);
		said.textContent = "";
	};
	return { element, clear };
};

/** @param {Verdict["checked"][number]} c */
const compared = (c) =>
	`${plural(c.positions, "position")}${c.within && ` within ${c.within}`}, compared with ${c.with}`;

/** @param {Verdict} v */
const verdict = (v) =>
	h(
		"li",
		h(
			"p",
			{ class: `verdict ${v.status}` },
			h("strong", VERDICTS[v.status]),
			!v.claim.includes(":") && ` ${v.claim}`,
			`: ${[v.game, v.status !== "error" && plural(v.positions, "position"), v.within].filter(Boolean).join(", ")}`,
		),
		v.counterexample !== null &&
			h(
				"p",
				v.status === "refuted" ? "The smallest counterexample is " : "It can be seen at ",
				to("play", { game: v.game, position: v.counterexample }, v.counterexample),
				v.said && `: the claim says ${v.said}, ${TRUTH[v.truth_by ?? ""] ?? ""}${v.truth}.`,
			),
		v.checked.length > 0 && h("p.quiet", `${v.checked.map(compared).join("; ")}.`),
		v.note && h("p.quiet", v.note),
	);
