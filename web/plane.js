// Which positions a picture shows: a position in which one number is `x`, one is `y`, and the others are fixed.
import { h } from "./dom.js";

/** A plane of a game's positions; the fixed numbers come from an example position. @type {Fn["planeOf"]} */
export const planeOf = (shape, example) => {
	const axes = ["x", "y"];
	const parts = shape.parts.map(({ names, order, heaps }, p) => {
		const seen = (example.split("|")[p] ?? "").split(";")[0].split(","),
			free = order === "none" || order === "row";
		const length =
			names?.length ?? (free ? Math.min(heaps ?? 2, shape.parts.length > 1 ? 1 : 2) : (heaps ?? seen.length));
		return Array.from({ length }, (_, i) => axes.shift() ?? (seen[i]?.trim() || "1")).join(",");
	});
	const counters = shape.parts.length > 1 ? [] : Object.entries(shape.start);
	return parts.join(" | ") + counters.map(([name, start]) => `;${name}=${axes.shift() ?? start}`).join("");
};

/** The position at a cell of the plane. @param {string} plane @param {Cell} cell */
export const positionAt = (plane, { x, y }) => plane.replace(/\bx\b/, String(x)).replace(/\by\b/, String(y));

/** The numbers and axes of a plane, each with its name and place. @param {string} plane @param {Shape} shape */
export function tokens(plane, shape) {
	let part = 0,
		i = 0;
	return [...plane.matchAll(/\||(?:([a-z]+)\s*=\s*)?\b(x|y|\d+(?:\s*\^\s*\d+)*)\b/g)].flatMap(
		({ 0: all, 1: counter, 2: value, index }) => {
			if (all === "|") {
				part++;
				i = 0;
				return [];
			}
			const of = shape.parts.length > 1 ? `game ${part + 1}, ` : "",
				name = of + (counter ?? shape.parts[part]?.names?.[i] ?? `heap ${i + 1}`);
			i++;
			return [{ name, counter, value, at: index + all.length - value.length }];
		},
	);
}

/** The plane with new numbers and axes in place of the old ones. @param {string} plane @param {Shape} shape @param {string[]} values */
export const put = (plane, shape, values) =>
	tokens(plane, shape).reduceRight(
		(text, { at, value }, i) => text.slice(0, at) + values[i] + text.slice(at + value.length),
		plane,
	);

/** The plane in which an axis runs over another number; that number's place becomes fixed, or goes to the other axis. @type {Fn["withAxis"]} */
export const withAxis = (plane, shape, axis, i) => {
	const values = tokens(plane, shape).map((t) => t.value),
		before = values.indexOf(axis);
	// The old content goes where the axis was or, if that is the other axis, to the first number.
	const free = before < 0 && /[xy]/.test(values[i] ?? "") ? values.findIndex((v) => /\d/.test(v)) : before;
	if (free >= 0) values[free] = values[i] ?? "1";
	if (i in values) values[i] = axis;
	return put(plane, shape, values);
};

/** A slider and a field for a number. @type {Fn["numberControl"]} */
export const numberControl = (label, value, [min, max], set) => {
	const number = h("input", {
		type: "number",
		min,
		max: 65535,
		value,
		"aria-label": label,
		oninput: () => {
			slider.value = number.value;
			if (number.validity.valid) set(number.value);
		},
	});
	const slider = h("input", {
		type: "range",
		min,
		max,
		value,
		"aria-label": `Slider: ${label}`,
		oninput: () => {
			number.value = slider.value;
			set(slider.value);
		},
	});
	return h("div.slot", h("span.quiet", label), slider, number);
};
