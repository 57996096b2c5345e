// Wrong direction: one side says so, the other agrees, and the results go with the pairs.
"use strict";

const turning = { error: "", key: "", said: "", isSending: false };

const mayTurn = (round) =>
  table.state.called === "pair" &&
  !table.state.players &&
  Boolean(round.ns) &&
  !isOnPaper() &&
  !table.state.over &&
  !boardsOf(round.round).some((board) => isDirectors(board));
const turnKey = (round) =>
  mayTurn(round)
    ? key("to-turned", "Report wrong direction", () => show("turned", { round: round.round }), {
        class: "wide quiet",
      })
    : null;

// Whether one side says so and the other is asked: in which round, and whether this phone said it.
function turnAsked() {
  const asked = table.state.turned;
  return asked
    ? { ...asked, isMine: asked.phone === myPhone() || (isOwnPhone() && asked.side === mySide()) }
    : null;
}

function turnNote() {
  const asked = turnAsked();
  if (!asked || ui.screen === "turned") return null;
  if (asked.isMine) {
    return say(
      "warn",
      `? You reported the wrong direction in round ${asked.round}. ` +
        "The other side hasn’t confirmed yet.",
    );
  }
  return say(
    "warn",
    text("b", `? Did you sit in the wrong direction in round ${asked.round}? `),
    key("look-turned", "Check", () => show("turned", { round: asked.round })),
  );
}

// It is sent at once and never waits: what is entered after it has other numbers.
async function sendTurned(turned, confirm) {
  if (turning.isSending) return;
  turning.isSending = true;
  const { round, ns, ew } = roundOf(ui.round);
  const said = JSON.stringify({ round, ns, ew, turned, confirm, device, side: mySide() });
  if (turning.said !== said) Object.assign(turning, { said, key: randomText(16) });
  const { status, body } = await ask("results", {
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
  table.state.turned = body.waits_for ? { round, phone: myPhone(), side: mySide() } : null;
  askSoon(0);
  if (body.waits_for) noteNext("Sent. The other side has been asked.");
  else if (body.turned) {
    noteNext(`Round ${round}: directions swapped. Results moved with the pairs.`);
  } else noteNext(`Round ${round} is unchanged.`);
  return home();
}

PAGES.turned = () => {
  const round = roundOf(ui.round);
  const { labels, seats = {} } = round;
  const who = (name, at) => [
    make("dt", {}, SIDES[name]),
    make("dd", {}, `Pair ${pairText(at, labels)}`, namesText(at, seats || {})),
  ];
  const waiting = queue.waiting.length > 0;
  const asked = turnAsked();
  const isAsked = asked && asked.round === round.round && !asked.isMine;
  const label =
    isAsked || agreesHere()
      ? "Confirm"
      : `Send to ${SIDES[otherSide(mySide())] || "the opponents"}`;
  return {
    title: "Wrong direction?",
    about: `Round ${round.round}, table ${table.state.table}`,
    back: home,
    main: [
      isAsked
        ? text("p", "The other side says you sat like this:", { class: "ask" })
        : text("p", "Report this if you sat like this:", { class: "ask" }),
      make("dl", { class: "places sides" }, who("ns", "ew"), who("ew", "ns")),
      text("p", "Results stay with the seats and count for those who sat there."),
      make(
        "ul",
        { class: "boards" },
        boardsOf(round.round)
          .filter(isIn)
          .map((board) =>
            make(
              "li",
              {},
              make(
                "div",
                { class: "row" },
                text("b", `Board ${board.board}`),
                make(
                  "span",
                  { class: "made" },
                  signs(board.entry),
                  " ",
                  text("span", gainOf(board), { class: "nowrap" }),
                ),
              ),
            ),
          ),
      ),
      turning.error ? make("p", { class: "say bad", role: "alert" }, turning.error) : null,
      waiting ? say("warn", "Results are waiting to be sent. Try again when all are sent.") : null,
      isAsked
        ? key("not-turned", "No, as planned", () => sendTurned(false, true), {
            class: "wide quiet",
          })
        : null,
      key(
        "call-turned",
        "Call the director",
        () => callDirector(`Round ${round.round}: wrong direction?`),
        { class: "wide quiet" },
      ),
      isAsked || !agreesHere() ? null : text("p", "Opponents: is this right?", { class: "ask" }),
    ],
    primary:
      asked && asked.isMine
        ? null
        : key("agree", label, () => sendTurned(true, Boolean(isAsked || agreesHere())), {
            class: "primary",
            "aria-disabled": String(waiting || performance.now() < ui.aliveAt),
          }),
  };
};
