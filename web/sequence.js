// The Grundy numbers of a single heap as a plot, with their period.
import { api } from "./api.js";
import { attempt, debounce, field, fill, h, latest } from "./dom.js";
import { roundUp } from "./heatmap.js";

/** @type {Fn["shape"]} */
const shape = (tag, attributes, text = "") => {
	const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
	node.textContent = String(text);
	return node;
};

/** @param {() => string} game @param {AbortSignal} signal */
export function sequencePlot(game, signal) {
	const plot = h("div.plot"),
		said = h("p", { "aria-live": "polite" }),
		values = h("p.values.mono"),
		fresh = latest(signal);
	const to = h("input", { type: "number", min: 5, max: 5000, value: "200" }),
		most = () => Math.max(5, Math.min(5000, Number(to.value) || 200));
	to.oninput = debounce(300, () => show());
	to.onchange = () => {
		to.value = String(most());
	};
	const show = () =>
		attempt(
			async () => {
				const text = game(),
					last = most(),
					mine = fresh();
				const { values: numbers } = await api.sequence(text, last, false, mine);
				fill(plot, draw(numbers, null, plot.clientWidth));
				fill(values, `${numbers.slice(0, 40).join(" ")}${numbers.length > 40 ? " …" : ""}`);
				fill(said, "Searching for a period…");
				// Searching for a period may take long, and the numbers are there already.
				const period = await api.sequence(text, last, true, mine).then(
					(answer) => answer.period ?? "No period was searched: a position of this game is not a sum of single heaps.",
					(error) => `Its period is unknown: ${error.message}.`,
				);
				if (mine.aborted) return;
				if (typeof period === "string") return fill(said, period);
				fill(plot, draw(numbers, period.period ? period : null, plot.clientWidth));
				fill(said, ...inWords(period));
			},
			(error) => fill(plot, h("p.quiet", error instanceof Error && error.message)),
		);
	return {
		show,
		element: h(
			"section.card.stack.sequence",
			h("div.spread", h("h2", "Grundy numbers of one heap"), field("Heaps up to", to)),
			plot,
			said,
			values,
		),
	};
}

/** @param {Period} p @returns {Child[]} */
const inWords = (p) =>
	p.period
		? [
				`${p.preperiod ? `After the first ${p.preperiod} values` : "From the start"} the sequence repeats with period ${p.period}${p.saltus ? `, each time raised by ${p.saltus}` : ""}. `,
				h(
					"strong",
					p.proved
						? `Proved: ${p.by ?? "for all heaps"}.`
						: `Only observed${p.to ? `, up to a heap of ${p.to}` : ""}: this is not a proof.`,
				),
			]
		: ["No period was found."];

/** @type {Fn["draw"]} */
const draw = (values, period, width) => {
	const W = Math.max(300, Math.min(1000, width)),
		H = 260,
		L = 40,
		B = 232,
		T = 8,
		max = Math.max(1, ...values),
		n = values.length - 1;
	const x = (i = 0) => L + (i / n) * (W - L - 20),
		y = (v = 0) => B - (v / max) * (B - T);
	const svg = shape("svg", {
		viewBox: `0 0 ${W} ${H}`,
		role: "img",
		"aria-label": `Plot of ${values.length} Grundy numbers, the largest is ${max}`,
	});
	if (period)
		for (let i = period.preperiod; i <= n; i += 2 * period.period)
			svg.append(
				shape("rect", {
					class: "band",
					x: x(i - 0.5),
					y: T,
					width: x(Math.min(n + 0.5, i + period.period - 0.5)) - x(i - 0.5),
					height: B - T,
				}),
			);
	for (let v = 0; v <= max; v += roundUp(max / 6))
		svg.append(
			shape("path", { class: "rule", d: `M${L},${y(v)}H${W - 20}` }),
			shape("text", { x: L - 6, y: y(v) + 4, "text-anchor": "end" }, v),
		);
	for (let i = 0; i <= n; i += roundUp((80 * n) / W))
		svg.append(shape("text", { x: x(i), y: H - 8, "text-anchor": "middle" }, i));
	values.forEach((v, i) =>
		svg.append(
			shape("circle", {
				class: "dot",
				cx: x(i).toFixed(1),
				cy: y(v).toFixed(1),
				r: n > 600 ? 1.6 : n > 150 ? 2.4 : 3.6,
			}),
		),
	);
	return svg;
};
