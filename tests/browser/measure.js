// What is wrong with the page as it lies in the window now: a list of sentences, empty where nothing is.
// Asked with {font, target}: the smallest text and the smallest thing to tap, in pixels.
({ font, target }) => {
  const faults = new Set();
  const LEAST = 12; // characters: no column of words is narrower than this or its longest word
  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const called = (element) => {
    const marks = [...element.classList].map((name) => `.${name}`).join("");
    const inside = element.closest("[id]");
    return `${element.localName}${marks}${inside ? ` in #${inside.id}` : ""}`;
  };
  const words = (text) => text.trim().replace(/\s+/g, " ").slice(0, 30);
  for (const details of document.querySelectorAll("details")) details.open = true;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".hidden, .skip");

  // Nothing scrolls sideways but a schedule, a recap or a drawing inside its card.
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) {
    const beyond = [...document.body.querySelectorAll(":not(svg *)")].filter((element) => element.getBoundingClientRect().right > page.clientWidth + 1 && !element.parentElement.closest(".scroll") && isShown(element));
    const ends = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    faults.add(`the page is ${page.scrollWidth} wide in a window of ${page.clientWidth}: ${ends.slice(0, 3).map(called).join(", ")}`);
  }
  const mayScroll = (element) => element.matches(".scroll:has(> :is(.rounds, .recap, svg))");
  for (const element of document.body.querySelectorAll(":not(svg *, input, select, textarea, option)")) {
    const over = style(element).overflowX;
    if (over === "visible" || element.scrollWidth <= element.clientWidth + 1 || !isShown(element)) continue;
    if (!mayScroll(element)) faults.add(`${called(element)} ${over === "auto" || over === "scroll" ? "scrolls" : "is clipped"}: ${element.scrollWidth} in ${element.clientWidth}`);
  }

  // Texts: large enough, inside what holds them, in columns wide enough for their words.
  const pen = document.createElement("canvas").getContext("2d");
  const widths = new Map();
  const wide = (text, shown) => {
    const key = `${shown.fontStyle} ${shown.fontWeight} ${shown.fontSize} ${shown.fontFamily}|${text}`;
    if (!widths.has(key)) {
      pen.font = key.slice(0, key.lastIndexOf("|"));
      widths.set(key, pen.measureText(text).width);
    }
    return widths.get(key);
  };
  const block = (element) => {
    while (["inline", "contents"].includes(style(element).display)) element = element.parentElement;
    return element;
  };
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, option, textarea, noscript") || !isShown(element)) continue;
    const shown = style(element);
    if (parseFloat(shown.fontSize) === 0) continue;
    const scale = element.ownerSVGElement ? element.ownerSVGElement.getScreenCTM().a : 1;
    const size = parseFloat(shown.fontSize) * scale;
    if (size < font - 0.05) faults.add(`${called(element)} has text of ${size.toFixed(1)} px: “${words(node.data)}”`);
    if (element.ownerSVGElement) continue;
    range.selectNodeContents(node);
    const around = range.getBoundingClientRect();
    if (!around.width) continue;
    const holder = block(element);
    const held = holder.getBoundingClientRect();
    if (around.right > held.right + 1.5 || around.left < held.left - 1.5) faults.add(`${called(holder)} lets its text out: “${words(node.data)}”`);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
    if (lines < 2) continue;
    const inner = holder.clientWidth - parseFloat(style(holder).paddingLeft) - parseFloat(style(holder).paddingRight);
    const longest = Math.max(...node.data.split(/[\s\u2010-\u2014-]+/).map((word) => wide(word, shown)));
    const least = Math.min(longest, wide("0", shown) * LEAST);
    if (inner < least - 1) faults.add(`${called(holder)} is ${Math.round(inner)} px wide and needs ${Math.round(least)}: “${words(node.data)}”`);
  }

  // A row whose cells are laid out by hand: none is printed over another.
  const printed = (cell) => {
    const inside = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const boxes = [];
    while (inside.nextNode()) {
      range.selectNodeContents(inside.currentNode);
      boxes.push(...[...range.getClientRects()].filter((box) => box.width));
    }
    return boxes;
  };
  for (const row of document.querySelectorAll("tr")) {
    if (style(row).display !== "grid" || !isShown(row)) continue;
    const laid = [...row.cells].filter((cell) => isShown(cell) && cell.textContent.trim()).map((cell) => ({ cell, boxes: printed(cell) }));
    laid.forEach((upper, index) => {
      for (const lower of laid.slice(index + 1)) {
        const least = parseFloat(style(upper.cell).fontSize) / 2;
        const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > least;
        if (upper.boxes.some((a) => lower.boxes.some((b) => meet(a, b)))) faults.add(`${called(upper.cell)} “${words(upper.cell.textContent)}” lies over ${called(lower.cell)} “${words(lower.cell.textContent)}”`);
      }
    });
  }

  // Whatever is typed in or tapped.
  for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
    if (!isShown(element)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < target - 0.5 || box.height < target - 0.5) faults.add(`${called(element)} is a target of ${Math.round(box.width)} by ${Math.round(box.height)}: “${words(element.textContent || element.name || "")}”`);
    if (element.matches("input:not([type=checkbox], [type=radio]), select, textarea") && parseFloat(style(element).fontSize) < font - 0.05) faults.add(`${called(element)} is typed in at ${style(element).fontSize}`);
  }

  if (![...document.querySelectorAll("h1")].some(isShown)) faults.add("no heading");
  return [...faults];
}
