// What somebody has unfolded stays so when the page hears news of that part.
"use strict";
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  for (const fold of target.querySelectorAll("details[id][open]")) {
    fragment.querySelector(`#${CSS.escape(fold.id)}`)?.setAttribute("open", "");
  }
});
