// What is wrong with the page as it lies in the window now: a list of sentences, empty where nothing is.
// Asked with {font, target}: the smallest text and the smallest thing to tap, in pixels.  With {forced} it is told how the
// page looks where the reader's system sets the colours.
({ font, target, forced }) => {
  const faults = new Set();
  const LEAST = innerWidth < 360 ? 9 : 12; // characters: no column of words is narrower than this or its longest word
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

  if (forced) {
    const probe = document.body.appendChild(document.createElement("i"));
    const own = new Set("Canvas CanvasText LinkText VisitedText ActiveText ButtonFace ButtonText ButtonBorder Field FieldText Highlight HighlightText SelectedItem SelectedItemText GrayText".split(" ").map((name) => ((probe.style.color = name), getComputedStyle(probe).color)));
    probe.remove();
    const SIDES = ["Top", "Right", "Bottom", "Left"];
    const bordered = (shown, side) => parseFloat(shown[`border${side}Width`]) > 0 && shown[`border${side}Style`] !== "none";
    const seen = (colour) => !/^rgba.*, 0\)$|\/ 0\)$/.test(colour) && !/^(none|url)/.test(colour);
    const marks = (element) => {
      const shown = style(element);
      const about = ["::before", "::after"].map((part) => getComputedStyle(element, part).content);
      const lines = SIDES.map((side) => bordered(shown, side) && shown[`border${side}Width`] + shown[`border${side}Style`]);
      return [shown.backgroundColor, shown.fontWeight, shown.textDecorationLine, shown.outlineStyle, shown.boxShadow, ...about, ...lines].join();
    };
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("script, style, .page-preview, .qr, defs, option, [hidden]") || !isShown(element)) continue;
      const shown = style(element);
      const colours = element.ownerSVGElement ? ["fill", "stroke"].map((name) => shown[name]) : [shown.color, shown.backgroundColor, ...SIDES.filter((side) => bordered(shown, side)).map((side) => shown[`border${side}Color`])];
      const kept = colours.filter((colour) => seen(colour) && !own.has(colour.replace(/a(\(.*), [\d.]+\)/, "$1)")));
      if (kept.length && !element.matches("g, pattern, marker")) faults.add(`${called(element)} keeps ${kept[0]} where colours are forced`);
    }
    const light = (colour) => colour.match(/\d+/g).slice(0, 3).reduce((sum, part, at) => sum + [0.2126, 0.7152, 0.0722][at] * (part / 255) ** 2.2, 0.05);
    for (const element of document.body.querySelectorAll(".square, .table-no, button, .button, .flag, [aria-current]")) {
      const [ink, ground] = [style(element).color, style(element).backgroundColor];
      const [less, most] = [light(ink), light(ground)].sort((one, other) => one - other);
      if (isShown(element) && element.textContent.trim() && seen(ground) && most / less < 3) faults.add(`${called(element)} can't be read where colours are forced: ${ink} on ${ground}`);
    }
    const tried = new Set();
    for (const element of document.querySelectorAll("button, .button, input:not([type=hidden]), select, textarea, summary, a[href]")) {
      const kind = `${element.localName}.${element.className}.${element.type}.${element.parentElement.className}`;
      if (!isShown(element) || tried.has(kind)) continue;
      tried.add(kind);
      const shown = style(element);
      const isText = element.matches("a:not(.button), summary, [type=checkbox], [type=radio], [type=file]") || shown.textDecorationLine !== "none";
      if (!isText && !SIDES.some((side) => bordered(shown, side) && shown[`border${side}Color`] !== style(document.body).backgroundColor)) faults.add(`${called(element)} has no border where colours are forced: “${words(element.textContent)}”`);
      if (element.disabled) continue;
      element.focus({ focusVisible: true, preventScroll: true });
      const ring = getComputedStyle(element);
      if (document.activeElement === element && (ring.outlineStyle === "none" || parseFloat(ring.outlineWidth) < 2)) faults.add(`${called(element)} shows no focus where colours are forced`);
    }
    document.activeElement.blur();
    for (const element of document.querySelectorAll("[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true], .square[class*=' ']")) {
      const others = (element.closest("nav, ol, ul, table, .tools, .pad, .row, .actions, .choices") ?? document).querySelectorAll(`${element.localName}:not([aria-current], [aria-pressed=true], [aria-selected=true], .square[class*=' '])`);
      const other = [...others].find((each) => isShown(each) && each.classList[0] === element.classList[0] && each.parentElement.localName === element.parentElement.localName);
      if (isShown(element) && other && marks(element) === marks(other)) faults.add(`${called(element)} is told by colour alone: “${words(element.textContent)}”`);
    }
    return [...faults];
  }

  // Nothing scrolls sideways but a schedule, a recap, a grid of boards or a drawing inside its card, and a strip of boards, steps, tabs or buttons.
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) {
    const beyond = [...document.body.querySelectorAll(":not(svg *)")].filter((element) => element.getBoundingClientRect().right > page.clientWidth + 1 && !element.parentElement.closest(".scroll") && isShown(element));
    const ends = beyond.filter((element) => !beyond.some((other) => other !== element && element.contains(other)));
    faults.add(`the page is ${page.scrollWidth} wide in a window of ${page.clientWidth}: ${ends.slice(0, 3).map(called).join(", ")}`);
  }
  const isClamped = (element) => style(element).webkitLineClamp !== "none"; // ends in "…" after so many lines, on purpose
  const STRIPS = ".strip, .tabs, .steps, .bar nav, .sheet.status";
  const mayScroll = (element) => element.matches(`.scroll:has(> :is(.rounds, .cells, .meetings, .recap, .grid, .follow, svg)), .text > .scroll, ${STRIPS}`) || (innerWidth < 360 && element.matches(".scroll:has(> table)"));
  const stays = []; // in sight while the page scrolls, of which it leaves most of the window
  for (const element of document.body.querySelectorAll(":not(svg *, input, select, textarea, option)")) {
    const { overflowX: over, overflowY: below, position, top, bottom } = style(element);
    if (over !== "visible" && !isClamped(element) && element.scrollWidth > element.clientWidth + 1 && isShown(element) && !mayScroll(element)) faults.add(`${called(element)} ${over === "auto" || over === "scroll" ? "scrolls" : "is clipped"}: ${element.scrollWidth} in ${element.clientWidth}`);
    if ((below === "hidden" || below === "clip") && !isClamped(element) && element.scrollHeight > element.clientHeight + 1 && isShown(element)) faults.add(`${called(element)} is cut off below: ${element.scrollHeight} in ${element.clientHeight}`);
    if ((position === "sticky" || position === "fixed") && !(top === "auto" && bottom === "auto") && element.offsetWidth > innerWidth / 2 && isShown(element)) stays.push(element);
  }
  const high = stays.reduce((sum, element) => sum + element.offsetHeight, 0);
  if (high > innerHeight / 3) faults.add(`${stays.map(called).join(", ")} cover ${high} of ${innerHeight}`);

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
  const layers = new Map();
  const layer = (element) => {
    if (element === document.body) return element;
    if (!layers.has(element)) layers.set(element, ["static", "relative"].includes(style(element).position) ? layer(element.parentElement) : element);
    return layers.get(element);
  };
  const laid = []; // lines of text and controls, as they are seen, to find what lies over another
  const lay = (element, box, squeezed) => {
    const window = element.closest(`.scroll, ${STRIPS}`)?.getBoundingClientRect();
    const left = Math.max(box.left, window?.left ?? box.left) + 1.5;
    const right = Math.min(box.right, window?.right ?? box.right) - 1.5;
    if (right > left) laid.push({ element, left, right, top: box.top + squeezed, bottom: box.bottom - squeezed });
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
    if (size < font - 0.05 && !element.closest("#preview")) faults.add(`${called(element)} has text of ${size.toFixed(1)} px: “${words(node.data)}”`);
    if (element.ownerSVGElement) continue;
    range.selectNodeContents(node);
    const around = range.getBoundingClientRect();
    if (!around.width) continue;
    const holder = block(element);
    const held = holder.getBoundingClientRect();
    if (around.right > held.right + 1.5 || around.left < held.left - 1.5) faults.add(`${called(holder)} lets its text out: “${words(node.data)}”`);
    const rows = [...range.getClientRects()];
    for (const row of rows) {
      const middle = (row.top + row.bottom) / 2;
      if (isClamped(holder) && middle > held.bottom) continue;
      if (middle - size * 0.4 < held.top - 1 || middle + size * 0.4 > held.bottom + 1) faults.add(`${called(holder)} lets its text out below or above: “${words(node.data)}”`);
      lay(element, row, row.height / 2 - size * 0.35);
    }
    const lines = new Set(rows.map((row) => Math.round(row.top))).size;
    if (lines < 2) continue;
    const inner = holder.clientWidth - parseFloat(style(holder).paddingLeft) - parseFloat(style(holder).paddingRight);
    const longest = Math.max(...node.data.split(/[\s\u2010-\u2014-]+/).map((word) => wide(word, shown)));
    const least = Math.min(longest, wide("0", shown) * LEAST);
    if (inner < least - 1) faults.add(`${called(holder)} is ${Math.round(inner)} px wide and needs ${Math.round(least)}: “${words(node.data)}”`);
  }

  // A row of results is one row at every width: its cells stand under their headings.
  for (const table of document.querySelectorAll(".results:not(.stacks)")) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].filter(isShown);
    for (const row of table.tBodies[0]?.rows ?? []) {
      const cells = [...row.cells].filter(isShown);
      if (!cells.length || cells[0].colSpan > 1 || !heads.length) continue;
      const under = cells.length === heads.length && cells.every((cell, at) => Math.abs(cell.getBoundingClientRect().left - heads[at].getBoundingClientRect().left) < 1.5);
      if (!under) faults.add(`a row of ${called(table)} does not stand under its headings: “${words(row.textContent)}”`);
    }
  }

  // Whatever is typed in or tapped; the squares of a grid have a space of two pixels between them.
  for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")) {
    if (!isShown(element)) continue;
    const box = element.getBoundingClientRect();
    if (target && box.left < -0.5 && !element.closest(STRIPS)) faults.add(`${called(element)} begins left of the window`);
    if (!element.matches("a:not(.button), summary:not(.menu > *)")) lay(element, box, 1);
    const width = box.width + 2 * element.matches(".square");
    if (width < target - 0.5 || box.height < target - 0.5) faults.add(`${called(element)} is a target of ${Math.round(box.width)} by ${Math.round(box.height)}: “${words(element.textContent || element.name || "")}”`);
    if (element.matches("input:not([type=checkbox], [type=radio]), select, textarea") && parseFloat(style(element).fontSize) < font - 0.05) faults.add(`${called(element)} is typed in at ${style(element).fontSize}`);
  }

  laid.sort((one, other) => one.top - other.top);
  laid.forEach((one, at) => {
    for (let next = at + 1; next < laid.length && laid[next].top < one.bottom; next++) {
      const other = laid[next];
      if (other.left >= one.right || other.right <= one.left || one.element.contains(other.element) || other.element.contains(one.element) || layer(one.element) !== layer(other.element)) continue;
      faults.add(`${called(one.element)} and ${called(other.element)} lie over each other: “${words(one.element.textContent)}” “${words(other.element.textContent)}”`);
    }
  });

  // The title of a page may be for screen readers alone, where its first part has a heading of its own.
  const headings = [...document.querySelectorAll("h1, h2")];
  if (!document.querySelector("h1") || !headings.some(isShown)) faults.add("no heading");
  return [...faults];
}
