// Print. One box ticks all kinds of sheets, and the preview shows the kind that was ticked last.

// htmx reads the form at the same event, on the way up. So this listens on the way down.
document.addEventListener(
  "change",
  ({ target: box }) => {
    if (box.dataset.ticks) tickAll(box);
    if (box.form?.elements.preview) choosePreview(box);
  },
  true,
);

function tickAll(allBox) {
  const { ticks: name } = allBox.dataset;
  for (const box of allBox.form.querySelectorAll(`input[name="${name}"]:enabled`)) {
    box.checked = allBox.checked;
  }
}

function choosePreview(box) {
  const { preview } = box.form.elements;
  const isKind = box.name === "kinds";
  const isKindTicked = isKind && box.checked;
  preview.disabled = !isKindTicked;
  preview.value = isKindTicked ? box.value : "";
  const allBox = box.form.querySelector("[data-ticks]");
  if (isKind && !box.checked && allBox) allBox.checked = false;
}

// An empty range stands for all sheets, so Enter in empty boxes would print everything.
document.addEventListener("keydown", (event) => {
  const ranges = event.target.closest?.(".number-ranges");
  if (event.key !== "Enter" || !ranges) return;
  const isFilled = [...ranges.querySelectorAll("input")].some((box) => box.value);
  if (!isFilled) event.preventDefault();
});
