// The screens of a table beside the pad, from the choice of the side to the end of the night, and
// the list of all screens.
//
// A page is {title, about, back, main, primary}: its heading, what Back does, its content, and the
// key at its foot.
import {
  describeBoard,
  listPlayedBoards,
  renderBoards,
  renderLaterBoards,
} from "./boards.js";
import { SIDES } from "./bridge.js";
import { makeCallPage } from "./calls.js";
import { renderCorrectKeys } from "./change_keys.js";
import { renderColoursKey } from "./colours.js";
import { makeDecision } from "./decisions.js";
import { openPad } from "./draft.js";
import {
  createElement,
  createKey,
  createNote,
  createPrimaryKey,
  createSentence,
  createText,
  createWideKey,
} from "./elements.js";
import { renderMatch } from "./match_result.js";
import { makeMovePage, renderMoveKey } from "./moved.js";
import { canNameSeats, makeNamesPage } from "./names.js";
import { renderOtherResults } from "./other_tables.js";
import { makeWrongBoardPage, renderOutsideBoards, renderWrongBoardKey } from "./outside.js";
import { makePadPage } from "./pad.js";
import { makeGonePage, makeShutPage } from "./phones.js";
import {
  findMergedBoard,
  findRound,
  hasEnteredBoards,
  listLaterRounds,
  listOpenBoards,
} from "./rounds.js";
import {
  ENTRANT_NAMES,
  formatPair,
  getSeatName,
  renderCompass,
  renderNextSeats,
} from "./seating.js";
import {
  getBegunRound,
  getChosenSide,
  getSettings,
  isOnPaper,
  isPhoneOfOneSide,
  queue,
  storeBegunRound,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { makeDirectionPage, renderDirectionKey } from "./turned.js";
import { showHome, showScreen, ui } from "./ui.js";
import { makeWrongTablePage } from "./wrong_table.js";

export const PAGES = {
  side: makeSidePage,
  names: makeNamesPage,
  round: makeRoundPage,
  notUs: makeWrongTablePage,
  wrongBoard: makeWrongBoardPage,
  pad: makePadPage,
  board: makeBoardPage,
  move: makeMovePage,
  turned: makeDirectionPage,
  left: makeRoundEndPage,
  sit: makeSitOutPage,
  unused: makeUnusedPage,
  end: makeEndPage,
  call: makeCallPage,
  gone: makeGonePage,
  shut: makeShutPage,
};

// Return the event, with the section if there are several.
function formatEvent() {
  const { only_section: isOnlySection, event, section } = table.state;
  return isOnlySection ? event : `Section ${section} · ${event}`;
}

function makeSidePage() {
  const choose = (side) => () => {
    storage.store("side", side);
    showHome();
  };
  const sideKeys = Object.keys(SIDES).map((side) =>
    createWideKey(`side-${side}`, renderSideLabel(side), choose(side), {
      class: "wide quiet side",
    }),
  );
  return {
    title: "Whose phone is this?",
    main: [
      createText("p", "Each side uses its own phone here."),
      sideKeys,
      createWideKey("side-both", "Both sides use it", choose("both")),
    ],
  };
}

function renderSideLabel(side) {
  const players = [...side.toUpperCase()].map(getSeatName).filter(Boolean);
  const names = players.join(" – ") || table.state.labels[side];
  return [createText("b", SIDES[side]), createText("span", names)];
}

function makeRoundPage() {
  const { state } = table;
  const isBegun = hasEnteredBoards() || getBegunRound() >= state.round;
  const paperNote = `Table ${state.table} uses paper. Write the results on the slip.`;
  return {
    title: state.rounds ? `Round ${state.round} of ${state.rounds}` : "Please wait",
    about: formatEvent(),
    main: [
      isOnPaper() ? createNote("", paperNote) : null,
      state.switched
        ? createNote("warn", createText("b", "Arrow-switch."), " Sit as shown here.")
        : null,
      renderCompass(),
      state.ns ? renderPairs() : null,
      canNameSeats()
        ? createKey("to-names", "Enter names", () => showScreen("names"), { class: "wide" })
        : null,
      createKey("not-us", "Not our table", () => showScreen("notUs"), { class: "small" }),
      state.boards.length
        ? createText("h2", "Boards")
        : createText("p", "No boards to play yet."),
      renderBoards(state.round, !isOnPaper()),
      renderLaterBoards(),
      renderOutsideBoards(),
      renderWrongBoardKey(),
      isBegun ? renderDirectionKey(state) : null,
      renderPreviousRoundKey(),
      isPhoneOfOneSide() || getChosenSide() ? renderSideKey() : null,
      renderColoursKey(),
    ],
    primary: renderBeginKey(isBegun),
  };
}

function renderPairs() {
  const { called, labels } = table.state;
  const pairs = Object.keys(SIDES).map((side) =>
    createText("span", `${ENTRANT_NAMES[called]} ${formatPair(side, labels)}`),
  );
  return createElement("p", { class: "pairs" }, pairs);
}

function renderPreviousRoundKey() {
  const { left } = table.state;
  if (!left) return null;
  return createWideKey("to-left", `Check round ${left.round}`, () =>
    showScreen("left", { round: left.round }),
  );
}

function renderSideKey() {
  const side = SIDES[getChosenSide()] || "both sides";
  return createWideKey("to-side", `This phone: ${side}`, () => showScreen("side"));
}

function renderBeginKey(isBegun) {
  const { round } = table.state;
  const [firstBoard] = listOpenBoards();
  if (!firstBoard || isOnPaper()) return null;
  const verb = isBegun ? "Enter" : "Start";
  return createPrimaryKey("begin", `${verb} board ${firstBoard.board}`, () => {
    storeBegunRound(round);
    showHome();
  });
}

function makeBoardPage() {
  const board = findMergedBoard(ui.round, ui.board);
  const isCurrentRound = ui.round === table.state.round;
  const decision = makeDecision(board);
  return {
    title: `Board ${board.board}`,
    about: describeBoard(board),
    back: isCurrentRound ? () => showScreen("round") : showRoundOfBoard,
    main: [
      decision.main,
      decision.isSettled ? renderCorrectKeys(board) : null,
      renderMoveKey(board),
      renderOtherResults(board),
    ],
    primary: decision.primary || renderOnwardKey(),
  };
}

const isLaterRound = () => listLaterRounds().some(({ round }) => round === ui.round);

function showRoundOfBoard() {
  if (isLaterRound()) showHome();
  else showScreen("left", { round: ui.round });
}

// Return the key with which the table goes on after a board.
function renderOnwardKey() {
  const { state } = table;
  const [nextBoard] = ui.round === state.round ? listOpenBoards() : [];
  if (isLaterRound()) return createPrimaryKey("next", "Continue", showHome);
  if (nextBoard) {
    const open = () => openPad(ui.round, nextBoard.board);
    return createPrimaryKey("next", `Next: board ${nextBoard.board}`, open);
  }
  if (state.over) return createPrimaryKey("next", "Continue", showHome);
  return createPrimaryKey("next", "Finish round", showRoundOfBoard);
}

function makeRoundEndPage() {
  const { state } = table;
  const round = findRound(ui.round);
  const hasNextRound = state.round > ui.round;
  const nextSeats = renderNextSeats(round);
  const unsentCount = queue.waiting.length;
  const unsentNote = `Waiting to send (${unsentCount}). Results are sent when the network is back.`;
  const showNextRound = () => showScreen(state.sit_out ? "sit" : "round");
  return {
    title: `Round ${ui.round} is over`,
    main: [
      nextSeats ? renderNextTable(nextSeats) : null,
      !hasNextRound && unsentCount ? createNote("warn", unsentNote) : null,
      renderMatch(round),
      listPlayedBoards(round).length ? renderBoardsToCorrect(round) : null,
      renderDirectionKey(round),
      renderLaterBoards(),
    ],
    primary: hasNextRound
      ? createPrimaryKey("onward", `Go to round ${state.round}`, showNextRound)
      : null,
  };
}

function renderNextTable(nextSeats) {
  const advice = "Keep this page open until everyone has read it.";
  return [createText("h2", "Next table"), nextSeats, createText("p", advice, { class: "muted" })];
}

function renderBoardsToCorrect(round) {
  // A table that has seen other results can't change its own by itself.
  const hasSeenOthers = round.boards.some(({ shown }) => shown);
  const rule = hasSeenOthers ? "The director decides." : "Opponents must confirm.";
  return [
    createText("h2", "Boards of this round"),
    renderBoards(round.round),
    createText("p", `Tap a board to correct it. ${rule}`, { class: "muted" }),
  ];
}

function makeSitOutPage() {
  const { round, rounds, sit_out: sitOut } = table.state;
  return {
    title: `Round ${round} of ${rounds}`,
    main: [createSentence(sitOut), renderLaterBoards(), renderPreviousRoundKey()],
  };
}

function makeUnusedPage() {
  const text =
    `The movement doesn’t use table ${table.state.table}. ` +
    "Check your guide card, or call the director.";
  return {
    title: "Nobody plays at this table",
    about: formatEvent(),
    main: createText("p", text),
  };
}

function makeEndPage() {
  const { round, to_draw: roundToDraw, closed, standings } = table.state;
  const isDone = !queue.all.length && !closed && !roundToDraw;
  const hasBoards = listPlayedBoards(table.state).length > 0;
  let title = "All rounds are played";
  if (closed) title = "Entry is closed";
  else if (roundToDraw) title = `Round ${round} is over`;
  const boardsTitle = closed ? `Boards of round ${round}` : "Boards of the last round";
  return {
    title,
    main: [
      renderSentNote(),
      standings ? createElement("a", { href: standings, class: "wide quiet" }, "Standings") : null,
      isDone && getSettings().ranking && !standings
        ? createText("p", "The standings appear here once the director publishes them.")
        : null,
      renderLaterBoards(),
      renderMatch(table.state),
      hasBoards ? [createText("h2", boardsTitle), renderBoards(round)] : null,
      isDone && hasBoards
        ? createText("p", "Tap a board to correct it. Then you can close this page.")
        : null,
    ],
  };
}

// Return whether all entries of this phone have reached the program.
function renderSentNote() {
  const { to_draw: roundToDraw, closed } = table.state;
  const unsentCount = queue.all.length;
  if (unsentCount) {
    const count = createText("b", `Waiting to send (${unsentCount}).`);
    return createNote("warn", count, " Keep this page open until everything is sent.");
  }
  if (closed) {
    return createNote(
      "warn",
      "The director has published or archived the results. " +
        "Ask the director if one of yours is missing.",
    );
  }
  const onward = roundToDraw
    ? `Round ${roundToDraw} appears here when it is drawn.`
    : "Thank you for playing.";
  return createNote("ok", createText("b", "✓ Everything is sent."), ` ${onward}`);
}
