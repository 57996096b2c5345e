// Pairs that sat in the wrong direction: one side reports it, the other confirms, and the results
// of the round move with the pairs.
import { fetchChangedState } from "./answers.js";
import { renderBoardList, renderResultWithGain } from "./boards.js";
import { SIDES, getOtherSide } from "./bridge.js";
import { renderCallKey } from "./calls.js";
import {
  createAlert,
  createElement,
  createKey,
  createNote,
  createPrimaryKey,
  createQuestion,
  createText,
  createWideKey,
} from "./elements.js";
import { postJson } from "./queue.js";
import { findRound, isEntered, isSetByDirector, listBoards } from "./rounds.js";
import { formatPair, renderNames } from "./seating.js";
import {
  canConfirmHere,
  getOwnLabel,
  getOwnSide,
  isOnPaper,
  isOwnReport,
  queue,
  table,
} from "./state.js";
import { device, makeRandomText } from "./storage.js";
import { draw, setNote, showHome, showScreen, ui } from "./ui.js";

const directionReport = { error: "", key: "", sentText: "", isSending: false };

export function renderDirectionKey(round) {
  if (!canReportDirection(round)) return null;
  return createWideKey("to-turned", "Report wrong direction", () =>
    showScreen("turned", { round: round.round }),
  );
}

function canReportDirection(round) {
  const { called, players, over } = table.state;
  // Only pairs that stay together can swap their directions.
  const isOfPairs = called === "pair" && !players && Boolean(round.ns);
  const hasDirectorsResult = listBoards(round.round).some(isSetByDirector);
  return isOfPairs && !isOnPaper() && !over && !hasDirectorsResult;
}

// Whether this side has reported the direction and waits for the other.
const isReportMine = () => Boolean(table.state.turned && isOwnReport(table.state.turned));

export function renderDirectionNote() {
  const { turned } = table.state;
  if (!turned || ui.screen === "turned") return null;
  if (isReportMine()) {
    return createNote(
      "warn",
      `? You reported the wrong direction in round ${turned.round}. ` +
        "The other side hasn’t confirmed yet.",
    );
  }
  return createNote(
    "warn",
    createText("b", `? Did you sit in the wrong direction in round ${turned.round}? `),
    createKey("look-turned", "Check", () => showScreen("turned", { round: turned.round })),
  );
}

// Send a report or an answer at once. It can't wait in the queue, because entries after it name
// other pairs.
async function sendDirection(isTurned, isConfirmation) {
  if (directionReport.isSending) return;
  directionReport.isSending = true;
  const { round, ns, ew } = findRound(ui.round);
  const payload = {
    round,
    ns,
    ew,
    turned: isTurned,
    confirm: isConfirmation,
    device,
    side: getOwnSide(),
  };
  // The same report is sent again under the same key, so the program takes it once.
  const sentText = JSON.stringify(payload);
  if (directionReport.sentText !== sentText) {
    Object.assign(directionReport, { sentText, key: makeRandomText(16) });
  }
  const { status, body } = await postJson("results", { ...payload, key: directionReport.key });
  directionReport.isSending = false;
  if (status !== 200 && status !== 201) {
    const hasReason = body && body.error;
    directionReport.error = hasReason
      ? body.error
      : "No network. Try again, or tell the director.";
    draw();
    return;
  }
  Object.assign(directionReport, { error: "", sentText: "" });
  applyDirectionAnswer(round, body);
}

function applyDirectionAnswer(round, answer) {
  const isWaiting = Boolean(answer.waits_for);
  table.state.turned = isWaiting ? { round, phone: getOwnLabel(), side: getOwnSide() } : null;
  fetchChangedState();
  if (isWaiting) setNote("Sent. The other side has been asked.");
  else if (answer.turned) {
    setNote(`Round ${round}: directions swapped. Results moved with the pairs.`);
  } else setNote(`Round ${round} is unchanged.`);
  showHome();
}

export function makeDirectionPage() {
  const round = findRound(ui.round);
  const { turned } = table.state;
  const isQuestion = Boolean(turned && turned.round === round.round && !isReportMine());
  const hasUnsentItems = queue.waiting.length > 0;
  const isConfirmation = isQuestion || canConfirmHere();
  const opponents = SIDES[getOtherSide(getOwnSide())] || "the opponents";
  const sendKey = createPrimaryKey(
    "agree",
    isConfirmation ? "Confirm" : `Send to ${opponents}`,
    () => sendDirection(true, isConfirmation),
    { "aria-disabled": String(hasUnsentItems) },
  );
  return {
    title: "Wrong direction?",
    about: `Round ${round.round}, table ${table.state.table}`,
    back: showHome,
    main: [
      createQuestion(
        isQuestion ? "The other side says you sat like this:" : "Report this if you sat like this:",
      ),
      renderSwappedSides(round),
      createText("p", "Results stay with the seats and count for those who sat there."),
      renderBoardList(listBoards(round.round).filter(isEntered).map(renderEnteredBoard)),
      directionReport.error ? createAlert(directionReport.error) : null,
      hasUnsentItems
        ? createNote("warn", "Results are waiting to be sent. Try again when all are sent.")
        : null,
      isQuestion
        ? createWideKey("not-turned", "No, as planned", () => sendDirection(false, true))
        : null,
      renderCallKey("call-turned", `Round ${round.round}: wrong direction?`),
      canConfirmHere() && !isQuestion ? createQuestion("Opponents: is this right?") : null,
    ],
    primary: isReportMine() ? null : sendKey,
  };
}

// Return the pair that sat N-S, which is E-W in the plan, and the other way round.
function renderSwappedSides({ labels, seats }) {
  const renderSide = (side) => {
    const planned = getOtherSide(side);
    const pair = `Pair ${formatPair(planned, labels)}`;
    return [
      createElement("dt", {}, SIDES[side]),
      createElement("dd", {}, pair, renderNames(planned, seats || {})),
    ];
  };
  return createElement("dl", { class: "seat-list sides" }, Object.keys(SIDES).map(renderSide));
}

const renderEnteredBoard = (board) =>
  createElement(
    "div",
    { class: "row" },
    createText("b", `Board ${board.board}`),
    renderResultWithGain(board),
  );
