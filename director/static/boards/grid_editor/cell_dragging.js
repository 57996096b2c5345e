// A cell that the mouse drags onto another swaps with it. A finger scrolls instead, and has the
// button Swap.
import { isSameCell } from "./grid_table.js";

// Call `swapCells(from, to)` when a cell is dropped on another one.
export function listenToDragging(gridTable, swapCells) {
  const { element } = gridTable;
  let startPlace = null; // where the mouse was pressed; null while it isn't

  // The other place at which the mouse is, or null.
  function findTarget(event) {
    const place = startPlace && gridTable.parsePlace(event.target);
    return place && !isSameCell(place, startPlace) ? place : null;
  }

  element.addEventListener("pointerdown", (event) => {
    const isMouse = event.pointerType === "mouse" && event.button === 0;
    startPlace = isMouse ? gridTable.parsePlace(event.target) : null;
  });
  element.addEventListener("pointermove", (event) => {
    if (!startPlace) return;
    const target = findTarget(event);
    if (target) getSelection().removeAllRanges(); // the browser selects what the mouse crosses
    gridTable.markDropTarget(target);
  });
  element.addEventListener("pointerup", (event) => {
    const target = findTarget(event);
    if (target) swapCells(startPlace, target);
  });
  addEventListener("pointerup", () => {
    startPlace = null;
    gridTable.markDropTarget(null);
  });
}
