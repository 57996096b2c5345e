// The screen for players who may sit at the wrong table: who plays here, and a form that finds
// their own table.
import { SIDES } from "./bridge.js";
import { WRONG_OPPONENTS, callDirector } from "./calls.js";
import {
  createBox,
  createElement,
  createForm,
  createKey,
  createPrimaryKey,
  createText,
} from "./elements.js";
import {
  ENTRANT_NAMES,
  formatPair,
  hasDirection,
  renderCompass,
  renderNextSeats,
} from "./seating.js";
import { queue, table } from "./state.js";
import { setNote, showScreen, ui } from "./ui.js";

export function makeWrongTablePage() {
  const { state } = table;
  const { left } = state;
  const entrants = ENTRANT_NAMES[state.called].toLowerCase().replace(/s?$/, "s");
  const renderPair = (side) =>
    createText("b", formatPair(side, state.labels), { class: "nowrap" });
  const nextSeatsTitle = left ? `After round ${left.round}, from this table` : "";
  return {
    title: "Wrong table?",
    back: () => showScreen("round"),
    main: [
      createElement(
        "p",
        {},
        `Round ${state.round}, table ${state.table}: ${entrants} `,
        renderPair("ns"),
        " and ",
        renderPair("ew"),
        ".",
      ),
      renderCompass(),
      createText(
        "p",
        "Check round, table and direction on your guide card. " +
          "To find your table, type your number. The director is told too.",
      ),
      renderFindTableForm(),
      left ? [createText("h2", nextSeatsTitle), renderNextSeats(left)] : null,
      createText("p", "If your card names this table, call the director before you play."),
    ],
    primary: createPrimaryKey("call-people", "Call the director", () =>
      callDirector(WRONG_OPPONENTS),
    ),
  };
}

function renderFindTableForm() {
  const { ns, ew } = table.state.labels;
  const hasDirections = hasDirection(ns) || hasDirection(ew);
  const box = createBox({ id: "here", maxlength: "6" }, ui.typedEntrant, (typed) => {
    ui.typedEntrant = typed;
  });
  const directions = hasDirections ? Object.values(SIDES) : [""];
  const keys = directions.map((direction, index) =>
    createKey(
      `where-${index}`,
      direction || "Find table",
      () => lookUpTable(box, direction),
      { class: "quiet" },
    ),
  );
  return createForm(
    () => lookUpTable(box, hasDirections ? parseDirection(box.value) : ""),
    createElement("label", { for: "here" }, "Number on your guide card"),
    createElement("div", { class: "beside" }, box, keys),
  );
}

// "3 ns" has the direction "NS".
const parseDirection = (text) => text.trim().split(" ").slice(1).join(" ").toUpperCase();

function lookUpTable(box, direction) {
  const number = box.value.trim().split(" ")[0];
  const label = `${number} ${direction}`.trim();
  if (!label) {
    box.focus();
    return;
  }
  queue.add("results", { here: label });
  setNote(`Looking up ${label}. The director is told too.`);
  showScreen("round");
}
