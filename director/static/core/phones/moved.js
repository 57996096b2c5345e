// An entry made for the wrong board: it is moved to the right one in one step, and the opponents
// agree.
import { normaliseLead, scoreEntry } from "./bridge.js";
import { canConfirmHere, findSeats, getSendLabel } from "./pad.js";
import { PAGES } from "./pages.js";
import {
  createElement,
  createKey,
  createNote,
  createText,
  describeBoard,
  isSetByDirector,
  renderResult,
  renderShortResult,
} from "./parts.js";
import {
  findRound,
  getOwnSide,
  isEntered,
  isOnPaper,
  listBoards,
  listLaterRounds,
  queue,
} from "./state.js";
import { showHome, showScreen, ui } from "./table.js";

const canMove = (board) =>
  isEntered(board) &&
  !board.kept &&
  !board.refused &&
  !board.asked &&
  !isSetByDirector(board) &&
  Boolean(board.entry) &&
  board.entry.kind !== "other";

export function renderMoveKey(board) {
  const others =
    findRound(board.round).boards.length > 1 &&
    !listLaterRounds().some(({ round }) => round === board.round);
  return others && canMove(board) && !isOnPaper()
    ? createKey(
        "to-move",
        "Move to another board",
        () => showScreen("move", { round: board.round, board: board.board, to: 0 }),
        { class: "wide quiet" },
      )
    : null;
}

// What an entry is on a board, with the score it has there.
const renderEntryOn = ({ entry, lead }, board) =>
  createElement(
    "p",
    { class: "sentence" },
    createText("span", `Board ${board.board}: `),
    renderResult(entry, {
      lead: normaliseLead(lead),
      score: scoreEntry(entry, board.vulnerable),
      seats: findSeats(board.round),
    }),
  );

function sendMove(source, target) {
  const { ns, ew } = findRound(source.round);
  const body = { board: target.board, ns, ew, from: source.board, result: source.result };
  if (canConfirmHere()) body.confirm = true;
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, target);
  showScreen("board", { round: target.round, board: target.board });
}

PAGES.move = () => {
  const boards = listBoards(ui.round);
  const source = boards.find((board) => board.board === ui.board);
  const target = boards.find((board) => board.board === ui.to);
  const title = "Which board was it?";
  if (!source || !canMove(source)) {
    return {
      title,
      back: showHome,
      main: createText("p", "This board has changed. Check it again."),
    };
  }
  if (!target) {
    const choose = (board) => () => showScreen("move", { to: board.board });
    const about = (board) =>
      createElement(
        "span",
        { class: "made" },
        isEntered(board) ? ["swap with ", renderShortResult(board.entry)] : describeBoard(board),
      );
    const row = (board) => [
      createText("b", `Board ${board.board}`),
      about(board),
      isSetByDirector(board) ? createText("span", "the director’s", { class: "stand" }) : "",
    ];
    return {
      title,
      about: `Entered for board ${source.board}`,
      back: () => showScreen("board"),
      main: [
        renderEntryOn(source, source),
        createElement(
          "ul",
          { class: "boards" },
          boards
            .filter((board) => board !== source)
            .map((board) =>
              createElement(
                "li",
                {},
                canMove(board) || !isEntered(board)
                  ? createKey(`move-to-${board.board}`, row(board), choose(board), { class: "row" })
                  : createElement("div", { class: "row" }, row(board)),
              ),
            ),
        ),
      ],
    };
  }
  const label = getSendLabel();
  return {
    title: `Move to board ${target.board}`,
    about: describeBoard(target),
    back: () => showScreen("move", { to: 0 }),
    main: [
      renderEntryOn(source, target),
      isEntered(target)
        ? [createText("p", "The two results are swapped:"), renderEntryOn(target, source)]
        : createNote("warn", `Board ${source.board} then has no result.`),
      canConfirmHere() ? createText("p", "Opponents: is this right?", { class: "ask" }) : null,
    ],
    primary: createKey("agree", label, () => sendMove(source, target), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.acceptsTapsFrom),
    }),
  };
};
