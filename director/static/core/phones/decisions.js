// One board once something is entered: how it stands, what is to be decided about it, and by whom.
import { SIDES, getOtherSide, normaliseLead, parseStoredResult, scoreEntry } from "./bridge.js";
import { makeOutsideDecision } from "./outside.js";
import { findSeats, openPad, renderChangeKeys } from "./pad.js";
import {
  createElement,
  createKey,
  createNote,
  createText,
  isSetByDirector,
  renderResult,
  renderShortResult,
} from "./parts.js";
import { fetchJson } from "./queue.js";
import {
  ASK_EVERY,
  HAND_OVER_AFTER,
  findEntry,
  findPending,
  findRound,
  getGame,
  getOwnSide,
  getSettings,
  isEntered,
  isPhoneOfOneSide,
  listBoards,
  listKnownRounds,
  queue,
  table,
} from "./state.js";
import { device, storage } from "./storage.js";
import { draw, setNote, showHome, showScreen, ui } from "./table.js";

export const parseItem = (item) =>
  findEntry({ result: "" }, item) || { kind: "other", text: item.body.result || "confirmed" };

export function callDirector(reason) {
  ui.reason = "";
  queue.add("calls", { what: "director", ...(reason ? { reason } : {}) });
  setNote("The director has been called.");
  showHome();
}

export function openBoard(round, number) {
  const board = listBoards(round).find((other) => other.board === number);
  if (isEntered(board) || board.refused) return showScreen("board", { round, board: number });
  return openPad(round, number);
}

export function renderCorrectKeys(board) {
  const { entry, round } = board;
  if (!entry || entry.kind === "other" || isSetByDirector(board)) return null;
  const lead = normaliseLead(board.kept ? board.kept.body.lead : board.lead);
  return renderChangeKeys(round, board.board, { entry, lead, change: true });
}

// What is to be said of a board, and what is to be decided about it.
export function makeDecision(board) {
  const about = (value) =>
    renderResult(
      parseStoredResult(value.result, getGame()) || { kind: "other", text: value.result },
      {
        lead: normaliseLead(value.lead),
        score: value.score,
        seats: findSeats(board.round),
      },
    );
  if (board.refused) return makeRefusedDecision(board);
  if (board.kept) {
    const score = board.entry.kind === "other" ? null : scoreEntry(board.entry, board.vulnerable);
    return {
      main: [
        createElement(
          "p",
          { class: "sentence" },
          renderResult(board.entry, {
            lead: board.kept.body.lead,
            score,
            seats: findSeats(board.round),
          }),
        ),
        createNote(
          "warn",
          createText("b", "↑ Waiting to send."),
          " It is sent when the network is back. Play on.",
        ),
      ],
      isSettled: true,
    };
  }
  if (board.later) {
    return {
      main: [
        createText("p", "To be played later. Enter it when you have played it."),
        createKey("enter", `Enter board ${board.board}`, () => openPad(board.round, board.board), {
          class: "wide quiet",
        }),
      ],
    };
  }
  if (board.state === "empty" && !board.asked) {
    return {
      main: [createText("p", "No result yet.")],
      primary: createKey(
        "enter",
        `Enter board ${board.board}`,
        () => openPad(board.round, board.board),
        {
          class: "primary",
        },
      ),
    };
  }
  const stands =
    board.state === "empty" ? null : createElement("p", { class: "sentence" }, about(board));
  if (board.outside && board.asked) return makeOutsideDecision(board, about);
  const pending = findPending(board);
  if (pending) return makePendingDecision(board, pending, { about, stands });
  if (board.look) return makeCheckDecision(board, stands);
  if (isSetByDirector(board)) {
    return {
      main: [
        stands,
        createNote(
          "",
          createText("b", "§ Entered by the director."),
          " Only the director can change it.",
        ),
      ],
    };
  }
  return {
    main: [stands, createNote("ok", formatSaved(board))],
    isSettled: true,
  };
}

function formatSaved({ confirmed, entered }) {
  const word = confirmed && getSettings().confirm !== "nobody" ? "Confirmed" : "Saved";
  return entered ? `✓ ${word}, ${entered}.` : `✓ ${word}.`;
}

const nameReporter = ({ value }, other = "Another phone") =>
  value.side ? SIDES[value.side] : other;

function makePendingDecision(board, pending, { about, stands }) {
  const { value, isMine, isShown, isChange, isDispute } = pending;
  const agree = (label) =>
    createKey("agree", label, () => confirmResult(board, value.result), {
      class: "primary",
      "aria-disabled": String(performance.now() < ui.acceptsTapsFrom),
    });
  const asked = createElement("p", { class: "sentence" }, about(value));
  const call = createKey(
    "call-about",
    "Call the director",
    () => callDirector(`Board ${board.board}: two results`),
    { class: "wide quiet" },
  );
  const stays = value.from
    ? listBoards(board.round).find((other) => other.board === value.from)
    : board;
  const asBefore = createKey(
    "as-before",
    isDispute ? "Keep the first" : "Don’t change it",
    () => confirmResult(stays, stays.result),
    { class: "wide quiet" },
  );
  const [before, after] = isDispute
    ? [
        "First result",
        isMine
          ? "Second result: yours"
          : `Second result: ${nameReporter(pending, "another phone")}`,
      ]
    : ["Before", isMine ? "Your change" : `Change by ${nameReporter(pending, "another phone")}`];
  /** @type {any} */
  let both = asked;
  if (value.from) both = renderMovedResult(board, value, stands, asked);
  else if (isChange && stands) {
    both = [createText("h2", before), stands, createText("h2", after), asked];
  }
  const change = isChange
    ? [isMine ? null : asBefore, isMine ? null : call]
    : renderCorrectKeys(board);
  if (isDispute) {
    return {
      main: [
        both,
        createNote(
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
    const to = SIDES[getOtherSide(getOwnSide())];
    return {
      main: [
        both,
        createNote(
          "warn",
          createText("b", `? Sent. ${to} haven’t confirmed yet.`),
          isLate
            ? ` You can hand ${to} this phone to confirm.`
            : " They are asked on their own phone.",
        ),
        change,
        isLate
          ? createKey("hand-over", `${to} confirm here`, () => handOver(board, value), {
              class: "wide",
            })
          : null,
      ],
    };
  }
  if (!isPhoneOfOneSide()) {
    return {
      main: [both, createNote("warn", "? Not confirmed yet. Opponents: is this right?"), change],
      primary: agree("Confirm"),
    };
  }
  return {
    main: [
      isChange ? null : createText("p", `${nameReporter(pending)} entered:`, { class: "ask" }),
      both,
      createText("p", "Is this right?", { class: "ask" }),
      change,
    ],
    primary: agree("Confirm"),
  };
}

// What the director asks the table to look at again.
const makeCheckDecision = (board, stands) => ({
  main: [
    createNote(
      "warn",
      createText("b", `§ The director asks (${board.look.since}): `),
      "is this result right? If not, tap what is wrong.",
    ),
    stands,
    isSetByDirector(board)
      ? createKey(
          "call-about",
          "Call the director",
          () => callDirector(`Board ${board.board}: wrong result`),
          { class: "wide quiet" },
        )
      : renderCorrectKeys(board),
  ],
  primary: createKey("agree", "Confirm", () => confirmResult(board, board.result), {
    class: "primary",
    "aria-disabled": String(performance.now() < ui.acceptsTapsFrom),
  }),
});

// The boards that the director asks about, on every other screen.
export function renderCheckNotes() {
  const asked = listKnownRounds()
    .flatMap(({ round }) => listBoards(round))
    .filter(
      (board) =>
        board.look &&
        !board.kept &&
        !(["board", "pad"].includes(ui.screen) && (ui.draft || ui).board === board.board),
    );
  return asked.map((board) =>
    createElement(
      "p",
      { class: "say warn", role: "status" },
      createText("b", `§ The director asks: is board ${board.board} right? `),
      createKey(`ask-${board.round}-${board.board}`, "Check", () =>
        showScreen("board", { round: board.round, board: board.board }),
      ),
    ),
  );
}

// What is asked where an entry was made for another board.
const renderMovedResult = (board, value, stands, asked) => [
  createNote(
    "warn",
    `Entered for board ${value.from}, but played on board ${board.board}.`,
    stands ? " The two results are swapped." : "",
  ),
  asked,
  stands ? [createText("h2", `Board ${value.from} after that`), stands] : null,
];

function handOver(board, value) {
  ui.handed = true;
  confirmResult(board, value.result);
}

// The opponents' word about `result` of a board.
function confirmResult(board, result) {
  const { ns, ew } = findRound(board.round);
  const body = { board: board.board, pairs: board.pairs || [ns, ew], confirm: true, result };
  if (getOwnSide()) body.side = getOwnSide();
  queue.add("results", body, board);
  if (getSettings().others === "board") {
    return showScreen("board", { round: board.round, board: board.board });
  }
  setNote(`Board ${board.board}: confirmed.`);
  return showHome();
}

// A board whose entry the program did not take: what was typed is still there.
function makeRefusedDecision(board) {
  const { refused } = board.refused;
  const item = board.refused;
  const mine = parseItem(item);
  const yours = [
    createText("h2", "You entered"),
    createElement(
      "p",
      { class: "sentence" },
      renderResult(mine, {
        lead: item.body.lead,
        score: mine.kind === "other" ? null : scoreEntry(mine, board.vulnerable),
        seats: findSeats(board.round),
      }),
    ),
  ];
  const letGo = () => {
    queue.remove(item);
    showHome();
  };
  const call = createKey(
    "call-about",
    "Call the director",
    () => {
      queue.remove(item);
      callDirector(`Board ${board.board}: two results`);
    },
    { class: "wide quiet" },
  );
  if (refused.status !== 409) {
    return {
      main: [
        createNote("bad", createText("b", "! Not saved. "), refused.error),
        yours,
        item.body.from
          ? null
          : renderChangeKeys(board.round, board.board, {
              entry: mine,
              lead: item.body.lead || "",
              change: Boolean(item.body.change),
            }),
        createKey("throw", "Delete", letGo, { class: "wide quiet" }),
      ],
      primary: call,
    };
  }
  const stands = refused.stands || { result: board.result, score: board.score };
  return {
    main: [
      createNote("bad", createText("b", "! Two results. "), refused.error),
      createText("h2", board.fixed ? "The director’s result" : "Saved result"),
      createElement(
        "p",
        { class: "sentence" },
        renderResult(
          parseStoredResult(stands.result, getGame()) || { kind: "other", text: stands.result },
          {
            score: stands.score,
            seats: findSeats(board.round),
          },
        ),
      ),
      yours,
      call,
    ],
    primary: createKey(
      "take",
      board.fixed ? "Keep the director’s" : "Keep saved result",
      () => acceptStoredResult(item, stands.result),
      { class: "primary", "aria-disabled": String(performance.now() < ui.acceptsTapsFrom) },
    ),
  };
}

// What stands is taken: the program hears it as the word of this phone, and asks nobody any more.
function acceptStoredResult(item, result) {
  storage.remove(item.name);
  const { ns, ew, pairs } = item.body;
  confirmResult({ round: item.round, board: item.board, pairs: pairs || [ns, ew] }, result);
}

// What others made of a board. It is asked for by a tap, because this table can't change its own
// result after that.
export function renderOtherResults(board) {
  const name = `${board.round}.${board.board}.${board.result}`;
  if (!board.others || board.kept) return null;
  const lines = ui.others.get(name);
  if (lines === undefined && board.shown) fetchOthers(name, board.board);
  if (lines === undefined && !board.shown) return renderOthersKey(name, board.board);
  if (!lines) return null;
  const bare = (label) => label.replace(/ (N-S|E-W)$/, "");
  const isWhist = getGame() === "whist"; // its tricks are the result and the score
  const scoreCell = ({ score }) => {
    let words = "";
    if (score !== null) words = score > 0 ? `+${score}` : String(score).replace("-", "−");
    return createText("td", words, { class: "n" });
  };
  const hasPercent = lines.some((line) => line.percent);
  const cells = (line) => [
    createText("td", bare(line.ns)),
    createText("td", bare(line.ew)),
    createElement("td", {}, renderShortResult(parseStoredResult(line.result, getGame()))),
    isWhist ? null : scoreCell(line),
    hasPercent ? createText("td", line.percent, { class: "n" }) : null,
  ];
  const heads = [
    "N-S",
    "E-W",
    "Result",
    ...(isWhist ? [] : ["Score"]),
    ...(hasPercent ? ["%"] : []),
  ].map((name, at) => createText("th", name, { scope: "col", class: at > 2 ? "n" : null }));
  const figures = [isWhist ? "" : "score", hasPercent ? "percentage" : ""]
    .filter(Boolean)
    .join(" and ");
  const explained = figures ? `${figures[0].toUpperCase()}${figures.slice(1)} for N-S. ` : "";
  const about =
    lines.length < 2 ? "No other table has played it yet." : `${explained}Your table is marked.`;
  return [
    createText("h2", "Other tables"),
    createElement(
      "table",
      { class: "others-table" },
      createElement("thead", {}, createElement("tr", {}, heads)),
      createElement(
        "tbody",
        {},
        lines.map((line) => createElement("tr", { class: line.own ? "own" : null }, cells(line))),
      ),
    ),
    createText("p", about, { class: "muted" }),
  ];
}

const renderOthersKey = (name, number) => [
  createKey("show-others", "Show other tables", () => fetchOthers(name, number), {
    class: "wide quiet",
  }),
  createText("p", "Then only the director can change this result.", { class: "muted" }),
];

async function fetchOthers(name, number) {
  ui.others.set(name, null);
  const { status, body } = await fetchJson(
    `boards/${number}.json?${new URLSearchParams({ device })}`,
    {
      method: "POST",
    },
  );
  if (status !== 200) return setTimeout(() => ui.others.delete(name), 3 * ASK_EVERY);
  ui.others.set(name, body.lines);
  return draw();
}
