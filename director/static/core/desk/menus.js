// A menu is a <details>, which browsers leave open. It closes by a click elsewhere and by Escape.

const listOpenMenus = () => [...document.querySelectorAll("details.menu[open]")];

document.addEventListener("click", (/** @type {any} */ { target }) => {
  for (const menu of listOpenMenus()) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of listOpenMenus()) menu.open = false;
});
