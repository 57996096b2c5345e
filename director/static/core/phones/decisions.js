// One board once something is entered: how it stands, what is to be decided about it, and by whom.
"use strict";

const itemEntry = (item) =>
  entryHere({ result: "" }, item) || { kind: "other", text: item.body.result || "confirmed" };

function callDirector(reason) {
  ui.reason = "";
  queue.add("calls", { what: "director", ...(reason ? { reason } : {}) });
  noteNext("The director has been called.");
  home();
}

function openBoard(round, number) {
  const board = boardsOf(round).find((other) => other.board === number);
  if (isIn(board) || board.refused) return show("board", { round, board: number });
  return openPad(round, number);
}

function correctKeys(board) {
  const { entry, round } = board;
  if (!entry || entry.kind === "other" || isDirectors(board)) return null;
  const lead = leadHere(board.kept ? board.kept.body.lead : board.lead);
  return changeKeys(round, board.board, { entry, lead, change: true });
}

// What is to be said of a board, and what is to be decided about it.
function decide(board) {
  const about = (value) =>
    sentence(storedEntry(value.result, game()) || { kind: "other", text: value.result }, {
      lead: leadHere(value.lead),
      score: value.score,
      seats: seatsNow(board.round),
    });
  if (board.refused) return refusedBoard(board);
  if (board.kept) {
    const score = board.entry.kind === "other" ? null : scoreOf(board.entry, board.vulnerable);
    return {
      main: [
        make(
          "p",
          { class: "sentence" },
          sentence(board.entry, {
            lead: board.kept.body.lead,
            score,
            seats: seatsNow(board.round),
          }),
        ),
        say(
          "warn",
          text("b", "↑ Waiting to send."),
          " It is sent when the network is back. Play on.",
        ),
      ],
      isSettled: true,
    };
  }
  if (board.later) {
    return {
      main: [
        text("p", "To be played later. Enter it when you have played it."),
        key("enter", `Enter board ${board.board}`, () => openPad(board.round, board.board), {
          class: "wide quiet",
        }),
      ],
    };
  }
  if (board.state === "empty" && !board.asked) {
    return {
      main: [text("p", "No result yet.")],
      primary: key("enter", `Enter board ${board.board}`, () => openPad(board.round, board.board), {
        class: "primary",
      }),
    };
  }
  const stands = board.state === "empty" ? null : make("p", { class: "sentence" }, about(board));
  if (board.outside && board.asked) return decideOutside(board, about);
  const pending = pendingOf(board);
  if (pending) return pendingBoard(board, pending, { about, stands });
  if (board.look) return lookedAt(board, stands);
  if (isDirectors(board)) {
    return {
      main: [
        stands,
        say("", text("b", "§ Entered by the director."), " Only the director can change it."),
      ],
    };
  }
  return {
    main: [stands, say("ok", savedText(board))],
    isSettled: true,
  };
}

function savedText({ confirmed, entered }) {
  const word = confirmed && settings().confirm !== "nobody" ? "Confirmed" : "Saved";
  return entered ? `✓ ${word}, ${entered}.` : `✓ ${word}.`;
}

const whoGave = ({ value }, other = "Another phone") => (value.side ? SIDES[value.side] : other);

function pendingBoard(board, pending, { about, stands }) {
  const { value, isMine, isShown, isChange, isDispute } = pending;
  const agree = (label) =>
    key("agree", label, () => agreeTo(board, value.result), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.aliveAt),
    });
  const asked = make("p", { class: "sentence" }, about(value));
  const call = key(
    "call-about",
    "Call the director",
    () => callDirector(`Board ${board.board}: two results`),
    { class: "wide quiet" },
  );
  const stays = value.from
    ? boardsOf(board.round).find((other) => other.board === value.from)
    : board;
  const asBefore = key(
    "as-before",
    isDispute ? "Keep the first" : "Don’t change it",
    () => agreeTo(stays, stays.result),
    { class: "wide quiet" },
  );
  const [before, after] = isDispute
    ? [
        "First result",
        isMine ? "Second result: yours" : `Second result: ${whoGave(pending, "another phone")}`,
      ]
    : ["Before", isMine ? "Your change" : `Change by ${whoGave(pending, "another phone")}`];
  /** @type {any} */
  let both = asked;
  if (value.from) both = movedWords(board, value, stands, asked);
  else if (isChange && stands) both = [text("h2", before), stands, text("h2", after), asked];
  const change = isChange ? [isMine ? null : asBefore, isMine ? null : call] : correctKeys(board);
  if (isDispute) {
    return {
      main: [
        both,
        say(
          "warn",
          isShown
            ? "Other results were shown here, so the director decides."
            : "Two different results were entered. Confirm one, or call the director.",
        ),
        stays && stays.state !== "empty" ? asBefore : null,
        call,
      ],
      primary: isMine || isShown ? null : agree("Confirm the second"),
    };
  }
  if (isMine) {
    const since = table.sent.get(`${board.round}.${board.board}`) || 0;
    const isLate = ui.handed || Date.now() - since >= HAND_OVER_AFTER;
    const to = SIDES[otherSide(mySide())];
    return {
      main: [
        both,
        say(
          "warn",
          text("b", `? Sent. ${to} haven’t confirmed yet.`),
          isLate
            ? ` You can hand ${to} this phone to confirm.`
            : " They are asked on their own phone.",
        ),
        change,
        isLate
          ? key("hand-over", `${to} confirm here`, () => handOver(board, value), { class: "wide" })
          : null,
      ],
    };
  }
  if (!isOwnPhone()) {
    return {
      main: [both, say("warn", "? Not confirmed yet. Opponents: is this right?"), change],
      primary: agree("Confirm"),
    };
  }
  return {
    main: [
      isChange ? null : text("p", `${whoGave(pending)} entered:`, { class: "ask" }),
      both,
      text("p", "Is this right?", { class: "ask" }),
      change,
    ],
    primary: agree("Confirm"),
  };
}

// What the director asks the table to look at again.
const lookedAt = (board, stands) => ({
  main: [
    say(
      "warn",
      text("b", `§ The director asks (${board.look.since}): `),
      "is this result right? If not, tap what is wrong.",
    ),
    stands,
    isDirectors(board)
      ? key(
          "call-about",
          "Call the director",
          () => callDirector(`Board ${board.board}: wrong result`),
          { class: "wide quiet" },
        )
      : correctKeys(board),
  ],
  primary: key("agree", "Confirm", () => agreeTo(board, board.result), {
    class: "primary",
    "aria-disabled": String(performance.now() < ui.aliveAt),
  }),
});

// The boards that the director asks about, on every other screen.
function lookNotes() {
  const asked = knownRounds()
    .flatMap(({ round }) => boardsOf(round))
    .filter(
      (board) =>
        board.look &&
        !board.kept &&
        !(["board", "pad"].includes(ui.screen) && (ui.draft || ui).board === board.board),
    );
  return asked.map((board) =>
    make(
      "p",
      { class: "say warn", role: "status" },
      text("b", `§ The director asks: is board ${board.board} right? `),
      key(`ask-${board.round}-${board.board}`, "Check", () =>
        show("board", { round: board.round, board: board.board }),
      ),
    ),
  );
}

// What is asked where an entry was made for another board.
const movedWords = (board, value, stands, asked) => [
  say(
    "warn",
    `Entered for board ${value.from}, but played on board ${board.board}.`,
    stands ? " The two results are swapped." : "",
  ),
  asked,
  stands ? [text("h2", `Board ${value.from} after that`), stands] : null,
];

function handOver(board, value) {
  ui.handed = true;
  agreeTo(board, value.result);
}

// The opponents' word about `result` of a board.
function agreeTo(board, result) {
  const { ns, ew } = roundOf(board.round);
  const body = { board: board.board, pairs: board.pairs || [ns, ew], confirm: true, result };
  if (mySide()) body.side = mySide();
  queue.add("results", body, board);
  if (settings().others === "board") {
    return show("board", { round: board.round, board: board.board });
  }
  noteNext(`Board ${board.board}: confirmed.`);
  return home();
}

// A board whose entry the program did not take: what was typed is still there.
function refusedBoard(board) {
  const { refused } = board.refused;
  const item = board.refused;
  const mine = itemEntry(item);
  const yours = [
    text("h2", "You entered"),
    make(
      "p",
      { class: "sentence" },
      sentence(mine, {
        lead: item.body.lead,
        score: mine.kind === "other" ? null : scoreOf(mine, board.vulnerable),
        seats: seatsNow(board.round),
      }),
    ),
  ];
  const letGo = () => {
    queue.drop(item);
    home();
  };
  const call = key(
    "call-about",
    "Call the director",
    () => {
      queue.drop(item);
      callDirector(`Board ${board.board}: two results`);
    },
    { class: "wide quiet" },
  );
  if (refused.status !== 409) {
    return {
      main: [
        say("bad", text("b", "! Not saved. "), refused.error),
        yours,
        item.body.from
          ? null
          : changeKeys(board.round, board.board, {
              entry: mine,
              lead: item.body.lead || "",
              change: Boolean(item.body.change),
            }),
        key("throw", "Delete", letGo, { class: "wide quiet" }),
      ],
      primary: call,
    };
  }
  const stands = refused.stands || { result: board.result, score: board.score };
  return {
    main: [
      say("bad", text("b", "! Two results. "), refused.error),
      text("h2", board.fixed ? "The director’s result" : "Saved result"),
      make(
        "p",
        { class: "sentence" },
        sentence(storedEntry(stands.result, game()) || { kind: "other", text: stands.result }, {
          score: stands.score,
          seats: seatsNow(board.round),
        }),
      ),
      yours,
      call,
    ],
    primary: key(
      "take",
      board.fixed ? "Keep the director’s" : "Keep saved result",
      () => takeTheirs(item, stands.result),
      { class: "primary", "aria-disabled": String(performance.now() < ui.aliveAt) },
    ),
  };
}

// What stands is taken: the program hears it as the word of this phone, and asks nobody any more.
function takeTheirs(item, result) {
  keeping.drop(item.name);
  const { ns, ew, pairs } = item.body;
  agreeTo({ round: item.round, board: item.board, pairs: pairs || [ns, ew] }, result);
}

// What others made of a board. It is asked for by a tap, because this table can't change its own
// result after that.
function othersOf(board) {
  const name = `${board.round}.${board.board}.${board.result}`;
  if (!board.others || board.kept) return null;
  const lines = ui.others.get(name);
  if (lines === undefined && board.shown) fetchOthers(name, board.board);
  if (lines === undefined && !board.shown) return askOthers(name, board.board);
  if (!lines) return null;
  const bare = (label) => label.replace(/ (N-S|E-W)$/, "");
  const isWhist = game() === "whist"; // its tricks are the result and the score
  const scoreCell = ({ score }) => {
    let words = "";
    if (score !== null) words = score > 0 ? `+${score}` : String(score).replace("-", "−");
    return text("td", words, { class: "n" });
  };
  const hasPercent = lines.some((line) => line.percent);
  const cells = (line) => [
    text("td", bare(line.ns)),
    text("td", bare(line.ew)),
    make("td", {}, signs(storedEntry(line.result, game()))),
    isWhist ? null : scoreCell(line),
    hasPercent ? text("td", line.percent, { class: "n" }) : null,
  ];
  const heads = [
    "N-S",
    "E-W",
    "Result",
    ...(isWhist ? [] : ["Score"]),
    ...(hasPercent ? ["%"] : []),
  ].map((name, at) => text("th", name, { scope: "col", class: at > 2 ? "n" : null }));
  const figures = [isWhist ? "" : "score", hasPercent ? "percentage" : ""]
    .filter(Boolean)
    .join(" and ");
  const explained = figures ? `${figures[0].toUpperCase()}${figures.slice(1)} for N-S. ` : "";
  const about =
    lines.length < 2 ? "No other table has played it yet." : `${explained}Your table is marked.`;
  return [
    text("h2", "Other tables"),
    make(
      "table",
      { class: "others-table" },
      make("thead", {}, make("tr", {}, heads)),
      make(
        "tbody",
        {},
        lines.map((line) => make("tr", { class: line.own ? "own" : null }, cells(line))),
      ),
    ),
    text("p", about, { class: "muted" }),
  ];
}

const askOthers = (name, number) => [
  key("show-others", "Show other tables", () => fetchOthers(name, number), { class: "wide quiet" }),
  text("p", "Then only the director can change this result.", { class: "muted" }),
];

async function fetchOthers(name, number) {
  ui.others.set(name, null);
  const { status, body } = await ask(`boards/${number}.json?${new URLSearchParams({ device })}`, {
    method: "POST",
  });
  if (status !== 200) return setTimeout(() => ui.others.delete(name), 3 * ASK_EVERY);
  ui.others.set(name, body.lines);
  return draw();
}
