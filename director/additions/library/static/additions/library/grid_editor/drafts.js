// Drafts of grids. The browser keeps a grid at every change until it is used, so that nothing typed
// is lost when the page is closed. A draft is named section?query, after the address of its page.

const PREFIX = "kalamazoo.grid.";

export function readDraft(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null; // the storage is forbidden
  }
}

export function storeDraft(name, draft) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch {
    // The storage is full or forbidden: then the grid survives only as long as the page.
  }
}

export function removeDraft(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // A forbidden storage has nothing to remove.
  }
}

// The queries of all drafts of `section`.
export function listDraftQueries(section) {
  const start = `${PREFIX}${section}?`;
  return listNames()
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((query) => readDraft(`${section}?${query}`)?.grid)
    .sort();
}

function listNames() {
  try {
    const indexes = Array.from({ length: localStorage.length }, (_, index) => index);
    return indexes.map((index) => localStorage.key(index));
  } catch {
    return []; // the storage is forbidden
  }
}
