// Elements of the page: keys, notes, groups, headings and tables.

const isGiven = (value) => value !== null && value !== undefined && value !== false;

// Return an element. `onTap` is called by a tap unless the element is disabled. Children may be
// nested lists; null, undefined and false are left out.
/**
 * @param {string} tag
 * @param {{onTap?: () => void, [name: string]: any}} [options]
 * @param {any[]} children
 */
export function createElement(tag, { onTap, ...attributes } = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (isGiven(value)) element.setAttribute(name, value === true ? "" : value);
  }
  const isDisabled = () => element.getAttribute("aria-disabled") === "true";
  if (onTap) element.addEventListener("click", () => isDisabled() || onTap());
  element.append(...children.flat(Infinity).filter(isGiven));
  return element;
}

export const createText = (tag, text, attributes = {}) => createElement(tag, attributes, text);
export const createKey = (id, label, onTap, attributes = {}) =>
  createElement("button", { type: "button", id, onTap, ...attributes }, label);
export const createWideKey = (id, label, onTap, attributes = {}) =>
  createKey(id, label, onTap, { class: "wide quiet", ...attributes });
export const createPrimaryKey = (id, label, onTap, attributes = {}) =>
  createKey(id, label, onTap, { class: "primary", ...attributes });
export const createGroup = (label, className, ...keys) =>
  createElement("div", { role: "group", "aria-label": label, class: className }, keys);
export const createNote = (tone, ...children) =>
  createElement("p", { class: `say ${tone}` }, children);
export const createAlert = (text) => createElement("p", { class: "say bad", role: "alert" }, text);
export const createSentence = (...children) =>
  createElement("p", { class: "sentence" }, ...children);
// Return the question that the keys below it answer.
export const createQuestion = (...children) => createElement("p", { class: "ask" }, ...children);

// Return `seen` for the eye, and `text` for a screen reader in its place.
export const createSpokenText = (text, ...seen) => [
  createElement("span", { "aria-hidden": "true" }, seen),
  createText("span", text, { class: "hidden" }),
];

// Return a form with one box. `onSubmit` is called with Enter and with the form's button.
export function createForm(onSubmit, ...children) {
  const form = createElement("form", { class: "type" }, ...children);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit();
  });
  return form;
}

// Return a text box that keeps what is typed in it: the page is drawn anew while somebody types.
export function createBox(attributes, value, onInput) {
  const box = createElement("input", { autocomplete: "off", ...attributes });
  box.value = value;
  box.addEventListener("input", () => onInput(box.value));
  return box;
}

// Return a table of results. Columns from `firstFigure` on hold numbers.
export function createResultTable(id, { titles, firstFigure, rows }) {
  const headings = titles.map((title, index) => {
    const className = index >= firstFigure ? "n" : null;
    return createText("th", title, { scope: "col", class: className });
  });
  return createElement(
    "table",
    { class: "others-table", id },
    createElement("thead", {}, createElement("tr", {}, headings)),
    createElement("tbody", {}, rows),
  );
}

// Return a screen's title and subject, with the key that leads back beside them.
export function renderHeading({ title, about, back }) {
  const titleAndSubject = createElement(
    "div",
    {},
    createText("h1", title, { id: "heading", tabindex: "-1" }),
    about ? createText("p", about, { class: "about" }) : "",
  );
  const backKey = back
    ? createKey("back", createSpokenText("Back", "‹"), back, { class: "quiet" })
    : "";
  return createElement("div", { class: "top" }, backKey, titleAndSubject);
}
