// The screens beside the pad: the round, one board, the end of a round and of the night, a call for
// the director. Each returns what is in the page and the one key at its foot.
import { SIDES, formatEntry, parseStoredResult } from "./bridge.js";
import {
  callDirector,
  makeDecision,
  parseItem,
  renderCorrectKeys,
  renderOtherResults,
} from "./decisions.js";
import { renderMatch } from "./matches.js";
import { renderMoveKey } from "./moved.js";
import { canNameSeats } from "./names.js";
import { renderFindTableForm, renderOutsideBoards, renderWrongBoardKey } from "./outside.js";
import { PAD, goBack, openPad, renderSendKey, stepNames } from "./pad.js";
import {
  CALLED,
  createElement,
  createGroup,
  createKey,
  createNote,
  createText,
  describeBoard,
  formatPair,
  listPlayedBoards,
  renderBoards,
  renderCompass,
  renderLaterBoards,
  renderPlaces,
  renderResult,
  renderSuit,
  withSpokenText,
} from "./parts.js";
import {
  findBoard,
  findRound,
  getChosenSide,
  getGame,
  getSettings,
  isOnPaper,
  isPhoneOfOneSide,
  listAllBoards,
  listLaterRounds,
  listOpenBoards,
  queue,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { draw, showHome, showScreen, ui } from "./table.js";
import { renderDirectionKey } from "./turned.js";

const REASONS = ["Lead out of turn", "Revoke", "Wrong or fouled board", "Wrong opponents"];

// Suits in four colours, as this phone was told.
export const showColours = () =>
  document.documentElement.classList.toggle("four-colours", Boolean(storage.get("colours")));

function renderColoursKey() {
  if (getGame() === "whist") return null;
  const turn = () => {
    storage.store("colours", !storage.get("colours"));
    showColours();
    draw();
  };
  const suits = ["C", "D", "H", "S"].map((letter) => [" ", renderSuit(letter)]);
  return createKey(
    "colours",
    withSpokenText("Four-colour suits", "Four-colour suits", suits),
    turn,
    {
      class: "wide quiet",
      "aria-pressed": String(Boolean(storage.get("colours"))),
    },
  );
}

// The event, with the section if there are several.
const formatEvent = () =>
  table.state.only_section
    ? table.state.event
    : `Section ${table.state.section} · ${table.state.event}`;

// Whether all that was entered here has reached the program, once the last round is over.
function renderSentNote({ to_draw: toDraw, closed }, waiting) {
  if (waiting) {
    const count = createText("b", `Waiting to send (${waiting}).`);
    return createNote("warn", count, " Keep this page open until everything is sent.");
  }
  if (closed) {
    return createNote(
      "warn",
      "The director has published or archived the results. " +
        "Ask the director if one of yours is missing.",
    );
  }
  const onward = toDraw
    ? `Round ${toDraw} appears here when it is drawn.`
    : "Thank you for playing.";
  return createNote("ok", createText("b", "✓ Everything is sent."), ` ${onward}`);
}

export const PAGES = {
  side() {
    const { seats, labels } = table.state;
    const choose = (value) => () => {
      storage.store("side", value);
      showHome();
    };
    const label = (name) => [
      createText("b", SIDES[name]),
      createText(
        "span",
        [seats[name[0].toUpperCase()], seats[name[1].toUpperCase()]].filter(Boolean).join(" – ") ||
          labels[name],
      ),
    ];
    return {
      title: "Whose phone is this?",
      main: [
        createText("p", "Each side uses its own phone here."),
        createKey("side-ns", label("ns"), choose("ns"), { class: "wide quiet side" }),
        createKey("side-ew", label("ew"), choose("ew"), { class: "wide quiet side" }),
        createKey("side-both", "Both sides use it", choose("both"), { class: "wide quiet" }),
      ],
    };
  },

  round() {
    const { state } = table;
    const open = listOpenBoards();
    const isBegun =
      open.length < state.boards.length || (storage.get("opened") || 0) >= state.round;
    const begin = () => {
      storage.store("opened", state.round);
      showHome();
    };
    const primary =
      open.length && !isOnPaper()
        ? createKey(
            "begin",
            isBegun ? `Enter board ${open[0].board}` : `Start board ${open[0].board}`,
            begin,
            { class: "primary" },
          )
        : null;
    return {
      title: state.rounds ? `Round ${state.round} of ${state.rounds}` : "Please wait",
      about: formatEvent(),
      main: [
        isOnPaper()
          ? createNote("", `Table ${state.table} uses paper. Write the results on the slip.`)
          : null,
        state.switched
          ? createNote("warn", createText("b", "Arrow-switch."), " Sit as shown here.")
          : null,
        renderCompass(),
        state.ns
          ? createElement(
              "p",
              { class: "pairs" },
              ["ns", "ew"].map((name) =>
                createText("span", `${CALLED[state.called]} ${formatPair(name, state.labels)}`),
              ),
            )
          : null,
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
        state.left
          ? createKey(
              "to-left",
              `Check round ${state.left.round}`,
              () => showScreen("left", { round: state.left.round }),
              { class: "wide quiet" },
            )
          : null,
        isPhoneOfOneSide() || getChosenSide()
          ? createKey(
              "to-side",
              `This phone: ${getChosenSide() === "both" ? "both sides" : SIDES[getChosenSide()]}`,
              () => showScreen("side"),
              { class: "wide quiet" },
            )
          : null,
        renderColoursKey(),
      ],
      primary,
    };
  },

  notUs() {
    const { state } = table;
    const entrants = CALLED[state.called].toLowerCase().replace(/s?$/, "s");
    return {
      title: "Wrong table?",
      back: () => showScreen("round"),
      main: [
        createElement(
          "p",
          {},
          `Round ${state.round}, table ${state.table}: ${entrants} `,
          createText("b", formatPair("ns", state.labels), { class: "nowrap" }),
          " and ",
          createText("b", formatPair("ew", state.labels), { class: "nowrap" }),
          ".",
        ),
        renderCompass(),
        createText(
          "p",
          "Check round, table and direction on your guide card. " +
            "To find your table, type your number. The director is told too.",
        ),
        renderFindTableForm(),
        state.left
          ? [
              createText("h2", `After round ${state.left.round}, from this table`),
              renderPlaces(state.left),
            ]
          : null,
        createText("p", "If your card names this table, call the director before you play."),
      ],
      primary: createKey("call-people", "Call the director", () => callDirector(REASONS[3]), {
        class: "primary",
      }),
    };
  },

  pad() {
    const now = ui.draft;
    const board = findBoard(now.round, now.board);
    const isTaken = board.state !== "empty" && !now.change;
    const { labels } = findRound(now.round);
    const pairs = `${formatPair("ns", labels)} against ${formatPair("ew", labels)}`;
    const isWhistResult = getGame() === "whist" && ui.step === "tricks";
    return {
      title: `Board ${now.board}${isWhistResult ? "" : stepNames[ui.step]}`,
      about: describeBoard(board),
      back: goBack,
      main: [
        board.outside
          ? createNote("warn", createText("b", "! Not in this round. "), "The director decides.")
          : null,
        board.later ? createNote("", `From round ${now.round}: ${pairs}.`) : null,
        isTaken
          ? createNote(
              "warn",
              "This board was entered on another phone: ",
              renderResult(
                parseStoredResult(board.result, getGame()) || { kind: "other", text: board.result },
                {
                  score: board.score,
                },
              ),
              ".",
            )
          : null,
        PAD[ui.step](),
      ],
      primary: ui.step === "check" ? renderSendKey() : null,
    };
  },

  board() {
    const board = listAllBoards(ui.round).find((other) => other.board === ui.board);
    const { state } = table;
    const isNow = ui.round === state.round;
    const [next] = isNow ? listOpenBoards() : [];
    const isLater = listLaterRounds().some((round) => round.round === ui.round);
    const left = () => (isLater ? showHome() : showScreen("left", { round: ui.round }));
    const primary = { class: "primary" };
    let onward = null;
    if (!isLater && next) {
      const open = () => openPad(ui.round, next.board);
      onward = createKey("next", `Next: board ${next.board}`, open, primary);
    } else if (!isLater) {
      const [label, go] = state.over ? ["Continue", showHome] : ["Finish round", left];
      onward = createKey("next", label, go, primary);
    }
    const decision = makeDecision(board);
    return {
      title: `Board ${board.board}`,
      about: describeBoard(board),
      back: () => (isNow ? showScreen("round") : left()),
      main: [
        decision.main,
        decision.isSettled ? renderCorrectKeys(board) : null,
        renderMoveKey(board),
        renderOtherResults(board),
      ],
      primary: decision.primary || onward || createKey("next", "Continue", showHome, primary),
    };
  },

  left() {
    const { state } = table;
    const round = findRound(ui.round);
    const isAhead = state.round > ui.round;
    const onward = () => showScreen(state.sit_out ? "sit" : "round");
    const primary = isAhead
      ? createKey("onward", `Go to round ${state.round}`, onward, { class: "primary" })
      : null;
    const where = renderPlaces(round);
    const waiting = queue.waiting.length;
    const isShown = round.boards.some(({ shown }) => shown);
    const whoDecides = isShown ? "The director decides." : "Opponents must confirm.";
    return {
      title: `Round ${ui.round} is over`,
      main: [
        where
          ? [
              createText("h2", "Next table"),
              where,
              createText("p", "Keep this page open until everyone has read it.", {
                class: "muted",
              }),
            ]
          : null,
        !isAhead && waiting
          ? createNote(
              "warn",
              `Waiting to send (${waiting}). Results are sent when the network is back.`,
            )
          : null,
        renderMatch(round),
        listPlayedBoards(round).length
          ? [
              createText("h2", "Boards of this round"),
              renderBoards(ui.round),
              createText("p", `Tap a board to correct it. ${whoDecides}`, { class: "muted" }),
            ]
          : null,
        renderDirectionKey(round),
        renderLaterBoards(),
      ],
      primary,
    };
  },

  sit() {
    const { state } = table;
    return {
      title: `Round ${state.round} of ${state.rounds}`,
      main: [
        createText("p", state.sit_out, { class: "sentence" }),
        renderLaterBoards(),
        state.left
          ? createKey(
              "to-left",
              `Check round ${state.left.round}`,
              () => showScreen("left", { round: state.left.round }),
              { class: "wide quiet" },
            )
          : null,
      ],
    };
  },

  unused() {
    return {
      title: "Nobody plays at this table",
      about: formatEvent(),
      main: createText(
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
        renderSentNote(table.state, waiting),
        standings
          ? createElement("a", { href: standings, class: "wide quiet" }, "Standings")
          : null,
        isDone && getSettings().ranking && !standings
          ? createText("p", "The standings appear here once the director publishes them.")
          : null,
        renderLaterBoards(),
        renderMatch(table.state),
        listPlayedBoards(table.state).length
          ? [
              createText("h2", closed ? `Boards of round ${round}` : "Boards of the last round"),
              renderBoards(round),
            ]
          : null,
        isDone && listPlayedBoards(table.state).length
          ? createText("p", "Tap a board to correct it. Then you can close this page.")
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
        back: showHome,
        main: createNote(
          "ok",
          `Director called at ${since.since}${since.what ? `: ${since.what}` : ""}.`,
        ),
      };
    }
    const box = createElement("input", { id: "reason", autocomplete: "off", maxlength: "100" });
    box.value = ui.reason;
    box.addEventListener("input", () => Object.assign(ui, { reason: box.value }));
    const call = () => callDirector(ui.reason.trim());
    const form = createElement(
      "form",
      { class: "type" },
      createElement("label", { for: "reason" }, "Other reason"),
      box,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      call();
    });
    return {
      title,
      back: showHome,
      main: [
        createText("p", "Choose a reason, or just call."),
        createGroup(
          "Reason",
          "pad plain",
          REASONS.map((reason, at) =>
            createKey(`reason-${at}`, reason, () => callDirector(reason)),
          ),
        ),
        form,
      ],
      primary: createKey("call-only", "Call the director", call, { class: "primary" }),
    };
  },

  gone() {
    const items = queue.all.filter((item) => item.board);
    return {
      title: "This link no longer works",
      main: [
        createText("p", "Scan the table card again, or ask the director for a new one."),
        items.length
          ? [
              createText("p", "Not sent yet. Tell the director these results:"),
              createElement(
                "ul",
                {},
                items.map((item) =>
                  createElement("li", {}, `Board ${item.board}: `, formatEntry(parseItem(item))),
                ),
              ),
            ]
          : null,
      ],
    };
  },
};
