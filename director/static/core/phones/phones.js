// Several phones at one table: notes about those that are new there, and the screens of a phone
// that may not enter results.
import { SIDES } from "./bridge.js";
import { callDirector } from "./calls.js";
import { createElement, createKey, createNote, createText } from "./elements.js";
import { formatEntry, parseItem } from "./entries.js";
import {
  getOwnLabel,
  getOwnSide,
  getSettings,
  isPhoneOfOneSide,
  listKnownPhones,
  queue,
  storeKnownPhones,
  table,
} from "./state.js";
import { draw, showScreen } from "./ui.js";

const QUIET = { class: "quiet" };

const isUnknownPhone = (label) => !listKnownPhones().includes(label);

function acceptPhones(labels) {
  storeKnownPhones(labels);
  draw();
}

const createPhoneNote = (text, keys) =>
  createElement(
    "div",
    { class: "say warn", role: "status" },
    createText("p", text),
    createElement("div", { class: "others" }, keys),
  );

// Several phones enter for the side of this one. All of them show this note, and each can say that
// another phone doesn't belong to the side.
export function renderSecondPhoneNote() {
  const { twice } = table.state;
  if (!isPhoneOfOneSide() || !twice) return null;
  const labels = twice[getOwnSide()] || [];
  const otherLabels = labels.filter((label) => label !== getOwnLabel());
  if (!otherLabels.some(isUnknownPhone)) return null;
  const side = SIDES[getOwnSide()];
  const accept = () => acceptPhones(otherLabels);
  const call = () => {
    accept(); // the director decides now, so the note needn't stay
    callDirector(`Unknown phone entering for ${side}`);
  };
  return createPhoneNote(`! Another phone is entering for ${side} too.`, [
    createKey("phones-ours", "Both are ours", accept, QUIET),
    createKey("phones-other", "This one is theirs", () => showScreen("side"), QUIET),
    createKey("phones-not", "Not ours: call director", call, QUIET),
  ]);
}

// A phone came to a table that already had one. The new phone and the earlier ones show a note.
export function renderNewPhoneNotes() {
  const { came: newPhones = [] } = table.state;
  const ownIndex = newPhones.findIndex(({ phone }) => phone === getOwnLabel());
  const ownPhone = newPhones[ownIndex];
  const laterPhones = newPhones.slice(ownIndex + 1);
  return [
    ownPhone && needsNote(ownPhone) ? renderWelcome(ownPhone) : null,
    ...laterPhones.filter(needsNote).map(renderNewPhone),
  ];
}

function needsNote({ phone, side }) {
  const { twice = {} } = table.state;
  // A phone without a side can't enter anything yet.
  const hasSide = getSettings().confirm !== "own" || Boolean(side);
  const hasOwnNote = isPhoneOfOneSide() && Boolean(twice[side]); // see renderSecondPhoneNote
  return isUnknownPhone(phone) && hasSide && !hasOwnNote;
}

// A new phone welcomes its players until it has sent something. The phone that it replaces may
// still hold results.
function renderWelcome({ held: unsentCount }) {
  const results = unsentCount === 1 ? "1 unsent result" : `${unsentCount} unsent results`;
  const warning = unsentCount
    ? ` The phone before it has ${results}: switch it on, or enter what is missing here.`
    : "";
  return createElement(
    "p",
    { class: "say came", role: "status" },
    `Welcome to table ${table.state.table}.${warning}`,
  );
}

function renderNewPhone({ phone, side, since, last }, index) {
  const accept = () => acceptPhones([phone]);
  const call = () => {
    accept();
    callDirector("Unknown new phone at our table");
  };
  const sideText = SIDES[side] ? ` for ${SIDES[side]}` : "";
  const replacedText = last ? `, replacing one last seen at ${last}` : "";
  return createPhoneNote(`! New phone${sideText} since ${since}${replacedText}.`, [
    createKey(`came-ours-${index}`, "It’s ours", accept, QUIET),
    createKey(`came-not-${index}`, "Not ours: call director", call, QUIET),
  ]);
}

// The director doesn't let this phone in. Its entries are sent as soon as the director does.
export const makeShutPage = () => ({
  title: "This phone can’t enter results",
  main: [
    createNote("bad", `! ${table.shutReason}`),
    renderUnsentResults("Sent once the director allows this phone:", queue.waiting),
  ],
});

// The link is revoked, so the program takes nothing from this phone any more.
export const makeGonePage = () => ({
  title: "This link no longer works",
  main: [
    createText("p", "Scan the table card again, or ask the director for a new one."),
    renderUnsentResults("Not sent yet. Tell the director these results:", queue.all),
  ],
});

function renderUnsentResults(introduction, items) {
  const resultItems = items.filter((item) => item.board);
  if (!resultItems.length) return null;
  const lines = resultItems.map((item) =>
    createElement("li", {}, `Board ${item.board}: `, formatEntry(parseItem(item))),
  );
  return [createText("p", introduction), createElement("ul", {}, lines)];
}
