// Keys that were typed while their box is not on the page yet, such as the first result of the next
// board. They are held, and pressed once the box is there.
//
// A key is {name, ctrl, shift}, or {text} for pasted text.

export const EDITING_KEYS = ["Enter", "Backspace", "Delete"];
export const RETURN_KEYS = ["ArrowUp", "ArrowDown", "Escape"];
// Besides text and undo. Other keys, such as F5, go to the browser at once.
const HOLDABLE_KEYS = [...EDITING_KEYS, ...RETURN_KEYS, "Tab", "PageDown", "PageUp"];

export const isText = (key) => Boolean(key.text) || (key.name.length === 1 && !key.ctrl);
export const isHoldable = (key) => isText(key) || isStep(key) || HOLDABLE_KEYS.includes(key.name);

export const isRedo = (key) => key.name.toLowerCase() === "y" || key.shift;

// Whether `key` is undo or redo: Ctrl+Z, Ctrl+Shift+Z or Ctrl+Y. Ctrl+Shift+Y is a browser's own.
export function isStep(key) {
  const letter = key.name?.toLowerCase();
  return key.ctrl && (letter === "z" || (letter === "y" && !key.shift));
}

export const formatKeys = (keys) =>
  keys
    .map((key) => (isText(key) ? key.text || key.name : ` ${formatKey(key)} `))
    .join("")
    .trim();

function formatKey(key) {
  const names = [key.name.length === 1 ? key.name.toUpperCase() : key.name];
  if (key.shift) names.unshift("Shift");
  if (key.ctrl) names.unshift("Ctrl");
  return names.join(" ");
}

class HeldKeys {
  constructor() {
    /** @type {any[] | null} */
    this.keys = null; // null while keys are pressed at once
    // scores.js sets these two.
    /** @type {Function} */
    this.onPress = () => {};
    this.onChange = () => {};
  }

  get isHolding() {
    return this.keys !== null;
  }

  get text() {
    return this.keys?.length ? formatKeys(this.keys) : "";
  }

  hold() {
    this.keys ??= [];
  }

  add(key) {
    this.keys.push(key);
    this.onChange();
  }

  release() {
    const keys = this.keys || [];
    this.keys = null;
    while (keys.length && !this.isHolding) this.onPress(keys.shift());
    // A pressed key, such as Enter on the last line, may hold the keys after it.
    if (this.isHolding) this.keys.push(...keys);
    this.onChange();
  }

  // Forget the keys, because their box will not come. Return a sentence that names them.
  discard() {
    const sentence = this.text ? `Not used: ${this.text}` : "";
    this.keys = null;
    this.onChange();
    return sentence;
  }
}

export const heldKeys = new HeldKeys();
