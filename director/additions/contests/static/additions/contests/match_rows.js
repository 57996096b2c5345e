// Results of matches: Enter moves to the next box, because sending the form would save a page that
// is only half filled. At the last box it sends the form.

const RESULT_BOXES = "[data-match-box]";

document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || !box.matches?.(`input${RESULT_BOXES}`)) return;
  const visibleBoxes = [...box.form.querySelectorAll(RESULT_BOXES)].filter((otherBox) =>
    otherBox.checkVisibility(),
  );
  const nextBox = visibleBoxes[visibleBoxes.indexOf(box) + 1];
  if (!nextBox) return;
  event.preventDefault();
  nextBox.focus();
  nextBox.select();
});
