// Which positions a picture shows: a position in which one number runs along x and one along y, and the others are held.
import { button, fill, h, keepFocus } from "./dom.js";

/** @type {Record<string, string>} */
const COUNTERS = { turn: "Turn", last: "Last take", pass: "Passes left", other: "Passes of the other" };

/** The parts of a typed position. @param {string} text */
const split = (text) => text.split("|").map((part) => {
  const [heaps, counters = ""] = part.split(/;(.*)/s);
  return { heaps: heaps.split(",").map((n) => n.trim()), counters: Object.fromEntries(counters.split(",").map((c) => c.split("=").map((n) => n.trim()))) };
});

/** @param {Part} part */
const isFree = (part) => part.order === "none" || part.order === "row";

/** The numbers of a game's positions. @param {Shape} shape @param {string} at a template, or empty @param {string} example a position of the game, or empty @returns {Slot[]} */
export function slots(shape, at, example) {
  const given = split(at || example), lone = shape.parts.length > 1 ? 1 : 2;
  const found = shape.parts.flatMap((part, p) => {
    const typed = given[p]?.heaps ?? [], free = isFree(part);
    const length = part.names?.length ?? (free ? Math.min(part.heaps ?? 99, at ? typed.length : lone) : part.heaps ?? typed.length);
    return Array.from({ length }, (_, i) => ({ part: p, counter: false, name: part.names?.[i] ?? "", label: part.names?.[i] ?? (free ? "Heap" : `Place ${i + 1}`), value: /^(x|y|\d+)$/.test(typed[i]) ? typed[i] : "1" }));
  });
  for (const name of shape.counters) found.push({ part: 0, counter: true, name, label: COUNTERS[name] ?? name, value: (at && given.map((g) => g.counters[name]).find(Boolean)) || "" });
  for (const axis of ["x", "y"]) {
    const [there] = found.filter((s) => s.value === axis), open = found.find((s) => s.value !== "x" && s.value !== "y");
    for (const s of found) if (s.value === axis && s !== there) s.value = "1";
    if (!there && open && (axis === "x" || !at)) open.value = axis;
  }
  return found;
}

/** The position of slots; with a cell, the one at it. @param {Slot[]} all @param {Cell} [cell] */
export function template(all, cell) {
  const value = (/** @type {Slot} */ s) => (cell && (s.value === "x" || s.value === "y") ? cell[s.value] : s.value);
  const heaps = [...new Set(all.map((s) => s.part))].map((p) => all.filter((s) => !s.counter && s.part === p).map(value).join(",")).join(" | ");
  const counters = all.filter((s) => s.counter && s.value).map((s) => `${s.name}=${value(s)}`).join(",");
  return counters ? `${heaps};${counters}` : heaps;
}

/** The names of the axes. @param {Slot[]} all */
export const axes = (all) => ["x", "y"].map((axis) => {
  const slot = all.find((s) => s.value === axis);
  return slot ? (slot.name && !slot.counter ? slot.name : `${axis}: ${slot.label.toLowerCase()}`) : "";
});

/** A slider and a field for a number. @param {string} label @param {string} value @param {number} max of the slider @param {(value: string) => void} set */
export function numberControl(label, value, max, set) {
  const number = h("input", { type: "number", min: 0, max: 65535, value, placeholder: "start", "aria-label": label, oninput: () => { slider.value = number.value; set(number.value); } });
  const slider = h("input", { type: "range", min: 0, max, value: value || "0", "aria-label": `${label}, slider`, oninput: () => { number.value = slider.value; set(slider.value); } });
  return h("span.held", slider, number);
}

/** Controls for the slots. @param {HTMLElement} place @param {Shape} shape @param {Slot[]} all @param {(all: Slot[]) => void} changed */
export const planeControls = (place, shape, all, changed) => keepFocus(place, () => {
  const again = (/** @type {Slot[]} */ next) => { planeControls(place, shape, next, changed); changed(next); };
  const count = (/** @type {number} */ p) => all.filter((s) => s.part === p && !s.counter).length;
  fill(place, all.map((slot, i) => {
    const held = slot.value !== "x" && slot.value !== "y", label = `${shape.parts.length > 1 && !slot.counter ? `Game ${slot.part + 1}: ` : ""}${slot.label}`;
    const select = h("select", { "aria-label": `${label} ${i + 1}, axis`, "data-id": `axis-${i}`, onchange: () => {
      const rival = all.find((s) => s.value === select.value);
      if (rival) rival.value = held ? slot.value || "1" : slot.value;
      slot.value = select.value || "1";
      const other = all.find((s) => s.value === "y");
      if (other && !all.some((s) => s.value === "x")) other.value = "x";
      again(all);
    } }, h("option", { value: "x" }, "→ across"), h("option", { value: "y" }, "↑ up"), h("option", { value: "" }, "held at"));
    select.value = held ? "" : slot.value;
    return h("div.slot", h("span", label), select, held && numberControl(`${label} ${i + 1}, number`, slot.value, 64, (v) => { if (v || slot.counter) { slot.value = v; changed(all); } }),
      held && !slot.counter && isFree(shape.parts[slot.part]) && count(slot.part) > 1 && button("Leave it out", () => again(all.filter((s) => s !== slot)), "link"));
  }), shape.parts.map((part, p) => isFree(part) && count(p) < Math.min(part.heaps ?? 6, 6) && button(`Add a heap${shape.parts.length > 1 ? ` to game ${p + 1}` : ""}`, () => {
    const last = all.findLastIndex((s) => s.part === p && !s.counter);
    again(all.toSpliced(last + 1, 0, { part: p, counter: false, name: "", label: "Heap", value: all.some((s) => s.value === "y") ? "1" : "y" }));
  }, "small", { "data-id": `add-${p}` })));
});
