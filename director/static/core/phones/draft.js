// The entry that somebody is making on this phone: its parts, its steps, and sending it.
//
// A draft has the fields of an entry as far as they are known, and these:
// - `round`, `board`, `ns`, `ew`: what the entry is about
// - `lead`: two characters, "skip", or "" before somebody has tapped one
// - `typed`: the text of the box, while it isn't read yet
// - `isChange`: whether the entry replaces a result; `originalText` is that result with its lead
// - `editedPart`: the step that was opened alone, to change one part
// - `isOutside`: whether the board isn't scheduled at this table in this round
import { getScale, listHonours } from "./auction.js";
import { SIDES, getOtherSide } from "./bridge.js";
import { formatEntry, makeEntryBody, parseEntry } from "./entries.js";
import { findBoard, findRound } from "./rounds.js";
import {
  canConfirmHere,
  getBegunRound,
  getGame,
  getOwnSide,
  getSettings,
  isPhoneOfOneSide,
  queue,
  storeBegunRound,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { draw, showHome, showScreen, ui } from "./ui.js";

export const NOT_PLAYED_REASONS = ["no time", "wrong board", "cards mixed up"];
const SKIPPED_LEAD = "skip";
const KINDS_WITHOUT_CONTRACT = ["passed", "not-played", "later", "score"];

export const isLeadAsked = () => getSettings().lead === "asked";

// Begin an entry. `entry` and `lead` are those that it changes or corrects; `part` is the only step
// to show.
export function openPad(
  round,
  number,
  {
    entry = null,
    lead = "",
    isChange = false,
    part = "",
    isOutside = isOutsideBoard(round, number),
  } = {},
) {
  const { ns, ew } = findRound(round);
  const isEntryKnown = entry && entry.kind !== "other";
  const isLeadSkipped = !lead && entry && entry.kind === "played";
  ui.draft = {
    round,
    ns,
    ew,
    board: number,
    doubled: 0,
    typed: "",
    originalText: entry ? formatEntry(entry) + lead : "",
    ...(isEntryKnown ? entry : {}),
    lead: isLeadSkipped ? SKIPPED_LEAD : lead,
    isChange,
    editedPart: part,
    isOutside,
  };
  storeDraft();
  ui.error = "";
  showScreen("pad", { step: part || findStep(ui.draft) });
}

function isOutsideBoard(round, number) {
  const board = findBoard(round, number);
  return Boolean(board && board.outside);
}

// A reload of the page doesn't lose the draft.
function storeDraft() {
  if (ui.draft) storage.store("draft", ui.draft);
  else storage.remove("draft");
}

export function dropDraft() {
  ui.draft = null;
  storeDraft();
}

// Whether the same pairs still play the board of the draft here in the same round.
export function isStillPlayed({ round, ns, ew, board }) {
  const plannedRound = findRound(round);
  const isSameRound = plannedRound.round === round;
  const isSamePairs = plannedRound.ns === ns && plannedRound.ew === ew;
  return isSameRound && isSamePairs && Boolean(findBoard(round, board));
}

const hasNoContract = (draft) => KINDS_WITHOUT_CONTRACT.includes(draft.kind);

// Return the first step of which the draft lacks something.
export function findStep(draft) {
  if (hasNoContract(draft)) return "check";
  if (getGame() === "whist") return draft.tricks === undefined ? "tricks" : "check";
  if (!draft.level || !draft.denomination || !draft.declarer) return "contract";
  if (isLeadAsked() && !draft.lead) return "lead";
  if (draft.tricks === undefined) return "tricks";
  return getScale() && draft.honours === undefined ? "honours" : "check";
}

function listSteps() {
  if (getGame() === "whist") return ["tricks"];
  const steps = ["contract"];
  if (isLeadAsked()) steps.push("lead");
  steps.push("tricks");
  if (getScale()) steps.push("honours");
  return steps;
}

// Return the complete draft as an entry.
export function makeDraftEntry(draft) {
  if (draft.kind === "passed" || draft.kind === "later") return { kind: draft.kind };
  if (draft.kind === "not-played") {
    return { kind: "not-played", reason: draft.reason || NOT_PLAYED_REASONS[0] };
  }
  if (getGame() === "whist") return { kind: "tricks", tricks: draft.tricks };
  const { level, denomination, doubled, declarer, tricks, honours, holder } = draft;
  if (draft.kind === "score") {
    return { kind: "score", score: draft.score, declarer, honours, holder };
  }
  const contract = { kind: "played", level, denomination, doubled, declarer, tricks };
  return getScale() ? { ...contract, honours, holder } : contract;
}

export function getDraftLead(draft) {
  const isPlayed = makeDraftEntry(draft).kind === "played";
  return isPlayed && draft.lead !== SKIPPED_LEAD ? draft.lead : "";
}

export const skipLead = () => applyTap({ lead: SKIPPED_LEAD });

// Set parts of the draft by a tap. Show the next step once this one is complete, unless somebody
// may want to tap more on it.
export function applyTap(parts, isNextShown = true) {
  Object.assign(ui.draft, parts, { typed: "" });
  if (getScale()) clearImpossibleHonours(ui.draft);
  ui.error = "";
  const step = isNextShown ? findStep(ui.draft) : ui.step;
  if (step === "check" && isNextShown) ui.draft.editedPart = "";
  storeDraft();
  if (step === ui.step) draw();
  else showScreen("pad", { step });
}

// Honours of the previous denomination may be impossible in the new one.
function clearImpossibleHonours(draft) {
  const { honours, denomination } = draft;
  if (!honours || !denomination) return;
  if (!listHonours(denomination).includes(honours)) delete draft.honours;
}

export function applyTyped(typedText) {
  const { entry, lead, error } = parseEntry(typedText, getGame());
  ui.draft.typed = typedText;
  ui.error = error || "";
  if (error) draw();
  else applyTap({ kind: "", lead: lead || ui.draft.lead, ...entry });
}

export function isDraftUnchanged() {
  const { draft } = ui;
  const text = formatEntry(makeDraftEntry(draft)) + getDraftLead(draft);
  return draft.isChange && draft.originalText === text;
}

// Return the label of the key that sends an entry: where it goes, or that it settles the board.
export function getSendLabel() {
  if (canConfirmHere()) return "Confirm";
  return isPhoneOfOneSide() ? `Send to ${SIDES[getOtherSide(getOwnSide())]}` : "Send";
}

export function sendDraft() {
  const { draft } = ui;
  const { round, board, ns, ew } = draft;
  const entryBody = makeEntryBody(makeDraftEntry(draft), getDraftLead(draft));
  /** @type {Record<string, any>} */
  const body = { board, ns, ew, ...entryBody };
  if (canConfirmHere()) body.confirm = true;
  if (draft.isChange) body.change = true;
  if (draft.isOutside) body.outside = true;
  if (getOwnSide()) body.side = getOwnSide();
  removeRefusedItems(round, board);
  storeBegunRound(Math.max(getBegunRound(), round)); // the board may be of an earlier round
  queue.add("results", body, draft);
  dropDraft();
  // Otherwise the table goes on with its next board.
  const isBoardShown =
    isPhoneOfOneSide() ||
    draft.isChange ||
    round !== table.state.round ||
    getSettings().others === "board";
  if (isBoardShown) showScreen("board", { round, board });
  else showHome();
}

// The new entry of a board replaces those that the program has refused.
function removeRefusedItems(round, board) {
  for (const item of queue.all) {
    const isOfBoard = item.round === round && item.board === board;
    if (item.refused && isOfBoard) storage.remove(item.name);
  }
}

// Show the step before, or where the entry began.
export function goBack() {
  const { draft } = ui;
  if (draft.isChange) return leavePad();
  if (draft.editedPart) {
    draft.editedPart = "";
    return showScreen("pad", { step: findStep(draft) });
  }
  const steps = listSteps();
  const index = ui.step === "check" ? steps.length : steps.indexOf(ui.step);
  if (index <= 0) return showScreen("round");
  if (hasNoContract(draft)) return openPad(draft.round, draft.board);
  return showScreen("pad", { step: steps[index - 1] });
}

export function leavePad() {
  const { round, board } = ui.draft;
  dropDraft();
  showScreen("board", { round, board });
}
