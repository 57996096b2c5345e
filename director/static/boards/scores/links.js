// The links to the pages of the boards, or of the rounds and their tables.

// A round leads to its first table, so the first row of links may have the same address as a table.
function makeLinkKey(link) {
  const isRound = link.closest("p").nextElementSibling !== null;
  const path = link.getAttribute("href").split("#")[0];
  return `${isRound ? "round" : "page"} ${path}`;
}
const makePageKey = (path) => `page ${path}`;

// What tells the program how full each shown link says its page is: an answer has only the links
// that say something else by now.
export function describeShownLinks() {
  const links = [...document.querySelectorAll("#stops a")];
  return links.map((link) => link.className.slice(0, 1)).join("");
}

// Take over what the links in `newStops` say, if they are the newest. With `shownPath`, another
// page is shown: mark its link. Pages of other rounds have other links, which replace all.
export function updateLinks(newStops, { shownPath = "", isNewest }) {
  const stops = document.getElementById("stops");
  const links = [...stops.querySelectorAll("a")];
  const linksByKey = new Map(links.map((link) => [makeLinkKey(link), link]));
  for (const newLink of newStops.querySelectorAll("a")) {
    const link = linksByKey.get(makeLinkKey(newLink));
    if (!link && shownPath) return stops.replaceWith(newStops);
    if (!link || !isNewest) continue;
    link.className = newLink.className;
    link.replaceChildren(...newLink.childNodes);
  }
  if (shownPath) markCurrentLink(stops, links, linksByKey.get(makePageKey(shownPath)));
}

// The last row has the pages; the mark of the round above it stays.
function markCurrentLink(stops, links, currentLink) {
  for (const link of links) {
    const isPageLink = link.closest("p") === stops.lastElementChild;
    if (isPageLink) link.removeAttribute("aria-current");
  }
  currentLink?.setAttribute("aria-current", "page");
}
