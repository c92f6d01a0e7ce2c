// Shows the view that the address names, and a notice when the server is gone.
import { api, gone } from "./api.js";
import { announce, button, fill, go, h, readAddress } from "./dom.js";
import { showExplore } from "./explore.js";
import { showPlay } from "./play.js";
import { showRules } from "./rules.js";
import { showTheorems } from "./theorems.js";

/** @type {Record<string, View>} */
const views = { play: showPlay, explore: showExplore, rules: showRules, theorems: showTheorems };
const main = /** @type {HTMLElement} */ (document.getElementById("main")),
	alarm = /** @type {HTMLElement} */ (document.getElementById("gone"));
/** Where each view was left. @type {Map<string, string>} */ const left = new Map();
let current = "",
	leave = new AbortController();

function show() {
	const { view, settings } = readAddress(),
		name = Object.hasOwn(views, view) ? view : "play",
		place = h(`div.${name}`);
	leave.abort();
	leave = new AbortController();
	for (const tab of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a"))) {
		const { view = "" } = tab.dataset;
		tab.ariaCurrent = view === name ? "page" : null;
		tab.href = (view !== name && left.get(view)) || `#/${view}`;
	}
	document.title = `${name[0].toUpperCase()}${name.slice(1)} · Bouton`;
	fill(main, place);
	views[name](place, settings, leave.signal);
	if (current && current !== name) {
		main.focus({ preventScroll: true });
		scrollTo(0, 0);
		announce(document.title);
	}
	current = name;
}

document.getElementById("skip")?.addEventListener("click", (e) => {
	e.preventDefault();
	main.focus();
});
gone.tell = (now) => {
	if (now && alarm.hidden)
		fill(
			alarm,
			"Bouton’s server does not answer. Is it still running?",
			button("Try again", () => api.check("nim", "game").then(show, () => {})),
		);
	alarm.hidden = !now;
};
addEventListener("hashchange", ({ oldURL }) => {
	left.set(current, new URL(oldURL).hash);
	show();
});
// A view that is opened for the first time starts with the current game.
document.getElementById("views")?.addEventListener("click", (e) => {
	const { view = "" } = e.target instanceof HTMLElement ? e.target.dataset : {},
		{ game } = readAddress().settings;
	if (!game || view === current || left.has(view) || !["play", "explore"].includes(view) || e.ctrlKey || e.metaKey)
		return;
	e.preventDefault();
	go(view, { game });
});
show();
