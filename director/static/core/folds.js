// What somebody has unfolded stays so when the page hears news of that part, or a form is shown
// anew.
"use strict";
{
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    for (const fold of target.querySelectorAll("details[id][open]")) {
      fragment.querySelector(`#${CSS.escape(fold.id)}`)?.setAttribute("open", "");
    }
  });

  let unfolded = [];
  document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
    unfolded = [...target.querySelectorAll("details[id][open]")].map((fold) => fold.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of unfolded.splice(0)) document.getElementById(id)?.setAttribute("open", "");
  });
}
