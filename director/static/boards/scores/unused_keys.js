// Keys that were typed after the last line of a full board. No box takes them: text typed there
// would replace a finished result. The page shows them until the cursor is in a box again.
import { formatKeys } from "./held_keys.js";

class UnusedKeys {
  constructor() {
    /** @type {any[] | null} */
    this.keys = null; // null while the cursor is in a box
  }

  get isCollecting() {
    return this.keys !== null;
  }

  get text() {
    return this.keys?.length ? formatKeys(this.keys) : "";
  }

  startCollecting() {
    this.keys = [];
  }

  add(key) {
    this.keys.push(key);
  }

  stopCollecting() {
    this.keys = null;
  }
}

export const unusedKeys = new UnusedKeys();
