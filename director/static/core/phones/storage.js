// What this phone keeps for its table: in the browser's storage, or only in this page where the
// browser refuses.

class TableStorage {
  constructor(prefix) {
    this.prefix = prefix;
    this.memory = new Map();
    this.isSafe = true; // whether what is kept outlives the page
    this.store("test", 1);
    this.remove("test");
  }

  get(name) {
    if (this.memory.has(name)) return this.memory.get(name);
    try {
      return JSON.parse(localStorage.getItem(this.prefix + name));
    } catch {
      return null;
    }
  }

  store(name, value) {
    try {
      localStorage.setItem(this.prefix + name, JSON.stringify(value));
      this.memory.delete(name);
    } catch {
      this.memory.set(name, value);
      this.isSafe = false;
    }
  }

  remove(name) {
    this.memory.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      /* was never there */
    }
  }

  // The names that begin with `start`, in order.
  listNames(start) {
    const names = [...this.memory.keys()];
    try {
      const kept = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
      names.push(
        ...kept
          .filter((name) => name.startsWith(this.prefix))
          .map((name) => name.slice(this.prefix.length)),
      );
    } catch {
      /* only what is in memory */
    }
    return [...new Set(names)].filter((name) => name.startsWith(start)).sort();
  }
}

// So many random bytes, as text; the browser's own names for entries need https.
export function makeRandomText(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

export const storage = new TableStorage(`kalamazoo${location.pathname}`);
// Where the browser keeps nothing, the name of its window outlives at least that the page is loaded
// again.
const IN_WINDOW = /^phone ([0-9a-f]{16})$/;
export const device =
  storage.get("device") || (IN_WINDOW.exec(window.name) || [])[1] || makeRandomText(8);
storage.store("device", device);
if (!storage.isSafe) window.name = `phone ${device}`;
// Its name where the browser takes no cookies. Elsewhere the program knows it by the key in its
// cookie.
