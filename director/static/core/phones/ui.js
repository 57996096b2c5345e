// The screen that the page shows, and how other files show another one.

// A tap in the first milliseconds after a change of the screen was meant for the screen before, as
// the second tap of two on the same key.
const TAP_DELAY = 400; // milliseconds
// On these screens the browser's own Back leads home.
const SUBSCREENS = ["call", "notUs", "wrongBoard", "names", "move", "turned"];

export const ui = {
  screen: "",
  round: 0, // the round and board of the screen, if it is about one
  board: 0,
  targetBoard: 0, // the board to which a result is moved
  outsideBoard: 0, // the typed number of a board that isn't scheduled here
  draft: null, // the entry that is being made, see draft.js
  step: "", // the step of the entry that is shown, see pad.js
  leadParts: {}, // suit or rank of the lead, until both are tapped
  error: "", // why the typed entry can't be read
  note: "", // a sentence at the top of the screen
  isNoteShown: false,
  callReason: "", // the typed reason for a call of the director
  typedEntrant: "", // the number that a lost player types
  isHandedOver: false, // whether the opponents have confirmed on this phone
  isMoved: false, // whether the screen has changed since the page was drawn
  isStarted: false, // whether the first screen is shown
  acceptsTapsFrom: 0, // by performance.now()
};

// Functions of files that are loaded later: they need the screens, and the screens need them.
const pageFunctions = { draw() {}, showHome() {}, followState() {} };
export const setPageFunctions = (functions) => Object.assign(pageFunctions, functions);

// Draw the page anew, as far as it has changed.
export const draw = () => pageFunctions.draw();
// Show the screen with which somebody goes on who just looks at the phone.
export const showHome = () => pageFunctions.showHome();
// Show another screen if the table's new state calls for it.
export const followState = () => pageFunctions.followState();

// Show `text` at the top of the next screen, until the screen after it.
export const setNote = (text) => Object.assign(ui, { note: text, isNoteShown: false });

export function showScreen(screen, fields = {}) {
  if (ui.isNoteShown) setNote("");
  // Nobody can have tapped before the first screen.
  const acceptsTapsFrom = ui.isStarted ? performance.now() + TAP_DELAY : 0;
  Object.assign(ui, fields, { screen, leadParts: {}, error: "", acceptsTapsFrom, isMoved: true });
  setTimeout(drawEnabledKeys, TAP_DELAY + 20);
  const isDeep = history.state && history.state.deep;
  if (isBackHandled() && !isDeep) history.pushState({ deep: true }, "");
  draw();
}

function drawEnabledKeys() {
  if (document.querySelector("#app [aria-disabled=true]")) draw();
}

export const isTapTooEarly = () => performance.now() < ui.acceptsTapsFrom;
export const isSubscreen = () => SUBSCREENS.includes(ui.screen);
const isBackHandled = () => isSubscreen() || (ui.screen === "pad" && isDraftBegun());

// Whether somebody has tapped or typed a part of the entry.
export function isDraftBegun() {
  const { draft } = ui;
  if (!draft) return false;
  const parts = [draft.level, draft.denomination, draft.declarer, draft.kind, draft.typed];
  return parts.some(Boolean) || draft.tricks !== undefined;
}
