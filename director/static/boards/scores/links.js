// The links to the pages of the boards, or of the rounds and their tables.

// A round leads to its first table, so the first row of links may have the same address as a table.
function makeLinkKey(link) {
  const isRound = link.closest("p").nextElementSibling !== null;
  const path = link.getAttribute("href").split("#")[0];
  return `${isRound ? "round" : "page"} ${path}`;
}
const makePageKey = (path) => `page ${path}`;

// Describe the shown links for the program, so that an answer brings only those that have changed:
// one letter for each link, the first of its class, which says how full the page is.
export function describeShownLinks() {
  const links = [...document.querySelectorAll("#stops a")];
  return links.map((link) => link.className.slice(0, 1)).join("");
}

// Update the shown links from those in `newStops`, if these are the newest. With `shownPath`,
// another page is shown: mark its link. Pages of other rounds have other links, which replace all.
export function updateLinks(newStops, { shownPath = "", isNewest }) {
  const linkBar = document.getElementById("stops");
  const links = [...linkBar.querySelectorAll("a")];
  const linksByKey = new Map(links.map((link) => [makeLinkKey(link), link]));
  for (const newLink of newStops.querySelectorAll("a")) {
    const link = linksByKey.get(makeLinkKey(newLink));
    if (!link && shownPath) return linkBar.replaceWith(newStops); // a page of another round
    if (!link || !isNewest) continue;
    link.className = newLink.className;
    link.replaceChildren(...newLink.childNodes);
  }
  if (shownPath) markCurrentLink(linkBar, links, linksByKey.get(makePageKey(shownPath)));
}

// The last row has the pages; the mark of the round above it stays.
function markCurrentLink(linkBar, links, currentLink) {
  for (const link of links) {
    const isPageLink = link.closest("p") === linkBar.lastElementChild;
    if (isPageLink) link.removeAttribute("aria-current");
  }
  currentLink?.setAttribute("aria-current", "page");
}
