// The storage of this phone for its table, and the random name by which the program knows the
// phone.

// Keeps values in the browser's storage. If the browser refuses, it keeps them until the page is
// closed.
class TableStorage {
  constructor(prefix) {
    this.prefix = prefix;
    this.valuesInPage = new Map();
    this.isSafe = true; // whether the values outlive the page
    this.store("test", 1);
    this.remove("test");
  }

  get(name) {
    if (this.valuesInPage.has(name)) return this.valuesInPage.get(name);
    try {
      return JSON.parse(localStorage.getItem(this.prefix + name));
    } catch {
      return null;
    }
  }

  store(name, value) {
    try {
      localStorage.setItem(this.prefix + name, JSON.stringify(value));
      this.valuesInPage.delete(name);
    } catch {
      this.valuesInPage.set(name, value);
      this.isSafe = false;
    }
  }

  remove(name) {
    this.valuesInPage.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      /* A browser that refuses storage holds no value. */
    }
  }

  // Return the names that begin with `start`, in alphabetical order.
  listNames(start) {
    const names = new Set([...this.valuesInPage.keys(), ...this.listBrowserNames()]);
    return [...names].filter((name) => name.startsWith(start)).sort();
  }

  listBrowserNames() {
    try {
      const fullNames = Array.from({ length: localStorage.length }, (_, index) =>
        localStorage.key(index),
      );
      const ownNames = fullNames.filter((fullName) => fullName.startsWith(this.prefix));
      return ownNames.map((fullName) => fullName.slice(this.prefix.length));
    } catch {
      return [];
    }
  }
}

// Return random bytes as text. `crypto.randomUUID` would do, but browsers offer it only over https.
export function makeRandomText(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

export const storage = new TableStorage(`kalamazoo${location.pathname}`);
// If the browser refuses storage, the phone keeps its name in the name of the window, which at
// least survives a reload.
const WINDOW_NAME = /^phone ([0-9a-f]{16})$/;
const windowNameMatch = WINDOW_NAME.exec(window.name);
const deviceOfWindow = windowNameMatch ? windowNameMatch[1] : "";
// The program knows a phone by the key in its cookie. If the browser refuses cookies, it knows the
// phone by this name.
export const device = storage.get("device") || deviceOfWindow || makeRandomText(8);
storage.store("device", device);
if (!storage.isSafe) window.name = `phone ${device}`;
