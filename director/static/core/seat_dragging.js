// A number that is dragged onto another one swaps the two, by the boxes and the button of Swap in
// the menu More.

let draggedNumber = null;
let targetSeat = null;
const findSeat = (event) => event.target.closest?.("[data-seat]");

// What lies below the pointer changes with every element of a seat, so the mark moves only from
// seat to seat.
function markTarget(seat) {
  if (seat === targetSeat) return;
  targetSeat?.classList.remove("over");
  seat?.classList.add("over");
  targetSeat = seat;
}

document.addEventListener("dragstart", (event) => {
  const draggable = event.target.closest?.("[draggable]");
  draggedNumber = draggable ? findSeat(event)?.dataset.seat : null;
  // Some browsers drag nothing without data. Boxes accept no data of this type as text.
  if (draggedNumber) event.dataTransfer.setData("application/x-seat", draggedNumber);
});
// By default a browser lets nothing be dropped on an element.
document.addEventListener("dragover", (event) => {
  if (!draggedNumber) return;
  const seat = findSeat(event);
  markTarget(seat);
  if (seat) event.preventDefault();
});
document.addEventListener("dragend", () => {
  draggedNumber = null;
  markTarget(null);
});
document.addEventListener("drop", (event) => {
  const targetNumber = draggedNumber && findSeat(event)?.dataset.seat;
  if (!targetNumber) return;
  event.preventDefault();
  const firstNumber = draggedNumber;
  draggedNumber = null;
  markTarget(null);
  if (firstNumber === targetNumber) return;
  document.getElementById("swap-first").value = firstNumber;
  document.getElementById("swap-second").value = targetNumber;
  document.getElementById("swap").click();
});
