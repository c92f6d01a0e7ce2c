// The view of the papers, statement by statement, where each can be checked, and a claim of one's own.
import { link, replace } from "./address.js";
import { api } from "./api.js";
import { button, fill, h, plural } from "./dom.js";
import { editor } from "./editor.js";
import { refusal } from "./faults.js";
import { runner, VERDICTS } from "./verify.js";

const OWN = `claim mine for nim
  P iff even(total)
`;

/** @type {View} */
export async function showTheorems(place, settings, signal) {
  const body = h("div.statements", h("p.quiet", "The papers come…")), tabs = h("nav.row.tabs", { "aria-label": "Papers" });
  fill(place, h("h1", "Theorems"), h("p.lead-line", "Published results, each compared with the definition of its game. Check them again here, on larger boxes, or try a claim of your own."), tabs, body);
  try {
    const all = await api.papers(), name = settings.paper ?? (settings.text ? "own" : all[0].name), paper = all.find((p) => p.name === name);
    if (signal.aborted) return;
    const tab = (/** @type {string} */ to, /** @type {string} */ title) => h("a", { href: link("theorems", { paper: to }), "aria-current": to === name && "true" }, title);
    fill(tabs, all.map((p) => tab(p.name, p.title)), tab("own", "Your own claim"));
    if (!paper) return own(body, settings, signal);
    fill(body, h("h2", paper.title), h("p.quiet", [paper.authors.join(", "), paper.source, paper.doi && `DOI ${paper.doi}`].filter(Boolean).join(". ")), paper.statements.map((s) => statement(paper.name, s, settings, signal)));
    const wanted = document.getElementById(`s-${settings.statement}`);
    wanted?.scrollIntoView();
    wanted?.focus({ preventScroll: true });
  } catch (error) { if (!signal.aborted) fill(body, refusal(error), button("Try again", () => showTheorems(place, settings, signal))); }
}

/** @param {string} paper @param {Statement} s @param {Settings} settings @param {AbortSignal} signal */
function statement(paper, s, settings, signal) {
  const mine = settings.statement === s.id, name = `${s.kind[0].toUpperCase()}${s.kind.slice(1)} ${s.label}`;
  const said = s.verdict ? VERDICTS[s.verdict.status] ?? s.verdict.status : s.kind === "definition" ? "· a definition" : "· stated, not checked";
  const place = h("div");
  const open = () => fill(place, runner((bounds) => {
    replace("theorems", { paper, statement: s.id, ...bounds.settings });
    return { what: `${paper}:${s.id}`, ...bounds.request };
  }, mine ? settings : {}, signal));
  if (mine && s.checked) open();
  else if (s.checked) fill(place, button("Check it here", () => { open(); place.querySelector("button")?.focus(); }, "small", { "aria-label": `Check ${name} here` }));
  return h("article.card.stack", { id: `s-${s.id}`, tabindex: -1 },
    h("div.spread", h("h3", h("a", { href: link("theorems", { paper, statement: s.id }) }, name)), h("p", { class: `verdict ${s.verdict?.status}` }, said)),
    h("div.typeset", typeset(s.html)),
    s.verdict && s.verdict.positions > 0 && h("p.quiet", `Compared at ${plural(s.verdict.positions, "position")} of ${s.verdict.games.join(", ")}.`),
    h("details", h("summary", "In Bouton’s language"), h("pre", { tabindex: 0 }, s.text)), place);
}

/** The server's own text, without its heading. @param {string} html */
function typeset(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  body.querySelector("strong")?.remove();
  return [...body.childNodes];
}

/** @param {HTMLElement} body @param {Settings} settings @param {AbortSignal} signal */
function own(body, settings, signal) {
  const text = editor("claim", "Your claim", settings.text ?? OWN, signal, (now) => replace("theorems", { ...settings, paper: "own", text: now }));
  fill(body, h("section.card.stack", h("h2", "Your own claim"),
    h("p", "Say of a game which positions are P, or what their Grundy numbers are. A false claim is refuted by its smallest counterexample. ", h("code", "x"), " are the heaps from small to large, ", h("code", "x[-1]"), " is the largest: ", h("code", "P iff xor(x) = 0"), " or ", h("code", "grundy = x[-1] mod 4"), "."),
    text.element, runner((bounds) => {
      replace("theorems", { paper: "own", text: text.area.value, ...bounds.settings });
      return { text: text.area.value, ...bounds.request };
    }, settings, signal)));
}
