// The lines of a board, or of a table: each is a <tbody> with a box for the result.
//
// data-stored of a box is the stored text, and the box's defaultValue what the program last put
// into it. They differ if the program refused a text. data-sent of a line is the text on its way.
// The class "wrong" marks a refused line, "unstored" one that could not be sent.

export const findLine = (box) => box.closest("tbody");
export const findBox = (line) => line.querySelector(".entry-box");

// The part of the page that another board replaces.
export const getEntryPage = () => document.getElementById("entry-page");

// Boxes of the shown board, and above it those of boards that were left.
export const listAllBoxes = () => [...document.querySelectorAll(".entry-box")];
export const listBoxesOn = (entryPage) => [...entryPage.querySelectorAll(".entry-box")];
export const listShownBoxes = () => listBoxesOn(getEntryPage());

// What tells the program which lines of `path` are shown as they are stored: of those its answer
// has the points only.
export function describeShownLines(path) {
  const lines = [...getEntryPage().querySelectorAll(".line")];
  if (lines[0]?.dataset.path !== path) return "other";
  return lines.map((line) => `${line.id.slice("line-".length)}:${line.dataset.shown}`).join(",");
}

export const isEmpty = (box) => box.value.trim() === "";
export const isRefused = (line) => line.classList.contains("wrong");
export const isSent = (line) => line.dataset.sent !== undefined;
export const isChanged = (line) => findBox(line).value.trim() !== findBox(line).dataset.stored;
export const isUnsettled = (line) => isSent(line) || isRefused(line) || isChanged(line);

// Whether a line should be sent again with the next one. A refused text shouldn't: it would only be
// refused once more.
export const isUnsent = (line) => isChanged(line) && (!isRefused(line) || isMarkedUnstored(line));

const isMarkedUnstored = (line) => line.classList.contains("unstored");

export function markUnstored(line) {
  if (!isChanged(line) || isMarkedUnstored(line)) return;
  line.classList.add("unstored");
  const flag = document.createElement("span");
  flag.className = "flag warn";
  flag.textContent = "not saved";
  findBox(line).after(flag);
}

export function unmarkUnstored(line) {
  line.classList.remove("unstored");
  line.querySelector(".typed .flag")?.remove();
}

export function focusBox(box) {
  if (!box) return;
  box.focus();
  box.select();
}

export const findFocusedBox = () =>
  document.activeElement.matches(".entry-box") ? document.activeElement : null;

// Take over everything of `newLine`, the answer to `sentText`. The box itself stays, because a new
// one would lose the cursor. So does its text if somebody has typed on.
export function updateLine(line, newLine, sentText) {
  unmarkUnstored(line);
  line.className = newLine.className;
  line.dataset.shown = newLine.dataset.shown;
  replaceCells(line, newLine);
  line.querySelector(".refusal")?.remove();
  line.append(...newLine.querySelectorAll(".refusal"));
  updateBox(findBox(line), findBox(newLine), sentText);
}

function replaceCells(line, newLine) {
  const cell = findBox(line).parentElement;
  const newCell = findBox(newLine).parentElement;
  const newCells = [...newLine.rows[0].children];
  const newIndex = newCells.indexOf(newCell);
  for (const otherCell of [...line.rows[0].children]) {
    if (otherCell !== cell) otherCell.remove();
  }
  cell.before(...newCells.slice(0, newIndex));
  cell.after(...newCells.slice(newIndex + 1));
  for (const field of cell.querySelectorAll("[type=hidden]")) field.remove();
  cell.append(...newCell.querySelectorAll("[type=hidden]"));
}

function updateBox(box, newBox, sentText) {
  box.dataset.stored = newBox.dataset.stored;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (newBox.hasAttribute(name)) box.setAttribute(name, newBox.getAttribute(name));
    else box.removeAttribute(name);
  }
  const isTypedOn = box.value !== sentText;
  box.defaultValue = newBox.value;
  if (isTypedOn || box.value === newBox.value) return;
  box.value = newBox.value;
  if (box === document.activeElement) box.select();
}
