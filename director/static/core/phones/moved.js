// An entry made for the wrong board: it is moved to the right one in one step, and the opponents
// agree.
"use strict";

const canMove = (board) =>
  isIn(board) &&
  !board.kept &&
  !board.refused &&
  !board.asked &&
  !isDirectors(board) &&
  Boolean(board.entry) &&
  board.entry.kind !== "other";

function moveKey(board) {
  const others =
    roundOf(board.round).boards.length > 1 &&
    !laterRounds().some(({ round }) => round === board.round);
  return others && canMove(board) && !isOnPaper()
    ? key(
        "to-move",
        "Move to another board",
        () => show("move", { round: board.round, board: board.board, to: 0 }),
        { class: "wide quiet" },
      )
    : null;
}

// What an entry is on a board, with the score it has there.
const entryOn = ({ entry, lead }, board) =>
  make(
    "p",
    { class: "sentence" },
    text("span", `Board ${board.board}: `),
    sentence(entry, {
      lead: leadHere(lead),
      score: scoreOf(entry, board.vulnerable),
      seats: seatsNow(board.round),
    }),
  );

function sendMove(source, target) {
  const { ns, ew } = roundOf(source.round);
  const body = { board: target.board, ns, ew, from: source.board, result: source.result };
  if (agreesHere()) body.confirm = true;
  if (mySide()) body.side = mySide();
  queue.add("results", body, target);
  show("board", { round: target.round, board: target.board });
}

PAGES.move = () => {
  const boards = boardsOf(ui.round);
  const source = boards.find((board) => board.board === ui.board);
  const target = boards.find((board) => board.board === ui.to);
  const title = "Which board was it?";
  if (!source || !canMove(source)) {
    return { title, back: home, main: text("p", "This board has changed. Check it again.") };
  }
  if (!target) {
    const choose = (board) => () => show("move", { to: board.board });
    const about = (board) =>
      make(
        "span",
        { class: "made" },
        isIn(board) ? ["swap with ", signs(board.entry)] : aboutBoard(board),
      );
    const row = (board) => [
      text("b", `Board ${board.board}`),
      about(board),
      isDirectors(board) ? text("span", "the director’s", { class: "stand" }) : "",
    ];
    return {
      title,
      about: `Entered for board ${source.board}`,
      back: () => show("board"),
      main: [
        entryOn(source, source),
        make(
          "ul",
          { class: "boards" },
          boards
            .filter((board) => board !== source)
            .map((board) =>
              make(
                "li",
                {},
                canMove(board) || !isIn(board)
                  ? key(`move-to-${board.board}`, row(board), choose(board), { class: "row" })
                  : make("div", { class: "row" }, row(board)),
              ),
            ),
        ),
      ],
    };
  }
  const label = sendLabel();
  return {
    title: `Move to board ${target.board}`,
    about: aboutBoard(target),
    back: () => show("move", { to: 0 }),
    main: [
      entryOn(source, target),
      isIn(target)
        ? [text("p", "The two results are swapped:"), entryOn(target, source)]
        : say("warn", `Board ${source.board} then has no result.`),
      agreesHere() ? text("p", "Opponents: is this right?", { class: "ask" }) : null,
    ],
    primary: key("agree", label, () => sendMove(source, target), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.aliveAt),
    }),
  };
};
