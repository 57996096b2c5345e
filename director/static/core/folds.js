// A part that somebody has unfolded stays open when an answer replaces it. The server sends it
// closed.

const listOpenFolds = (element) => [...element.querySelectorAll("details[id][open]")];

document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  for (const fold of listOpenFolds(target)) {
    fragment.querySelector(`#${CSS.escape(fold.id)}`)?.setAttribute("open", "");
  }
});

// Before the swap of the main target its new content isn't parsed yet, so it opens after the swap.
let openFoldIds = [];
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  openFoldIds = listOpenFolds(target).map((fold) => fold.id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of openFoldIds.splice(0)) document.getElementById(id)?.setAttribute("open", "");
});
