// Wrong direction: one side says so, the other agrees, and the results go with the pairs.
import { SIDES, getOtherSide } from "./bridge.js";
import { callDirector } from "./decisions.js";
import { canConfirmHere } from "./pad.js";
import { PAGES } from "./pages.js";
import {
  createElement,
  createKey,
  createNote,
  createText,
  formatGain,
  formatPair,
  isSetByDirector,
  renderNames,
  renderShortResult,
} from "./parts.js";
import { fetchJson } from "./queue.js";
import {
  findRound,
  getOwnLabel,
  getOwnSide,
  isEntered,
  isOnPaper,
  isPhoneOfOneSide,
  listBoards,
  queue,
  scheduleFetch,
  table,
} from "./state.js";
import { device, makeRandomText } from "./storage.js";
import { draw, setNote, showHome, showScreen, ui } from "./table.js";

const turning = { error: "", key: "", said: "", isSending: false };

const canReportDirection = (round) =>
  table.state.called === "pair" &&
  !table.state.players &&
  Boolean(round.ns) &&
  !isOnPaper() &&
  !table.state.over &&
  !listBoards(round.round).some((board) => isSetByDirector(board));
export const renderDirectionKey = (round) =>
  canReportDirection(round)
    ? createKey(
        "to-turned",
        "Report wrong direction",
        () => showScreen("turned", { round: round.round }),
        {
          class: "wide quiet",
        },
      )
    : null;

// Whether one side says so and the other is asked: in which round, and whether this phone said it.
function findDirectionReport() {
  const asked = table.state.turned;
  return asked
    ? {
        ...asked,
        isMine:
          asked.phone === getOwnLabel() || (isPhoneOfOneSide() && asked.side === getOwnSide()),
      }
    : null;
}

export function renderDirectionNote() {
  const asked = findDirectionReport();
  if (!asked || ui.screen === "turned") return null;
  if (asked.isMine) {
    return createNote(
      "warn",
      `? You reported the wrong direction in round ${asked.round}. ` +
        "The other side hasn’t confirmed yet.",
    );
  }
  return createNote(
    "warn",
    createText("b", `? Did you sit in the wrong direction in round ${asked.round}? `),
    createKey("look-turned", "Check", () => showScreen("turned", { round: asked.round })),
  );
}

// It is sent at once and never waits: what is entered after it has other numbers.
async function sendDirection(turned, confirm) {
  if (turning.isSending) return;
  turning.isSending = true;
  const { round, ns, ew } = findRound(ui.round);
  const said = JSON.stringify({ round, ns, ew, turned, confirm, device, side: getOwnSide() });
  if (turning.said !== said) Object.assign(turning, { said, key: makeRandomText(16) });
  const { status, body } = await fetchJson("results", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...JSON.parse(said), key: turning.key }),
  });
  turning.isSending = false;
  if (status !== 200 && status !== 201) {
    turning.error =
      body && body.error ? body.error : "No network. Try again, or tell the director.";
    return draw();
  }
  Object.assign(turning, { error: "", said: "" });
  table.asked += 1; // an answer that is on its way is older than this
  table.state.turned = body.waits_for ? { round, phone: getOwnLabel(), side: getOwnSide() } : null;
  scheduleFetch(0);
  if (body.waits_for) setNote("Sent. The other side has been asked.");
  else if (body.turned) {
    setNote(`Round ${round}: directions swapped. Results moved with the pairs.`);
  } else setNote(`Round ${round} is unchanged.`);
  return showHome();
}

PAGES.turned = () => {
  const round = findRound(ui.round);
  const { labels, seats = {} } = round;
  const who = (name, at) => [
    createElement("dt", {}, SIDES[name]),
    createElement("dd", {}, `Pair ${formatPair(at, labels)}`, renderNames(at, seats || {})),
  ];
  const waiting = queue.waiting.length > 0;
  const asked = findDirectionReport();
  const isAsked = asked && asked.round === round.round && !asked.isMine;
  const label =
    isAsked || canConfirmHere()
      ? "Confirm"
      : `Send to ${SIDES[getOtherSide(getOwnSide())] || "the opponents"}`;
  return {
    title: "Wrong direction?",
    about: `Round ${round.round}, table ${table.state.table}`,
    back: showHome,
    main: [
      isAsked
        ? createText("p", "The other side says you sat like this:", { class: "ask" })
        : createText("p", "Report this if you sat like this:", { class: "ask" }),
      createElement("dl", { class: "places sides" }, who("ns", "ew"), who("ew", "ns")),
      createText("p", "Results stay with the seats and count for those who sat there."),
      createElement(
        "ul",
        { class: "boards" },
        listBoards(round.round)
          .filter(isEntered)
          .map((board) =>
            createElement(
              "li",
              {},
              createElement(
                "div",
                { class: "row" },
                createText("b", `Board ${board.board}`),
                createElement(
                  "span",
                  { class: "made" },
                  renderShortResult(board.entry),
                  " ",
                  createText("span", formatGain(board), { class: "nowrap" }),
                ),
              ),
            ),
          ),
      ),
      turning.error ? createElement("p", { class: "say bad", role: "alert" }, turning.error) : null,
      waiting
        ? createNote("warn", "Results are waiting to be sent. Try again when all are sent.")
        : null,
      isAsked
        ? createKey("not-turned", "No, as planned", () => sendDirection(false, true), {
            class: "wide quiet",
          })
        : null,
      createKey(
        "call-turned",
        "Call the director",
        () => callDirector(`Round ${round.round}: wrong direction?`),
        { class: "wide quiet" },
      ),
      isAsked || !canConfirmHere()
        ? null
        : createText("p", "Opponents: is this right?", { class: "ask" }),
    ],
    primary:
      asked && asked.isMine
        ? null
        : createKey(
            "agree",
            label,
            () => sendDirection(true, Boolean(isAsked || canConfirmHere())),
            {
              class: "primary",
              "aria-disabled": String(waiting || performance.now() < ui.acceptsTapsFrom),
            },
          ),
  };
};
