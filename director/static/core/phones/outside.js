// A board that is not of this round, played all the same: it is entered, and the director keeps or
// cancels it.
"use strict";

const VULNERABLE = ["none", "ns", "ew", "all"];

// A board that nobody told this phone of, by its number.
function bareBoard(number) {
  const at = number - 1;
  return {
    board: number,
    state: "empty",
    result: "",
    score: null,
    lead: "",
    entered: "",
    asked: null,
    phone: "",
    side: "",
    dealer: "NESW"[at % 4],
    vulnerable: VULNERABLE[(at + Math.floor(at / 4)) % 4],
    outside: true,
  };
}

// What was said of boards outside a round: by the program, and here.
function outsideOf(round) {
  const told = (table.state.outside || [])
    .filter((board) => board.round === round)
    .map((board) => ({ ...board, pairs: [board.ns, board.ew] }));
  const own = keeping.get("outside");
  return own && own.round === round && !told.some((board) => board.board === own.board)
    ? [...told, bareBoard(own.board)]
    : told;
}

// What the program took in of a board outside the round, until it is asked again.
function storedOutside({ round, board, body }, answer) {
  const others = (table.state.outside || []).filter((other) => other.board !== board);
  const { ns, ew } = roundOf(round);
  const asked = {
    result: answer.result,
    score: answer.score,
    lead: body.lead || "",
    phone: myPhone(),
    side: mySide(),
  };
  keeping.drop("outside");
  table.state.outside = body.outside
    ? [...others, { ...bareBoard(board), round, ns, ew, asked, agreed: Boolean(body.confirm) }]
    : others;
}

// The boards outside the rounds shown, each a key to its page.
function outsideBoards() {
  const boards = knownRounds()
    .flatMap(({ round }) => outsideHere(round))
    .filter((board) => board.asked || board.kept || board.refused);
  if (!boards.length) return null;
  const row = (board) => {
    const { sign, word, tone } = standOf(board);
    const inside = [
      text("b", `Board ${board.board}`),
      make("span", { class: "made" }, signs(outsideEntry(board))),
      make("span", { class: `stand ${tone}` }, `${sign} ${word}`),
    ];
    return make(
      "li",
      {},
      key(
        `outside-${board.board}`,
        inside,
        () => show("board", { round: board.round, board: board.board }),
        { class: "row" },
      ),
    );
  };
  return [text("h2", "Not in this round"), make("ul", { class: "boards" }, boards.map(row))];
}

const outsideEntry = (board) =>
  board.kept ? board.entry : storedEntry(board.asked ? board.asked.result : "", game());

// What is decided about a board outside the round.
function decideOutside(board, about) {
  const value = board.asked;
  const isMine = value.phone === myPhone() || (isOwnPhone() && value.side === mySide());
  const stands = make("p", { class: "sentence" }, about(value));
  const directors = say(
    "warn",
    text("b", "! Not in this round. "),
    "The director decides. Play on with your own boards.",
  );
  const not = key("not-played-here", "We didn’t play it", () => answerOutside(board, false), {
    class: "wide quiet",
  });
  if (board.agreed || isMine) return { main: [stands, directors, not] };
  return {
    main: [
      text(
        "p",
        `${SIDES[value.side] || "This table"} say you played this board ` +
          "from another round or table:",
        { class: "ask" },
      ),
      stands,
      text("p", "Did you play it?", { class: "ask" }),
      not,
    ],
    primary: key("agree", "We played it", () => answerOutside(board, true), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.aliveAt),
    }),
  };
}

function answerOutside(board, played) {
  const body = {
    board: board.board,
    pairs: board.pairs,
    confirm: true,
    outside: played,
    result: board.asked.result,
  };
  if (mySide()) body.side = mySide();
  queue.add("results", body, board);
  keeping.drop("outside");
  noteNext(
    played ? `Board ${board.board}: the director decides.` : `Board ${board.board}: removed.`,
  );
  show("round");
}

const otherKey = () =>
  isOnPaper() || !table.state.ns
    ? null
    : key("to-other", "Wrong board on the table", () => show("other", { number: 0 }), {
        class: "wide quiet",
      });

PAGES.other = () => {
  const { round, boards } = table.state;
  const box = make("input", {
    id: "other-board",
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: "3",
    pattern: "[0-9]*",
  });
  box.value = ui.number || "";
  const form = make(
    "form",
    { class: "type" },
    make("label", { for: "other-board" }, "Board number"),
    make("div", { class: "beside" }, box, make("button", { class: "quiet" }, "OK")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = Number(box.value);
    if (!Number.isInteger(number) || number < 1) return;
    if (boards.some((board) => board.board === number)) openBoard(round, number);
    else show("other", { number });
  });
  const open = openBoards();
  const enter = () => {
    keeping.put("outside", { round, board: ui.number });
    openPad(round, ui.number, { outside: true });
  };
  return {
    title: "Wrong board",
    back: () => show("round"),
    main: [
      form,
      ui.number
        ? say(
            "bad",
            text("b", `! Board ${ui.number} isn’t played here this round. `),
            open.length
              ? `Still to play: ${open.map((board) => board.board).join(", ")}.`
              : "All boards of this round have been entered.",
            " Return it if you haven’t started it.",
          )
        : text("p", `This round: ${boards.map((board) => board.board).join(", ")}.`),
      ui.number ? key("did-play", "We played it", enter, { class: "wide quiet" }) : null,
    ],
  };
};

// Who does not belong here types the own number, and reads where to go.
function whereForm() {
  const { labels } = table.state;
  const directions = /[NE]-[SW]/.test(labels.ns + labels.ew) ? Object.values(SIDES) : [""];
  const box = make("input", { id: "here", autocomplete: "off", maxlength: "6" });
  box.value = ui.here || "";
  box.addEventListener("input", () => Object.assign(ui, { here: box.value }));
  const ask = (direction) => () => {
    const here = `${box.value.trim().split(" ")[0]} ${direction}`.trim();
    if (!here) return box.focus();
    queue.add("results", { here });
    noteNext(`Looking up ${here}. The director is told too.`);
    return show("round");
  };
  const form = make(
    "form",
    { class: "type" },
    make("label", { for: "here" }, "Number on your guide card"),
    make(
      "div",
      { class: "beside" },
      box,
      directions.map((direction, at) =>
        key(`where-${at}`, direction || "Find table", ask(direction), { class: "quiet" }),
      ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(
      directions.length === 1 ? "" : box.value.trim().split(" ").slice(1).join(" ").toUpperCase(),
    )();
  });
  return form;
}
