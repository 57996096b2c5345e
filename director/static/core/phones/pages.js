// The screens beside the pad: the round, one board, the end of a round and of the night, a call for
// the director. Each returns what is in the page and the one key at its foot.
"use strict";

const REASONS = ["Lead out of turn", "Revoke", "Wrong or fouled board", "Wrong opponents"];

// Suits in four colours, as this phone was told.
const showColours = () =>
  document.documentElement.classList.toggle("four-colours", Boolean(keeping.get("colours")));

function coloursKey() {
  if (game() === "whist") return null;
  const turn = () => {
    keeping.put("colours", !keeping.get("colours"));
    showColours();
    draw();
  };
  const suits = ["C", "D", "H", "S"].map((letter) => [" ", suit(letter)]);
  return key("colours", heardAs("Four-colour suits", "Four-colour suits", suits), turn, {
    class: "wide quiet",
    "aria-pressed": String(Boolean(keeping.get("colours"))),
  });
}

// The event, with the section if there are several.
const eventText = () =>
  table.state.only_section
    ? table.state.event
    : `Section ${table.state.section} · ${table.state.event}`;

// Whether all that was entered here has reached the program, once the last round is over.
function sentNote({ to_draw: toDraw, closed }, waiting) {
  if (waiting) {
    const count = text("b", `Waiting to send (${waiting}).`);
    return say("warn", count, " Keep this page open until everything is sent.");
  }
  if (closed) {
    return say(
      "warn",
      "The director has published or archived the results. " +
        "Ask the director if one of yours is missing.",
    );
  }
  const onward = toDraw
    ? `Round ${toDraw} appears here when it is drawn.`
    : "Thank you for playing.";
  return say("ok", text("b", "✓ Everything is sent."), ` ${onward}`);
}

const PAGES = {
  side() {
    const { seats, labels } = table.state;
    const choose = (value) => () => {
      keeping.put("side", value);
      home();
    };
    const label = (name) => [
      text("b", SIDES[name]),
      text(
        "span",
        [seats[name[0].toUpperCase()], seats[name[1].toUpperCase()]].filter(Boolean).join(" – ") ||
          labels[name],
      ),
    ];
    return {
      title: "Whose phone is this?",
      main: [
        text("p", "Each side uses its own phone here."),
        key("side-ns", label("ns"), choose("ns"), { class: "wide quiet side" }),
        key("side-ew", label("ew"), choose("ew"), { class: "wide quiet side" }),
        key("side-both", "Both sides use it", choose("both"), { class: "wide quiet" }),
      ],
    };
  },

  round() {
    const { state } = table;
    const open = openBoards();
    const isBegun =
      open.length < state.boards.length || (keeping.get("opened") || 0) >= state.round;
    const begin = () => {
      keeping.put("opened", state.round);
      home();
    };
    const primary =
      open.length && !isOnPaper()
        ? key(
            "begin",
            isBegun ? `Enter board ${open[0].board}` : `Start board ${open[0].board}`,
            begin,
            { class: "primary" },
          )
        : null;
    return {
      title: state.rounds ? `Round ${state.round} of ${state.rounds}` : "Please wait",
      about: eventText(),
      main: [
        isOnPaper()
          ? say("", `Table ${state.table} uses paper. Write the results on the slip.`)
          : null,
        state.switched ? say("warn", text("b", "Arrow-switch."), " Sit as shown here.") : null,
        compass(),
        state.ns
          ? make(
              "p",
              { class: "pairs" },
              ["ns", "ew"].map((name) =>
                text("span", `${CALLED[state.called]} ${pairText(name, state.labels)}`),
              ),
            )
          : null,
        mayName() ? key("to-names", "Enter names", () => show("names"), { class: "wide" }) : null,
        key("not-us", "Not our table", () => show("notUs"), { class: "small" }),
        state.boards.length ? text("h2", "Boards") : text("p", "No boards to play yet."),
        boardList(state.round, !isOnPaper()),
        laterBoards(),
        outsideBoards(),
        otherKey(),
        isBegun ? turnKey(state) : null,
        state.left
          ? key(
              "to-left",
              `Check round ${state.left.round}`,
              () => show("left", { round: state.left.round }),
              { class: "wide quiet" },
            )
          : null,
        isOwnPhone() || side()
          ? key(
              "to-side",
              `This phone: ${side() === "both" ? "both sides" : SIDES[side()]}`,
              () => show("side"),
              { class: "wide quiet" },
            )
          : null,
        coloursKey(),
      ],
      primary,
    };
  },

  notUs() {
    const { state } = table;
    const entrants = CALLED[state.called].toLowerCase().replace(/s?$/, "s");
    return {
      title: "Wrong table?",
      back: () => show("round"),
      main: [
        make(
          "p",
          {},
          `Round ${state.round}, table ${state.table}: ${entrants} `,
          text("b", pairText("ns", state.labels), { class: "nowrap" }),
          " and ",
          text("b", pairText("ew", state.labels), { class: "nowrap" }),
          ".",
        ),
        compass(),
        text(
          "p",
          "Check round, table and direction on your guide card. " +
            "To find your table, type your number. The director is told too.",
        ),
        whereForm(),
        state.left
          ? [text("h2", `After round ${state.left.round}, from this table`), places(state.left)]
          : null,
        text("p", "If your card names this table, call the director before you play."),
      ],
      primary: key("call-people", "Call the director", () => callDirector(REASONS[3]), {
        class: "primary",
      }),
    };
  },

  pad() {
    const now = ui.draft;
    const board = boardOf(now.round, now.board);
    const isTaken = board.state !== "empty" && !now.change;
    const { labels } = roundOf(now.round);
    const pairs = `${pairText("ns", labels)} against ${pairText("ew", labels)}`;
    const isWhistResult = game() === "whist" && ui.step === "tricks";
    return {
      title: `Board ${now.board}${isWhistResult ? "" : stepNames[ui.step]}`,
      about: aboutBoard(board),
      back: stepBack,
      main: [
        board.outside
          ? say("warn", text("b", "! Not in this round. "), "The director decides.")
          : null,
        board.later ? say("", `From round ${now.round}: ${pairs}.`) : null,
        isTaken
          ? say(
              "warn",
              "This board was entered on another phone: ",
              sentence(storedEntry(board.result, game()) || { kind: "other", text: board.result }, {
                score: board.score,
              }),
              ".",
            )
          : null,
        PAD[ui.step](),
      ],
      primary: ui.step === "check" ? agreeKey() : null,
    };
  },

  board() {
    const board = allBoards(ui.round).find((other) => other.board === ui.board);
    const { state } = table;
    const isNow = ui.round === state.round;
    const [next] = isNow ? openBoards() : [];
    const isLater = laterRounds().some((round) => round.round === ui.round);
    const left = () => (isLater ? home() : show("left", { round: ui.round }));
    const primary = { class: "primary" };
    let onward = null;
    if (!isLater && next) {
      const open = () => openPad(ui.round, next.board);
      onward = key("next", `Next: board ${next.board}`, open, primary);
    } else if (!isLater) {
      const [label, go] = state.over ? ["Continue", home] : ["Finish round", left];
      onward = key("next", label, go, primary);
    }
    const decision = decide(board);
    return {
      title: `Board ${board.board}`,
      about: aboutBoard(board),
      back: () => (isNow ? show("round") : left()),
      main: [
        decision.main,
        decision.isSettled ? correctKeys(board) : null,
        moveKey(board),
        othersOf(board),
      ],
      primary: decision.primary || onward || key("next", "Continue", home, primary),
    };
  },

  left() {
    const { state } = table;
    const round = roundOf(ui.round);
    const isAhead = state.round > ui.round;
    const onward = () => show(state.sit_out ? "sit" : "round");
    const primary = isAhead
      ? key("onward", `Go to round ${state.round}`, onward, { class: "primary" })
      : null;
    const where = places(round);
    const waiting = queue.waiting.length;
    const isShown = round.boards.some(({ shown }) => shown);
    const whoDecides = isShown ? "The director decides." : "Opponents must confirm.";
    return {
      title: `Round ${ui.round} is over`,
      main: [
        where
          ? [
              text("h2", "Next table"),
              where,
              text("p", "Keep this page open until everyone has read it.", { class: "muted" }),
            ]
          : null,
        !isAhead && waiting
          ? say("warn", `Waiting to send (${waiting}). Results are sent when the network is back.`)
          : null,
        matchOf(round),
        boardsPlayed(round).length
          ? [
              text("h2", "Boards of this round"),
              boardList(ui.round),
              text("p", `Tap a board to correct it. ${whoDecides}`, { class: "muted" }),
            ]
          : null,
        turnKey(round),
        laterBoards(),
      ],
      primary,
    };
  },

  sit() {
    const { state } = table;
    return {
      title: `Round ${state.round} of ${state.rounds}`,
      main: [
        text("p", state.sit_out, { class: "sentence" }),
        laterBoards(),
        state.left
          ? key(
              "to-left",
              `Check round ${state.left.round}`,
              () => show("left", { round: state.left.round }),
              { class: "wide quiet" },
            )
          : null,
      ],
    };
  },

  unused() {
    return {
      title: "Nobody plays at this table",
      about: eventText(),
      main: text(
        "p",
        `The movement doesn’t use table ${table.state.table}. ` +
          "Check your guide card, or call the director.",
      ),
    };
  },

  end() {
    const waiting = queue.all.length;
    const { round, to_draw: toDraw, closed, standings } = table.state;
    const isDone = !waiting && !closed && !toDraw;
    let title = "All rounds are played";
    if (closed) title = "Entry is closed";
    else if (toDraw) title = `Round ${round} is over`;
    return {
      title,
      main: [
        sentNote(table.state, waiting),
        standings ? make("a", { href: standings, class: "wide quiet" }, "Standings") : null,
        isDone && settings().ranking && !standings
          ? text("p", "The standings appear here once the director publishes them.")
          : null,
        laterBoards(),
        matchOf(table.state),
        boardsPlayed(table.state).length
          ? [
              text("h2", closed ? `Boards of round ${round}` : "Boards of the last round"),
              boardList(round),
            ]
          : null,
        isDone && boardsPlayed(table.state).length
          ? text("p", "Tap a board to correct it. Then you can close this page.")
          : null,
      ],
    };
  },

  call() {
    const title = "Call director";
    const since = table.state.call;
    if (since) {
      return {
        title,
        back: home,
        main: say("ok", `Director called at ${since.since}${since.what ? `: ${since.what}` : ""}.`),
      };
    }
    const box = make("input", { id: "reason", autocomplete: "off", maxlength: "100" });
    box.value = ui.reason;
    box.addEventListener("input", () => Object.assign(ui, { reason: box.value }));
    const call = () => callDirector(ui.reason.trim());
    const form = make(
      "form",
      { class: "type" },
      make("label", { for: "reason" }, "Other reason"),
      box,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      call();
    });
    return {
      title,
      back: home,
      main: [
        text("p", "Choose a reason, or just call."),
        group(
          "Reason",
          "pad plain",
          REASONS.map((reason, at) => key(`reason-${at}`, reason, () => callDirector(reason))),
        ),
        form,
      ],
      primary: key("call-only", "Call the director", call, { class: "primary" }),
    };
  },

  gone() {
    const items = queue.all.filter((item) => item.board);
    return {
      title: "This link no longer works",
      main: [
        text("p", "Scan the table card again, or ask the director for a new one."),
        items.length
          ? [
              text("p", "Not sent yet. Tell the director these results:"),
              make(
                "ul",
                {},
                items.map((item) =>
                  make("li", {}, `Board ${item.board}: `, writtenOf(itemEntry(item))),
                ),
              ),
            ]
          : null,
      ],
    };
  },
};
