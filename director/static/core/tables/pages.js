// The screens beside the pad: the round, one board, the end of a round and of the night, a call for the director. Each
// returns what stands in the page and the one key at its foot.
"use strict";

const REASONS = ["Lead out of turn", "Revoke", "Board played wrong", "Wrong people at the table"];

// Suits in four colours, as this phone was told.
const showColours = () => document.documentElement.classList.toggle("four-colours", Boolean(keeping.get("colours")));

function coloursKey() {
  if (game() === "whist") return null;
  const turn = () => {
    keeping.put("colours", !keeping.get("colours"));
    showColours();
    draw();
  };
  const suits = ["C", "D", "H", "S"].map((letter) => [" ", suit(letter)]);
  return key("colours", heardAs("Suits in four colours", "Suits in four colours", suits), turn, { class: "wide quiet", "aria-pressed": String(Boolean(keeping.get("colours"))) });
}

const PAGES = {
  side() {
    const { seats, labels } = table.state;
    const choose = (value) => () => {
      keeping.put("side", value);
      home();
    };
    const label = (name) => [text("b", SIDES[name]), text("span", [seats[name[0].toUpperCase()], seats[name[1].toUpperCase()]].filter(Boolean).join(" – ") || labels[name])];
    return {
      title: "Whose phone is this?",
      main: [
        text("p", "Here each side answers on its own phone. Tap who holds this one."),
        key("side-ns", label("ns"), choose("ns"), { class: "wide quiet side" }),
        key("side-ew", label("ew"), choose("ew"), { class: "wide quiet side" }),
        key("side-both", "Both: one phone at this table", choose("both"), { class: "wide quiet" }),
      ],
    };
  },

  round() {
    const { state } = table;
    const open = openBoards();
    const isBegun = open.length < state.boards.length || (keeping.get("opened") || 0) >= state.round;
    const begin = () => {
      keeping.put("opened", state.round);
      home();
    };
    const primary = open.length && !isOnPaper() ? key("begin", isBegun ? `Enter board ${open[0].board}` : `All seated: board ${open[0].board}`, begin, { class: "primary" }) : null;
    return {
      title: state.rounds ? `Round ${state.round} of ${state.rounds}` : "Please wait",
      about: `Section ${state.section} · ${state.event}`,
      main: [
        isOnPaper() ? say("", `Table ${state.table} is on paper tonight: write the results on the slip.`) : null,
        state.switched ? say("warn", text("b", "Arrow-switch."), " In this round the boards are played the other way round: sit as it stands here.") : null,
        compass(),
        state.ns ? make("p", { class: "pairs" }, ["ns", "ew"].map((name) => text("span", `${CALLED[state.called]} ${pairText(name, state.labels)}`))) : null,
        mayName() ? key("to-names", "Who sits here? Say your names", () => show("names"), { class: "wide" }) : null,
        key("not-us", "We are not these people", () => show("notUs"), { class: "wide quiet" }),
        state.boards.length ? text("h2", "Boards") : text("p", "No board is to be played here yet."),
        boardList(state.round, !isOnPaper()),
        laterBoards(),
        outsideBoards(),
        otherKey(),
        isBegun ? turnKey(state) : null,
        state.left ? key("to-left", `Round ${state.left.round}: look or correct`, () => show("left", { round: state.left.round }), { class: "wide quiet" }) : null,
        isOwnPhone() || side() ? key("to-side", `This phone: ${side() === "both" ? "both sides" : SIDES[side()]}`, () => show("side"), { class: "wide quiet" }) : null,
        coloursKey(),
      ],
      primary,
    };
  },

  notUs() {
    const { state } = table;
    return {
      title: "Not these people?",
      back: () => show("round"),
      main: [
        make("p", {}, `Table ${state.table} in round ${state.round} belongs to ${CALLED[state.called].toLowerCase().replace(/s?$/, "s")} `, text("b", pairText("ns", state.labels), { class: "nowrap" }), " and ", text("b", pairText("ew", state.labels), { class: "nowrap" }), "."),
        compass(),
        text("p", "Compare the round, the table and the direction with your guide card. If you do not belong here, type your number: it says where you play, and the director is told."),
        whereForm(),
        state.left ? [text("h2", `After round ${state.left.round}, from this table`), places(state.left)] : null,
        text("p", "If the card says that this is your table, let the director look before you play."),
      ],
      primary: key("call-people", "Call the director", () => callDirector(REASONS[3]), { class: "primary" }),
    };
  },

  pad() {
    const now = ui.draft;
    const board = boardOf(now.round, now.board);
    const isTaken = board.state !== "empty" && !now.change;
    return {
      title: `Board ${now.board}${game() === "whist" && ui.step === "tricks" ? "" : stepNames[ui.step]}`,
      about: aboutBoard(board),
      back: stepBack,
      main: [board.outside ? say("warn", text("b", "! Not of this round. "), "The director keeps it or cancels it.") : null, board.later ? say("", `Played later, by ${pairText("ns", roundOf(now.round).labels)} against ${pairText("ew", roundOf(now.round).labels)} of round ${now.round}.`) : null, isTaken ? say("warn", "Meanwhile this board was entered on another phone: ", sentence(storedEntry(board.result, game()) || { kind: "other", text: board.result }, { score: board.score }), ".") : null, PAD[ui.step]()],
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
    const onward = isLater ? null : next
      ? key("next", `Next: board ${next.board}`, () => openPad(ui.round, next.board), { class: "primary" })
      : key("next", state.over ? "Go on" : "Round over: where to go", state.over ? home : left, { class: "primary" });
    const decision = decide(board);
    return {
      title: `Board ${board.board}`,
      about: aboutBoard(board),
      back: () => (isNow ? show("round") : left()),
      main: [decision.main, decision.isSettled ? correctKeys(board) : null, moveKey(board), othersOf(board)],
      primary: decision.primary || onward || key("next", "Go on", home, { class: "primary" }),
    };
  },

  left() {
    const { state } = table;
    const round = roundOf(ui.round);
    const isAhead = state.round > ui.round;
    const onward = () => show(state.sit_out ? "sit" : "round");
    const primary = isAhead ? key("onward", `On to round ${state.round}`, onward, { class: "primary" }) : null;
    const where = places(round);
    const waiting = queue.waiting.length;
    return {
      title: `Round ${ui.round} is over`,
      main: [
        where ? [text("h2", "Where to go"), where, text("p", "Leave this page on until everybody at the table has read it.", { class: "muted" })] : null,
        !isAhead && waiting ? say("warn", `Kept here, waiting (${waiting}). Play on: what was entered is sent by itself once the network is back.`) : null,
        text("h2", "Boards of this round"),
        boardList(ui.round),
        text("p", "Tap a board to correct it; the opponents have to agree.", { class: "muted" }),
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
        state.left ? key("to-left", `Round ${state.left.round}: look or correct`, () => show("left", { round: state.left.round }), { class: "wide quiet" }) : null,
      ],
    };
  },

  unused() {
    return {
      title: "Nobody plays at this table",
      about: `Section ${table.state.section} · ${table.state.event}`,
      main: text("p", `The movement does not use table ${table.state.table}. Look on your guide card for your table, or call the director.`),
    };
  },

  end() {
    const waiting = queue.all.length;
    const { round, to_draw: toDraw, closed } = table.state;
    return {
      title: closed ? "Entry is closed" : toDraw ? `Round ${round} is over` : "All rounds are played",
      main: [
        waiting
          ? say("warn", text("b", `Kept here, waiting (${waiting}).`), " Leave this phone on and this page open until all is sent.")
          : closed ? say("warn", "The director has published or archived the results. Ask the director if one of yours is missing.")
          : say("ok", text("b", "✓ Everything is sent."), toDraw ? ` Round ${toDraw} stands here as soon as it is drawn.` : " Thank you for playing."),
        table.state.standings ? make("a", { href: table.state.standings, class: "wide quiet" }, "The standings") : null,
        laterBoards(),
        table.state.boards.length ? [text("h2", closed ? `Boards of round ${round}` : "Boards of the last round"), boardList(table.state.round)] : null,
      ],
    };
  },

  call() {
    const title = "Director, please";
    const since = table.state.call;
    if (since) return { title, back: home, main: say("ok", `The director is called since ${since.since}${since.what ? `: ${since.what}` : ""}.`) };
    const box = make("input", { id: "reason", autocomplete: "off", maxlength: "100" });
    box.value = ui.reason;
    box.addEventListener("input", () => Object.assign(ui, { reason: box.value }));
    const call = () => callDirector(ui.reason.trim());
    const form = make("form", { class: "type" }, make("label", { for: "reason" }, "Something else"), box);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      call();
    });
    return {
      title,
      back: home,
      main: [
        text("p", "Tap what it is about, or just call."),
        group("What is it about", "pad plain", REASONS.map((reason, at) => key(`reason-${at}`, reason, () => callDirector(reason)))),
        form,
      ],
      primary: key("call-only", "Call the director", call, { class: "primary" }),
    };
  },

  gone() {
    const items = queue.all.filter((item) => item.board);
    return {
      title: "This address is no longer valid",
      main: [
        text("p", "Scan the code on the table card once more, or ask the director for the new one."),
        items.length ? [text("p", "These were not sent. They are kept here; tell them to the director:"), make("ul", {}, items.map((item) => make("li", {}, `Board ${item.board}: `, writtenOf(itemEntry(item)))))] : null,
      ],
    };
  },
};
