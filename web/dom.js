// Small helpers: elements, addresses, announcements, patience.

/** An element `tag.class`, with attributes (`on…` are listeners) and children. @type {Fn["h"]} */
export const h = (what, ...rest) => {
	const [tag, ...classes] = what.split("."),
		first = rest[0];
	const element = /** @type {any} */ (document.createElement(tag));
	if (tag === "button") element.type = "button";
	element.className = classes.join(" ");
	if (first && typeof first === "object" && !(first instanceof Node || Array.isArray(first)))
		for (const [name, value] of Object.entries(/** @type {Attributes} */ (rest.shift()))) {
			if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
			else if (["value", "checked", "type", "disabled", "hidden"].includes(name)) element[name] = value;
			else if (value || value === 0) element.setAttribute(name, value);
		}
	fill(element, .../** @type {Child[]} */ (rest));
	return element;
};

/** Replaces the content of an element. @type {Fn["fill"]} */
export const fill = (element, ...children) =>
	element.replaceChildren(.../** @type {any[]} */ (children.flat(9)).filter((c) => c || c === 0 || c === 0n));

/** @type {Fn["button"]} */
export const button = (label, action, classes = "", attributes = {}) =>
	h("button", { class: classes, onclick: () => action(), ...attributes }, label);
/** @type {Fn["field"]} */
export const field = (label, control) => h("label.field", h("span", label), control);
/** A field for code. @param {Attributes} attributes */
export const code = (attributes) =>
	h("input.mono", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", ...attributes });
/** @type {Fn["form"]} */
export const form = (classes, action, ...children) =>
	h(
		"form",
		{
			class: classes,
			onsubmit: (/** @type {Event} */ e) => {
				e.preventDefault();
				action();
			},
		},
		...children,
	);
/** @type {Fn["choice"]} */
export const choice = (label, options, value, changed) => {
	const select = h(
		"select",
		{ onchange: () => changed(select.value) },
		options.map(([v, words]) => h("option", { value: v }, words)),
	);
	select.value = value;
	return field(label, select);
};
/** A number, shortened if it has many digits. @param {bigint} n */
export const brief = (n) => {
	const digits = String(n);
	return digits.length > 30 ? `${digits.slice(0, 9)}…${digits.slice(-6)} (${digits.length} digits)` : digits;
};
/** @type {Fn["plural"]} */
export const plural = (n, one, many = one + "s") => `${n} ${n == 1 ? one : many}`;

/** Announces something to screen readers. @param {string | null} words */
export function announce(words) {
	const place = document.getElementById("announce");
	if (place) place.textContent = place.textContent === words ? words + "\u00a0" : words;
}

/** Rebuilds a part of the page and restores the focus by its `data-id`. @param {HTMLElement} place @param {() => void} build */
export function keepFocus(place, build) {
	const active = document.activeElement,
		id = active && place.contains(active) && active.getAttribute("data-id");
	build();
	if (id) /** @type {HTMLElement | null} */ (place.querySelector(`[data-id="${id}"]`))?.focus();
}

/** Calls once after a pause. @template {any[]} A @param {number} ms @param {(...a: A) => unknown} call @returns {(...a: A) => void} */
export function debounce(ms, call) {
	let timer = 0;
	return (...a) => {
		clearTimeout(timer);
		timer = setTimeout(() => call(...a), ms);
	};
}

/** A new signal for each request; it aborts the request before. @param {AbortSignal} [outer] */
export function latest(outer) {
	let last = new AbortController();
	return () => {
		last.abort();
		last = new AbortController();
		return outer ? AbortSignal.any([outer, last.signal]) : last.signal;
	};
}

/** Does something, and reports what went wrong unless it was aborted. @type {Fn["attempt"]} */
export const attempt = async (action, failed) => {
	try {
		await action();
	} catch (error) {
		if (!(error instanceof DOMException && error.name === "AbortError")) failed(error);
	}
};

/** How long an animation lasts: no time for those who want none. @param {number} ms */
export const movement = (ms) => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms);
/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, movement(ms)));

/** The view and its settings, as an address: it can be shared, and Back and Forward work. */
export function readAddress() {
	const [view, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
	return { view: view || "play", settings: Object.fromEntries(new URLSearchParams(query)) };
}

/** The text of an address; empty settings are left out. @type {Fn["link"]} */
export const link = (view, settings = {}) =>
	`#/${view}?${Object.entries(settings)
		.filter(([, v]) => v || v === 0)
		.map(
			([name, v]) =>
				`${name}=${encodeURIComponent(String(v)).replace(/%(2C|3B|20|3D|5B|5D)/g, (c) => (c === "%20" ? "+" : decodeURIComponent(c)))}`,
		)
		.join("&")}`.replace(/\?$/, "");
/** A link to a view. @type {Fn["to"]} */
export const to = (view, settings, words) => h("a", { href: link(view, settings) }, words);
/** Replaces the address, without a new entry in the history. @type {Fn["place"]} */
export const replace = (view, settings, state = null) => history.replaceState(state, "", link(view, settings));
/** Goes to a view. @type {Fn["place"]} */
export const go = (view, settings) => {
	location.hash = link(view, settings);
};
