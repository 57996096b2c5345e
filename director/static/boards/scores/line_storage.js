// Lines that were entered and are not stored by the program yet. The browser keeps them, so that
// they survive when the page is closed or the computer fails.

const PREFIX = "kalamazoo.line.";
const makeName = (path, boxName) => `${PREFIX}${path}#${boxName}`;

// Keep what is sent for a line: its `fields` are the text and the version that the page showed.
export function storeLine(path, boxName, fields) {
  try {
    localStorage.setItem(makeName(path, boxName), JSON.stringify(fields));
  } catch {
    // The storage is full or forbidden: then the line survives only as long as the page.
  }
}

export function removeStoredLine(path, boxName) {
  try {
    localStorage.removeItem(makeName(path, boxName));
  } catch {
    // A forbidden storage has nothing to remove.
  }
}

// The stored lines of the same night as the page at `path`, such as /sessions/12-B/scores/….
export function listStoredLines(path) {
  const nightPath = path.split("/").slice(0, 3).join("/");
  return listNames()
    .filter((name) => name.startsWith(`${PREFIX}${nightPath}/`))
    .sort()
    .map((name) => {
      const [linePath, boxName] = name.slice(PREFIX.length).split("#");
      return { path: linePath, boxName, fields: JSON.parse(localStorage.getItem(name)) };
    });
}

function listNames() {
  try {
    return Object.keys(localStorage);
  } catch {
    return []; // the storage is forbidden
  }
}
