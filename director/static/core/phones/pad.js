// The steps of entering a board: contract and declarer, the lead if the club asks for it, tricks,
// honours at auction bridge, and the check before the entry is sent.
import { getScale, listHonours } from "./auction.js";
import { describeBoard } from "./boards.js";
import {
  DENOMINATIONS,
  DOUBLED,
  RANKS,
  RANK_NAMES,
  SEATS,
  SIDES,
  SUIT_NAMES,
  describeSuit,
  formatOvertricks,
  formatTricks,
} from "./bridge.js";
import { renderChangeKeys } from "./change_keys.js";
import {
  NOT_PLAYED_REASONS,
  applyTap,
  applyTyped,
  findStep,
  getDraftLead,
  getSendLabel,
  goBack,
  isDraftUnchanged,
  leavePad,
  makeDraftEntry,
  openPad,
  sendDraft,
  skipLead,
} from "./draft.js";
import {
  createBox,
  createElement,
  createForm,
  createGroup,
  createKey,
  createNote,
  createPrimaryKey,
  createQuestion,
  createSentence,
  createSpokenText,
  createText,
  createWideKey,
} from "./elements.js";
import {
  formatRank,
  renderDoubling,
  renderEntryOnBoard,
  renderStoredResult,
  renderSuit,
} from "./results.js";
import { findBoard, findRound, findSeats, isEntered, listBoards } from "./rounds.js";
import { formatPair } from "./seating.js";
import { canConfirmHere, getGame, getSettings } from "./state.js";
import { draw, isDraftBegun, ui } from "./ui.js";

const STEP_TITLES = {
  contract: "",
  lead: ": lead",
  tricks: ": result",
  honours: ": honours",
  check: ": check",
};
const STEP_RENDERERS = {
  contract: renderContractStep,
  lead: renderLeadStep,
  tricks: renderTricksStep,
  honours: renderHonoursStep,
  check: renderCheckStep,
};

export function makePadPage() {
  const { draft, step } = ui;
  const board = findBoard(draft.round, draft.board);
  const isEnteredElsewhere = board.state !== "empty" && !draft.isChange;
  // At whist the tricks are the only step.
  const isOnlyStep = getGame() === "whist" && step === "tricks";
  return {
    title: `Board ${draft.board}${isOnlyStep ? "" : STEP_TITLES[step]}`,
    about: describeBoard(board),
    back: goBack,
    main: [
      board.outside
        ? createNote("warn", createText("b", "! Not in this round. "), "The director decides.")
        : null,
      board.later ? renderRoundNote(draft.round) : null,
      isEnteredElsewhere ? renderEnteredNote(board) : null,
      STEP_RENDERERS[step](),
    ],
    primary: step === "check" ? renderSendKey() : null,
  };
}

function renderRoundNote(round) {
  const { labels } = findRound(round);
  const pairs = `${formatPair("ns", labels)} against ${formatPair("ew", labels)}`;
  return createNote("", `From round ${round}: ${pairs}.`);
}

const renderEnteredNote = ({ result, score }) =>
  createNote(
    "warn",
    "This board was entered on another phone: ",
    renderStoredResult({ result, score }),
    ".",
  );

// The foot of the page, where this key is, never holds a key of the steps. So a quick second tap
// can't send the entry.
const renderSendKey = () =>
  createPrimaryKey("agree", getSendLabel(), sendDraft, {
    "aria-disabled": String(isDraftUnchanged()),
  });

const createPadKey = (id, label, parts, { name = null, isChosen }) =>
  createKey(id, label, () => applyTap(parts), {
    "aria-label": name,
    "aria-pressed": String(isChosen),
  });

function renderContractStep() {
  const auctionExample = () => `3HS+1 NS${listHonours("H")[0]}, +221, PASS`;
  return [
    renderOtherBoardKeys(),
    renderLevelKeys(),
    renderDenominationKeys(),
    renderDeclarerKeys(),
    renderDoublingKeys(),
    createGroup(
      "No contract",
      "pad three",
      createKey("passed", "Passed out", () => applyTap({ kind: "passed" })),
      renderNotPlayedKeys(),
    ),
    findStep(ui.draft) === "contract" ? null : createWideKey("on", "Next", () => applyTap({})),
    renderTypeBox(getScale() ? auctionExample() : "4SS=, 3NTXE-2, PASS"),
  ];
}

// Keys of the other boards that the table could be playing, while nothing is tapped.
function renderOtherBoardKeys() {
  const { draft } = ui;
  if (getSettings().order !== "free" || draft.isChange) return null;
  const openBoards = listBoards(draft.round).filter((board) => !isEntered(board));
  const otherBoards = openBoards.filter(({ board }) => board !== draft.board);
  if (!otherBoards.length) return null;
  const keys = otherBoards.map(({ board }) =>
    createKey(`to-${board}`, board, () => openPad(draft.round, board), {
      class: "quiet",
      disabled: isDraftBegun(),
      "aria-label": `Board ${board}`,
    }),
  );
  return createGroup("Another board", "others", createText("span", "or board"), keys);
}

function renderLevelKeys() {
  const keys = [1, 2, 3, 4, 5, 6, 7].map((level) =>
    createPadKey(
      `level-${level}`,
      level,
      { level, kind: "" },
      { name: `Level ${level}`, isChosen: ui.draft.level === level },
    ),
  );
  return createGroup("Level", "pad levels", keys);
}

function renderDenominationKeys() {
  const keys = DENOMINATIONS.map((denomination) =>
    createPadKey(
      `denomination-${denomination}`,
      renderSuit(denomination),
      { denomination, kind: "" },
      { name: SUIT_NAMES[denomination], isChosen: ui.draft.denomination === denomination },
    ),
  );
  return createGroup("Suit", "pad five", keys);
}

function renderDeclarerKeys() {
  const names = findSeats(ui.draft.round) || {};
  const keys = Object.keys(SEATS).map((seat) => {
    const name = names[seat] ? createText("span", names[seat]) : "";
    const label = [createText("b", SEATS[seat]), name];
    return createKey(`declarer-${seat}`, label, () => applyTap({ declarer: seat, kind: "" }), {
      class: `at-${seat}`,
      "aria-pressed": String(ui.draft.declarer === seat),
    });
  });
  return createGroup("Declarer", "pad declarer", keys);
}

// A tap on doubling doesn't show the next step: the contract may be complete before it.
function renderDoublingKeys() {
  const choices = [
    { sign: "–", name: "Not doubled" },
    { sign: "×", name: "Doubled" },
    { sign: "××", name: "Redoubled" },
  ];
  const keys = choices.map(({ sign, name }, doubled) =>
    createKey(`doubled-${doubled}`, sign, () => applyTap({ doubled }, false), {
      "aria-label": name,
      "aria-pressed": String(ui.draft.doubled === doubled),
    }),
  );
  return createGroup("Doubling", "pad three", keys);
}

function renderNotPlayedKeys() {
  const canPlayLater = !ui.draft.isChange && !ui.draft.isOutside;
  return [
    createKey("not-played", "Not played", () => applyTap({ kind: "not-played" })),
    canPlayLater ? createKey("later", "Play later", () => applyTap({ kind: "later" })) : null,
  ];
}

function renderTypeBox(example) {
  const attributes = {
    id: "typed",
    name: "typed",
    autocapitalize: "characters",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-describedby": "typed-help typed-error",
    "aria-invalid": ui.error ? "true" : null,
  };
  const box = createBox(attributes, ui.draft.typed, (typed) => {
    ui.draft.typed = typed;
  });
  const submit = () => box.value.trim() && applyTyped(box.value);
  const help = createText("small", example, { id: "typed-help" });
  const button = createElement("button", { class: "quiet" }, "OK");
  const errorClass = ui.error ? "say bad" : "";
  return createForm(
    submit,
    createElement("label", { for: "typed" }, "Or type it ", help),
    createElement("div", { class: "beside" }, box, button),
    createText("p", ui.error, { id: "typed-error", class: errorClass, role: "alert" }),
  );
}

function renderLeadStep() {
  const suitKeys = ["C", "D", "H", "S"].map((suit) =>
    createKey(`lead-${suit}`, renderSuit(suit), () => applyLeadPart({ suit }), {
      "aria-label": SUIT_NAMES[suit],
      "aria-pressed": String(ui.leadParts.suit === suit),
    }),
  );
  const rankKeys = RANKS.map((rank) =>
    createKey(`rank-${rank}`, formatRank(rank), () => applyLeadPart({ rank }), {
      "aria-label": RANK_NAMES[rank] || rank,
      "aria-pressed": String(ui.leadParts.rank === rank),
    }),
  );
  return [
    createQuestion(renderDraftContract(), `. Which card did ${getLeader()} lead?`),
    createGroup("Suit of the lead", "pad four", suitKeys),
    createGroup("Card of the lead", "pad five", rankKeys),
    createWideKey("skip", "Skip lead", skipLead),
  ];
}

function applyLeadPart(part) {
  Object.assign(ui.leadParts, part);
  const { suit, rank } = ui.leadParts;
  if (suit && rank) applyTap({ lead: suit + rank });
  else draw();
}

// The player on the declarer's left leads.
const getLeader = () => SEATS["NESW"["NESW".indexOf(ui.draft.declarer) + 1] || "N"];

// Return “4♠ × by South”.
function renderDraftContract() {
  const { level, denomination, doubled, declarer } = ui.draft;
  const spokenText = `${level} ${describeSuit(ui.draft)} ${DOUBLED[doubled]} by ${SEATS[declarer]}`;
  const contract = [level, renderSuit(denomination), renderDoubling(doubled)];
  return createSpokenText(spokenText, createElement("b", {}, contract), ` by ${SEATS[declarer]}`);
}

function renderTricksStep() {
  if (getGame() === "whist") return renderWhistTricksStep();
  const wantedTricks = ui.draft.level + 6;
  const totals = Array.from({ length: 14 }, (_, total) => total);
  // The nearest to the contract come first in both groups.
  const madeKeys = totals.slice(wantedTricks).map(createTricksKey);
  const downKeys = totals.slice(0, wantedTricks).reverse().map(createTricksKey);
  const hint = getSettings().result === "total" ? ": tricks in all" : "";
  return [
    createQuestion(renderDraftContract(), hint),
    createGroup("Made", "pad five made-keys", createText("h2", "✓ Made"), madeKeys),
    createGroup("Down", "pad five down-keys", createText("h2", "− Down"), downKeys),
    renderDoublingKeys(),
  ];
}

function createTricksKey(total) {
  const overtricks = total - ui.draft.level - 6;
  let spokenText = "just made";
  if (overtricks < 0) spokenText = `${-overtricks} down`;
  else if (overtricks > 0) spokenText = `${overtricks} over`;
  const difference = formatOvertricks(overtricks);
  const isTotalFirst = getSettings().result === "total";
  const label = [
    createText("b", isTotalFirst ? total : difference),
    createText("small", isTotalFirst ? difference : total),
  ];
  return createPadKey(
    `tricks-${total}`,
    label,
    { tricks: total },
    { name: `${spokenText}, ${formatTricks(total)}`, isChosen: ui.draft.tricks === total },
  );
}

function renderWhistTricksStep() {
  const keys = Array.from({ length: 14 }, (_, tricks) =>
    createPadKey(
      `tricks-${tricks}`,
      [createText("b", tricks), createText("small", 13 - tricks)],
      { tricks, kind: "" },
      {
        name: `N-S ${formatTricks(tricks)}, E-W ${13 - tricks}`,
        isChosen: ui.draft.tricks === tricks,
      },
    ),
  );
  return [
    createQuestion(
      "How many tricks did ",
      createText("b", "N-S"),
      " win? E-W tricks are below.",
    ),
    createGroup("Tricks of N-S", "pad five", keys),
    createGroup("No tricks", "pad two", renderNotPlayedKeys()),
    renderTypeBox("8 or 8-5"),
  ];
}

function renderHonoursStep() {
  const isWithoutHonours = ui.draft.honours === 0;
  return [
    createQuestion(renderDraftContract(), ". Who held honours?"),
    createWideKey("honours-none", "No honours", () => applyTap({ honours: 0, holder: "ns" }), {
      "aria-pressed": String(isWithoutHonours),
    }),
    Object.keys(SIDES).map(renderHonoursKeys),
  ];
}

function renderHonoursKeys(side) {
  const { denomination, honours, holder } = ui.draft;
  const keys = listHonours(denomination).map((points) =>
    createPadKey(
      `honours-${side}-${points}`,
      points,
      { honours: points, holder: side },
      { name: `${SIDES[side]} ${points}`, isChosen: honours === points && holder === side },
    ),
  );
  const heading = createText("h2", SIDES[side]);
  return createGroup(`Honours of ${SIDES[side]}`, "pad three", heading, keys);
}

function renderCheckStep() {
  const { draft } = ui;
  const { round, board, isChange } = draft;
  const entry = makeDraftEntry(draft);
  const lead = getDraftLead(draft);
  const { vulnerable } = findBoard(round, board);
  return [
    createSentence(
      createText("span", `Board ${board}: `),
      renderEntryOnBoard(entry, lead, { round, vulnerable }),
    ),
    entry.kind === "not-played" ? renderReasonKeys(entry.reason) : null,
    isChange ? renderChangeNote() : null,
    canConfirmHere() ? createQuestion("Opponents: is this right?") : null,
    renderChangeKeys(round, board, { entry, lead, isChange }),
    isChange
      ? createWideKey("cancel", "Cancel", leavePad)
      : createWideKey("cancel", "Start again", () => openPad(round, board)),
  ];
}

function renderChangeNote() {
  const text = isDraftUnchanged()
    ? "Nothing has changed yet. Tap what was wrong."
    : "This replaces the earlier result.";
  return createNote("warn", text);
}

function renderReasonKeys(chosenReason) {
  const keys = NOT_PLAYED_REASONS.map((reason) =>
    createKey(`why-${reason[0]}`, reason, () => applyTap({ reason }, false), {
      "aria-pressed": String(chosenReason === reason),
    }),
  );
  return createGroup("Why not", "pad three", keys);
}
