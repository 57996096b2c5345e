// On a phone, tabs and steps are one line that scrolls sideways and begins at the page shown.
// Other lines of buttons scroll, too: what the keyboard reaches is brought into sight.

const CURRENT = ":is(.steps, .tabs, .bar nav) [aria-current]";
const SCROLLED = ":is(.strip, .tabs, .bar nav, .steps, .sheet.status) :focus-visible";

function showCurrent() {
  for (const current of document.querySelectorAll(CURRENT)) {
    const strip = current.closest(".steps, .tabs, nav");
    const { left, width } = current.getBoundingClientRect();
    const middle = strip.getBoundingClientRect().left + strip.clientWidth / 2;
    strip.scrollLeft += left + width / 2 - middle;
  }
}

function showFocused({ target }) {
  if (target.matches(SCROLLED)) target.scrollIntoView({ block: "nearest", inline: "center" });
}

document.addEventListener("focusin", showFocused);
document.addEventListener("htmx:afterSettle", showCurrent);
showCurrent();
