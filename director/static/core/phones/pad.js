// Entering one board: contract and declarer, the lead where it is asked, tricks, and the check
// before it is sent. It goes on by itself; what was tapped is kept, and can be changed from the
// check.
"use strict";

const ALIVE_AFTER = 400; // milliseconds, so that no second tap agrees by mistake

const REASONS_WHY = ["no time", "wrong board", "cards mixed up"]; // a board was not played
const stepNames = {
  contract: "",
  lead: ": lead",
  tricks: ": result",
  honours: ": honours",
  check: ": check",
};
const draft = () => ui.draft;
const seatsNow = (round) => roundOf(round).seats || null;

function openPad(
  round,
  number,
  {
    entry = null,
    lead = "",
    change = false,
    field = "",
    outside = Boolean((boardOf(round, number) || {}).outside),
  } = {},
) {
  const filled = entry && entry.kind !== "other" ? { ...entry } : {};
  const { ns, ew } = roundOf(round);
  ui.draft = {
    round,
    ns,
    ew,
    board: number,
    doubled: 0,
    lead: "",
    typed: "",
    before: entry ? writtenOf(entry) + lead : "",
    ...filled,
    change,
    field,
    outside,
  };
  if (lead) ui.draft.lead = lead;
  else if (entry && entry.kind === "played") ui.draft.lead = "skip";
  keepDraft();
  ui.error = "";
  show("pad", { step: field || stepOf(ui.draft) });
}

const keepDraft = () => (ui.draft ? keeping.put("draft", ui.draft) : keeping.drop("draft"));
const isTouched = () =>
  Boolean(
    ui.draft &&
    (ui.draft.level ||
      ui.draft.denomination ||
      ui.draft.declarer ||
      ui.draft.kind ||
      ui.draft.typed ||
      ui.draft.tricks !== undefined),
  );

// Whether what was begun is about the pairs who play that board of that round here by now.
function isOfNow({ round, ns, ew, board }) {
  const now = roundOf(round);
  return now.round === round && now.ns === ns && now.ew === ew && Boolean(boardOf(round, board));
}

const isWithoutContract = (now) => ["passed", "not-played", "later", "score"].includes(now.kind);

// The first step of which something is missing.
function stepOf(now) {
  if (isWithoutContract(now)) return "check";
  if (game() === "whist") return now.tricks === undefined ? "tricks" : "check";
  if (!now.level || !now.denomination || !now.declarer) return "contract";
  if (settings().lead === "asked" && now.lead.length < 2) return "lead";
  if (now.tricks === undefined) return "tricks";
  return scale() && now.honours === undefined ? "honours" : "check";
}

function entryOf(now) {
  if (now.kind === "passed" || now.kind === "later") return { kind: now.kind };
  if (now.kind === "not-played") {
    return { kind: "not-played", reason: now.reason || REASONS_WHY[0] };
  }
  if (game() === "whist") return { kind: "tricks", tricks: now.tricks };
  const { level, denomination, doubled, declarer, tricks, honours, holder } = now;
  if (now.kind === "score") return { kind: "score", score: now.score, declarer, honours, holder };
  const played = { kind: "played", level, denomination, doubled, declarer, tricks };
  return scale() ? { ...played, honours, holder } : played;
}

const leadOf = (now) => (entryOf(now).kind === "played" && now.lead.length === 2 ? now.lead : "");

// Take a tap: the part of the draft that it sets, and on to the next step once this one is
// complete.
function tap(parts, goesOn = true) {
  Object.assign(ui.draft, parts, { typed: "" });
  if (scale()) askHonoursAgain(ui.draft);
  ui.error = "";
  const step = goesOn ? stepOf(ui.draft) : ui.step;
  if (step === "check" && goesOn) ui.draft.field = "";
  keepDraft();
  if (step === ui.step) return draw();
  show("pad", { step });
}

function typed(words) {
  const said = read(words, game());
  Object.assign(ui.draft, { typed: words });
  ui.error = said.error || "";
  if (said.error) return draw();
  tap({ kind: "", lead: said.lead || ui.draft.lead, ...said.entry });
}

function send() {
  const now = ui.draft;
  /** @type {Record<string, any>} */
  const body = { board: now.board, ns: now.ns, ew: now.ew, ...bodyOf(entryOf(now), leadOf(now)) };
  if (agreesHere()) body.confirm = true;
  if (now.change) body.change = true;
  if (now.outside) body.outside = true;
  if (mySide()) body.side = mySide();
  for (const item of queue.all) {
    if (item.refused && item.board === now.board && item.round === now.round) {
      keeping.drop(item.name);
    }
  }
  keeping.put("opened", Math.max(keeping.get("opened") || 0, now.round));
  queue.add("results", body, now);
  ui.draft = null;
  keepDraft();
  const isShown =
    isOwnPhone() || now.change || now.round !== table.state.round || settings().others === "board";
  if (isShown) show("board", { round: now.round, board: now.board });
  else home();
}

const PAD = {
  contract() {
    const now = ui.draft;
    const pick = (field, value, label, name) =>
      key(`${field}-${value}`, label, () => tap({ [field]: value, kind: "" }), {
        "aria-label": name,
        "aria-pressed": String(now[field] === value),
      });
    const open = boardsOf(now.round).filter((board) => !isIn(board) && board.board !== now.board);
    return [
      open.length && settings().order === "free" && !now.change
        ? group(
            "Another board",
            "others",
            text("span", "or board"),
            open.map((board) =>
              key(`to-${board.board}`, board.board, () => openPad(now.round, board.board), {
                class: "quiet",
                disabled: isTouched(),
                "aria-label": `Board ${board.board}`,
              }),
            ),
          )
        : null,
      group(
        "Level",
        "pad levels",
        [1, 2, 3, 4, 5, 6, 7].map((level) => pick("level", level, level, `Level ${level}`)),
      ),
      group(
        "Suit",
        "pad five",
        DENOMINATIONS.map((letter) =>
          pick("denomination", letter, suit(letter), SUIT_WORDS[letter]),
        ),
      ),
      group(
        "Declarer",
        "pad declarer",
        Object.keys(SEATS).map((seat) => {
          const name = (seatsNow(now.round) || {})[seat] || "";
          const label = [text("b", SEATS[seat]), name ? text("span", name) : ""];
          return key(`declarer-${seat}`, label, () => tap({ declarer: seat, kind: "" }), {
            class: `at-${seat}`,
            "aria-pressed": String(now.declarer === seat),
          });
        }),
      ),
      doubling(),
      group(
        "No contract",
        "pad three",
        key("passed", "Passed out", () => tap({ kind: "passed" })),
        notPlayedKeys(),
      ),
      stepOf(now) === "contract" ? null : key("on", "Next", () => tap({}), { class: "wide quiet" }),
      typeBox(scale() ? `3HS+1 NS${honoursIn("H")[0]}, +221, PASS` : "4SS=, 3NTXE-2, PASS"),
    ];
  },

  lead() {
    const pick = (id, part, label, name) =>
      key(id, label, () => take(part), {
        "aria-label": name,
        "aria-pressed": String(
          Object.values(part).some((value) => Object.values(ui.lead).includes(value)),
        ),
      });
    const take = (part) => {
      Object.assign(ui.lead, part);
      return ui.lead.suit && ui.lead.rank ? tap({ lead: ui.lead.suit + ui.lead.rank }) : draw();
    };
    return [
      make("p", { class: "ask" }, contractText(), `. Which card did ${leaderText()} lead?`),
      group(
        "Suit of the lead",
        "pad four",
        ["C", "D", "H", "S"].map((letter) =>
          pick(`lead-${letter}`, { suit: letter }, suit(letter), SUIT_WORDS[letter]),
        ),
      ),
      group(
        "Card of the lead",
        "pad five",
        RANKS.map((letter) =>
          pick(
            `rank-${letter}`,
            { rank: letter },
            letter === "T" ? "10" : letter,
            RANK_WORDS[letter] || letter,
          ),
        ),
      ),
      key("skip", "Skip lead", () => tap({ lead: "skip" }), { class: "wide quiet" }),
    ];
  },

  tricks() {
    if (game() === "whist") return whistTricks();
    const { level, tricks } = ui.draft;
    const [made, down] = [[], []];
    for (let total = level + 6; total <= 13; total++) made.push(total);
    for (let total = level + 5; total >= 0; total--) down.push(total);
    const pick = (total) => {
      const over = overText(total - level - 6);
      let words = "just made";
      if (total < level + 6) words = `${level + 6 - total} down`;
      else if (total > level + 6) words = `${total - level - 6} over`;
      const [first, second] = settings().result === "total" ? [total, over] : [over, total];
      const label = [text("b", first), text("small", second)];
      return key(`tricks-${total}`, label, () => tap({ tricks: total }), {
        "aria-label": `${words}, ${tricksText(total)}`,
        "aria-pressed": String(tricks === total),
      });
    };
    return [
      make(
        "p",
        { class: "ask" },
        contractText(),
        settings().result === "total" ? ": tricks in all" : "",
      ),
      group("Made", "pad five made-keys", text("h2", "✓ Made"), made.map(pick)),
      group("Down", "pad five down-keys", text("h2", "− Down"), down.map(pick)),
      doubling(),
    ];
  },

  honours: honoursKeys,

  check() {
    const now = ui.draft;
    const [entry, lead] = [entryOf(now), leadOf(now)];
    const score = scoreOf(entry, boardOf(now.round, now.board).vulnerable);
    return [
      make(
        "p",
        { class: "sentence" },
        text("span", `Board ${now.board}: `),
        sentence(entry, { lead, score, seats: seatsNow(now.round) }),
      ),
      entry.kind === "not-played" ? reasons() : null,
      now.change
        ? say(
            "warn",
            isAsBefore()
              ? "Nothing has changed yet. Tap what was wrong."
              : "This replaces the earlier result.",
          )
        : null,
      agreesHere() ? text("p", "Opponents: is this right?", { class: "ask" }) : null,
      changeKeys(now.round, now.board, { entry, lead, change: now.change }),
      key(
        "cancel",
        now.change ? "Cancel" : "Start again",
        () => (now.change ? leavePad() : openPad(now.round, now.board)),
        { class: "wide quiet" },
      ),
    ];
  },
};

// Whether the opponents give their word on this phone.
const agreesHere = () =>
  settings().confirm === "same" || (settings().confirm === "own" && !isOwnPhone());
const isAsBefore = () =>
  ui.draft.change && ui.draft.before === writtenOf(entryOf(ui.draft)) + leadOf(ui.draft);

// What the key says that sends an entry: to whom it goes, or that this phone's word settles it.
function sendLabel() {
  if (agreesHere()) return "Confirm";
  return isOwnPhone() ? `Send to ${SIDES[otherSide(mySide())]}` : "Send";
}

// The last tap: at the foot of the page, where no key of the pads lies, and not alive at once.
function agreeKey() {
  const label = sendLabel();
  return key("agree", label, send, {
    class: "primary",
    "aria-disabled": String(isAsBefore() || performance.now() < ui.aliveAt),
  });
}

// “4♠ × by South”, of what was tapped so far.
function contractText() {
  const { level, denomination, doubled, declarer } = ui.draft;
  const words = `${level} ${suitWord(ui.draft)} ${DOUBLED[doubled]} by ${SEATS[declarer]}`;
  return heardAs(
    words,
    make("b", {}, level, suit(denomination), doubled ? ` ${"×".repeat(doubled)}` : ""),
    ` by ${SEATS[declarer]}`,
  );
}

const leaderText = () => SEATS["NESW"["NESW".indexOf(ui.draft.declarer) + 1] || "N"];

function whistTricks() {
  const keys = Array.from({ length: 14 }, (_, ns) =>
    key(
      `tricks-${ns}`,
      [text("b", ns), text("small", 13 - ns)],
      () => tap({ tricks: ns, kind: "" }),
      {
        "aria-label": `N-S ${tricksText(ns)}, E-W ${13 - ns}`,
        "aria-pressed": String(ui.draft.tricks === ns),
      },
    ),
  );
  return [
    make(
      "p",
      { class: "ask" },
      "How many tricks did ",
      text("b", "N-S"),
      " win? E-W tricks are below.",
    ),
    group("Tricks of N-S", "pad five", keys),
    group("No tricks", "pad two", notPlayedKeys()),
    typeBox("8 or 8-5"),
  ];
}

function notPlayedKeys() {
  const mayWait = !ui.draft.change && !ui.draft.outside;
  return [
    key("not-played", "Not played", () => tap({ kind: "not-played" })),
    mayWait ? key("later", "Play later", () => tap({ kind: "later" })) : null,
  ];
}

function doubling() {
  const names = [
    ["–", "Not doubled"],
    ["×", "Doubled"],
    ["××", "Redoubled"],
  ];
  return group(
    "Doubling",
    "pad three",
    names.map(([label, name], doubled) =>
      key(`doubled-${doubled}`, label, () => tap({ doubled }, false), {
        "aria-label": name,
        "aria-pressed": String(ui.draft.doubled === doubled),
      }),
    ),
  );
}

function reasons() {
  const { reason } = entryOf(ui.draft);
  return group(
    "Why not",
    "pad three",
    REASONS_WHY.map((name) =>
      key(`why-${name[0]}`, name, () => tap({ reason: name }, false), {
        "aria-pressed": String(reason === name),
      }),
    ),
  );
}

function typeBox(example) {
  const box = make("input", {
    id: "typed",
    name: "typed",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    enterkeyhint: "go",
    "aria-describedby": "typed-help typed-error",
    "aria-invalid": ui.error ? "true" : null,
  });
  box.value = ui.draft.typed;
  box.addEventListener("input", () => Object.assign(ui.draft, { typed: box.value }));
  const form = make(
    "form",
    { class: "type" },
    make("label", { for: "typed" }, "Or type it ", text("small", example, { id: "typed-help" })),
    make("div", { class: "beside" }, box, make("button", { class: "quiet" }, "OK")),
    text("p", ui.error, { id: "typed-error", class: ui.error ? "say bad" : "", role: "alert" }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.value.trim()) typed(box.value);
  });
  return form;
}

// One key for each part of what was entered: it opens that part alone.
function changeKeys(round, number, { entry, lead, change }) {
  const open = (field) => () => {
    if (ui.screen !== "pad") return openPad(round, number, { entry, lead, change, field });
    ui.draft.field = field;
    return show("pad", { step: field });
  };
  const part = (field, name, ...label) =>
    key(`change-${field}`, [text("small", name), make("span", {}, label)], open(field), {
      class: "quiet",
    });
  const keys =
    entry.kind !== "played"
      ? [
          part(
            game() === "whist" ? "tricks" : "contract",
            "Result",
            entry.kind === "tricks" ? `N-S ${entry.tricks}` : signs(entry),
          ),
        ]
      : [
          part(
            "contract",
            "Contract",
            entry.level,
            suit(entry.denomination),
            ` ${"×".repeat(entry.doubled)} by ${entry.declarer}`,
          ),
          part("tricks", "Result", overText(entry.tricks - entry.level - 6)),
          scale() ? part("honours", "Honours", entry.honours ? honoursText(entry) : "none") : null,
          settings().lead === "asked"
            ? part("lead", "Lead", lead ? cardSigns(lead) : "none")
            : null,
        ];
  return group("Change", "change", text("h2", "Change"), keys);
}

// A step back; from the first one, back to where it began.
function stepBack() {
  const now = ui.draft;
  if (now.change) return leavePad();
  if (now.field) {
    now.field = "";
    return show("pad", { step: stepOf(now) });
  }
  const steps = padSteps();
  const at = ui.step === "check" ? steps.length : steps.indexOf(ui.step);
  if (at <= 0) return show("round");
  if (isWithoutContract(now)) return openPad(now.round, now.board);
  return show("pad", { step: steps[at - 1] });
}

function padSteps() {
  if (game() === "whist") return ["tricks"];
  const steps = ["contract"];
  if (settings().lead === "asked") steps.push("lead");
  steps.push("tricks");
  if (scale()) steps.push("honours");
  return steps;
}

function leavePad() {
  const { round, board } = ui.draft;
  ui.draft = null;
  keepDraft();
  show("board", { round, board });
}
