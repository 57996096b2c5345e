// Lines that others have changed. What somebody types in is never replaced.
import { REACTION_TIME } from "./caret.js";
import { findBox, findFocusedBox, getEntryPage, isUnsettled, updateLine } from "./lines.js";

// The line with the cursor whose result has just changed, its previous hidden fields and the time.
let recentChange = null;

export function updateOtherLines(answer) {
  const newLines = answer.querySelector("template[data-others]")?.content;
  for (const newLine of newLines?.querySelectorAll(".line") ?? []) {
    const line = getEntryPage().querySelector(`#${CSS.escape(newLine.id)}`);
    if (line) updateOtherLine(line, newLine);
  }
  updatePoints(answer);
}

// Lines that are shown as they are stored have new points at most: the results of other tables
// change them.
function updatePoints(answer) {
  const pointsByLine = answer.querySelector("#other-points")?.textContent ?? "{}";
  const flag = answer.querySelector("template[data-flag]")?.content;
  for (const [key, [text, isOdd]] of Object.entries(JSON.parse(pointsByLine))) {
    const cell = document.getElementById(`points-${key}`);
    const flags = isOdd ? [flag.cloneNode(true)] : [];
    cell?.replaceChildren(...flags, text);
  }
}

function updateOtherLine(line, newLine) {
  const box = findBox(line);
  const isSameResult = box.dataset.stored === findBox(newLine).dataset.stored;
  if (isUnsettled(line)) {
    // The version of an unsettled line stays, so that the program asks which result counts when it
    // is sent. Its points may change with the results of other tables.
    if (isSameResult) line.querySelector(".points").replaceWith(newLine.querySelector(".points"));
    return;
  }
  if (isSameResult && isSameLine(line, newLine)) return;
  if (!isSameResult && box === findFocusedBox()) {
    const previousFields = [...line.querySelectorAll("[type=hidden]")];
    recentChange = { line, previousFields, time: performance.now() };
  }
  updateLine(line, newLine, box.dataset.stored);
}

function isSameLine(line, newLine) {
  const readVersion = (row) => row.querySelector("[name^=version-]").value;
  const isSameVersion = readVersion(line) === readVersion(newLine);
  return isSameVersion && line.rows[0].textContent === newLine.rows[0].textContent;
}

// A key that comes right after a change is meant for the result that stood there before. With the
// previous version in its hidden fields, the program asks which of the two results counts.
export function restoreSeenVersion() {
  const change = recentChange;
  recentChange = null;
  if (!change?.line.contains(findFocusedBox())) return;
  const isTooSoon = performance.now() - change.time < REACTION_TIME;
  if (!isTooSoon) return;
  for (const { name, value } of change.previousFields) {
    change.line.querySelector(`[name="${name}"]`).value = value;
  }
}
