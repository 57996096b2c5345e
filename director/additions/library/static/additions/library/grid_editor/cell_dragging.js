// A cell that the mouse drags onto another swaps with it. A finger scrolls instead, and has the
// button Swap.
import { isSameCell } from "./grid_table.js";

// Call `swapCells(from, to)` when a cell is dropped on another one.
export function listenToDragging(gridTable, swapCells) {
  const { element } = gridTable;
  let startPosition = null; // where the mouse was pressed; null while it isn't

  // The other position at which the mouse is, or null.
  function findTarget(event) {
    const position = startPosition && gridTable.parsePosition(event.target);
    return position && !isSameCell(position, startPosition) ? position : null;
  }

  element.addEventListener("pointerdown", (event) => {
    const isMouse = event.pointerType === "mouse" && event.button === 0;
    startPosition = isMouse ? gridTable.parsePosition(event.target) : null;
  });
  element.addEventListener("pointermove", (event) => {
    if (!startPosition) return;
    const target = findTarget(event);
    if (target) getSelection().removeAllRanges(); // the browser selects what the mouse crosses
    gridTable.markDropTarget(target);
  });
  element.addEventListener("pointerup", (event) => {
    const target = findTarget(event);
    if (target) swapCells(startPosition, target);
  });
  addEventListener("pointerup", () => {
    startPosition = null;
    gridTable.markDropTarget(null);
  });
}
