// A number box is selected when it gets the focus, so that the next figure replaces the old number.
// The first click selects it again: the cursor between the figures would make 1314 of 13.

const NUMBER_BOX = "input:is([inputmode=numeric], [inputmode=decimal], [type=number])";

let untouchedBox = null; // has the focus, but no click and no key yet
let clickedBox = null; // was clicked, and is still to be selected
let leftBox = null; // gets the focus back together with its window

function selectNumber(box) {
  if (!box?.matches?.(NUMBER_BOX)) return;
  box.select();
  untouchedBox = box;
}

function selectClickedBox() {
  clickedBox?.select();
  clickedBox = null;
}

document.addEventListener("focusin", ({ target }) => {
  // An answer of htmx gives the focus back to somebody who is typing.
  if (target !== leftBox && !target.closest(".htmx-added")) selectNumber(target);
});
document.addEventListener("focusout", ({ target }) => {
  leftBox = target === document.activeElement ? target : null;
});
document.addEventListener("click", ({ target }) => {
  const { selectionStart, selectionEnd, value } = target;
  const selectedCount = selectionEnd - selectionStart;
  const isPartSelected = selectedCount > 0 && selectedCount < value?.length;
  // The browser sets the cursor in a box that is selected already only after the click.
  // A busy browser may run the timeout after the first key: the key then selects.
  if (target === untouchedBox && !isPartSelected) {
    clickedBox = target;
    setTimeout(selectClickedBox);
  }
  untouchedBox = null;
});
document.addEventListener("keydown", () => {
  untouchedBox = null;
  selectClickedBox();
});

selectNumber(document.activeElement); // a box with autofocus
