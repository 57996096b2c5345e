// The state of this table as the program sent it last, and the choices that are kept on this phone.
import { SIDES } from "./bridge.js";
import { Queue } from "./queue.js";
import { device, storage } from "./storage.js";
import { draw } from "./ui.js";

export const table = {
  state: JSON.parse(document.getElementById("state").textContent),
  tag: "", // of the last answer: the program answers 304 if nothing has changed
  clockLead: null, // milliseconds by which the program's clock is ahead of the phone's, if known
  failures: 0, // requests without an answer since the last one that was answered
  isGone: false, // whether the link no longer works
  shutReason: "", // why the director doesn't let this phone in
  requests: 0, // for the state; an answer counts only if no request or change has followed
  sentTimes: new Map(), // when this phone sent a result that waits, by round and board
};

// The service worker may have kept a page that is older than the last state. And the page of a
// phone that waits for the director holds no state, so the phone keeps the last one.
const lastState = storage.get("state");
const madeAt = Number(document.documentElement.dataset.made) * 1000;
if (lastState && (table.state.shut || lastState.at > madeAt)) table.state = lastState.state;
table.shutReason = table.state.shut || "";

export const storeState = () =>
  storage.store("state", { at: Date.now() + (table.clockLead || 0), state: table.state });

export const getGame = () => table.state.game;
export const getSettings = () => table.state.settings;
export const isOnPaper = () => getSettings().entry === "paper";

// "ns", "ew", "both", or "" before somebody has chosen.
export const getChosenSide = () => storage.get("side") || "";
// The only side that uses this phone, or "".
export const getOwnSide = () =>
  getSettings().confirm === "own" && SIDES[getChosenSide()] ? getChosenSide() : "";
export const isPhoneOfOneSide = () => getOwnSide() !== "";
// Whether the opponents confirm a result on this phone, before it is sent.
export const canConfirmHere = () =>
  getSettings().confirm === "same" || (getSettings().confirm === "own" && !isPhoneOfOneSide());

// The last round that was begun here, or 0. A table begins a round when it opens its first board.
export const getBegunRound = () => storage.get("opened") || 0;
export const storeBegunRound = (round) => storage.store("opened", round);

// The label by which the program tells the other phones of this one.
export const getOwnLabel = () => table.state.phone || storage.get("label") || device;
// Whether this phone, or another phone of its side, has sent `report`.
export const isOwnReport = (report) =>
  report.phone === getOwnLabel() || (isPhoneOfOneSide() && report.side === getOwnSide());

// Labels of phones of which somebody has said here that they belong to the table.
export const listKnownPhones = () => storage.get("phones") || [];
export const storeKnownPhones = (labels) =>
  storage.store("phones", [...new Set([...listKnownPhones(), ...labels])]);

// What is done with the program's answers is in answers.js, which is loaded after this file.
export const queue = new Queue({
  onChange: draw,
  onAnswer() {},
  onStored() {},
  getClockLead: () => table.clockLead || 0,
});
