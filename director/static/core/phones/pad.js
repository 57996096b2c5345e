// Entering one board: contract and declarer, the lead where it is asked, tricks, and the check
// before it is sent. It goes on by itself; what was tapped is kept, and can be changed from the
// check.
import {
  clearImpossibleHonours,
  formatHonours,
  getScale,
  listHonours,
  renderHonoursStep,
} from "./auction.js";
import {
  DENOMINATIONS,
  DOUBLED,
  RANKS,
  RANK_WORDS,
  SEATS,
  SIDES,
  SUIT_WORDS,
  describeSuit,
  formatEntry,
  formatOvertricks,
  formatTricks,
  getOtherSide,
  parseEntry,
  scoreEntry,
} from "./bridge.js";
import {
  createElement,
  createGroup,
  createKey,
  createNote,
  createText,
  renderCard,
  renderResult,
  renderShortResult,
  renderSuit,
  withSpokenText,
} from "./parts.js";
import {
  findBoard,
  findRound,
  getGame,
  getOwnSide,
  getSettings,
  isEntered,
  isPhoneOfOneSide,
  listBoards,
  makeBody,
  queue,
  table,
} from "./state.js";
import { storage } from "./storage.js";
import { draw, showHome, showScreen, ui } from "./table.js";

export const ALIVE_AFTER = 400; // milliseconds, so that no second tap agrees by mistake

const REASONS_WHY = ["no time", "wrong board", "cards mixed up"]; // a board was not played
export const stepNames = {
  contract: "",
  lead: ": lead",
  tricks: ": result",
  honours: ": honours",
  check: ": check",
};
export const findSeats = (round) => findRound(round).seats || null;

export function openPad(
  round,
  number,
  {
    entry = null,
    lead = "",
    change = false,
    field = "",
    outside = Boolean((findBoard(round, number) || {}).outside),
  } = {},
) {
  const filled = entry && entry.kind !== "other" ? { ...entry } : {};
  const { ns, ew } = findRound(round);
  ui.draft = {
    round,
    ns,
    ew,
    board: number,
    doubled: 0,
    lead: "",
    typed: "",
    before: entry ? formatEntry(entry) + lead : "",
    ...filled,
    change,
    field,
    outside,
  };
  if (lead) ui.draft.lead = lead;
  else if (entry && entry.kind === "played") ui.draft.lead = "skip";
  storeDraft();
  ui.error = "";
  showScreen("pad", { step: field || findStep(ui.draft) });
}

export const storeDraft = () =>
  ui.draft ? storage.store("draft", ui.draft) : storage.remove("draft");
export const isDraftBegun = () =>
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
export function isStillPlayed({ round, ns, ew, board }) {
  const now = findRound(round);
  return now.round === round && now.ns === ns && now.ew === ew && Boolean(findBoard(round, board));
}

const isWithoutContract = (now) => ["passed", "not-played", "later", "score"].includes(now.kind);

// The first step of which something is missing.
export function findStep(now) {
  if (isWithoutContract(now)) return "check";
  if (getGame() === "whist") return now.tricks === undefined ? "tricks" : "check";
  if (!now.level || !now.denomination || !now.declarer) return "contract";
  if (getSettings().lead === "asked" && now.lead.length < 2) return "lead";
  if (now.tricks === undefined) return "tricks";
  return getScale() && now.honours === undefined ? "honours" : "check";
}

function makeEntry(now) {
  if (now.kind === "passed" || now.kind === "later") return { kind: now.kind };
  if (now.kind === "not-played") {
    return { kind: "not-played", reason: now.reason || REASONS_WHY[0] };
  }
  if (getGame() === "whist") return { kind: "tricks", tricks: now.tricks };
  const { level, denomination, doubled, declarer, tricks, honours, holder } = now;
  if (now.kind === "score") return { kind: "score", score: now.score, declarer, honours, holder };
  const played = { kind: "played", level, denomination, doubled, declarer, tricks };
  return getScale() ? { ...played, honours, holder } : played;
}

const getLead = (now) =>
  makeEntry(now).kind === "played" && now.lead.length === 2 ? now.lead : "";

// Take a tap: the part of the draft that it sets, and on to the next step once this one is
// complete.
export function applyTap(parts, goesOn = true) {
  Object.assign(ui.draft, parts, { typed: "" });
  if (getScale()) clearImpossibleHonours(ui.draft);
  ui.error = "";
  const step = goesOn ? findStep(ui.draft) : ui.step;
  if (step === "check" && goesOn) ui.draft.field = "";
  storeDraft();
  if (step === ui.step) return draw();
  showScreen("pad", { step });
}

function applyTyped(words) {
  const typed = parseEntry(words, getGame());
  Object.assign(ui.draft, { typed: words });
  ui.error = typed.error || "";
  if (typed.error) return draw();
  applyTap({ kind: "", lead: typed.lead || ui.draft.lead, ...typed.entry });
}

function sendDraft() {
  const now = ui.draft;
  /** @type {Record<string, any>} */
  const body = {
    board: now.board,
    ns: now.ns,
    ew: now.ew,
    ...makeBody(makeEntry(now), getLead(now)),
  };
  if (canConfirmHere()) body.confirm = true;
  if (now.change) body.change = true;
  if (now.outside) body.outside = true;
  if (getOwnSide()) body.side = getOwnSide();
  for (const item of queue.all) {
    if (item.refused && item.board === now.board && item.round === now.round) {
      storage.remove(item.name);
    }
  }
  storage.store("opened", Math.max(storage.get("opened") || 0, now.round));
  queue.add("results", body, now);
  ui.draft = null;
  storeDraft();
  const isShown =
    isPhoneOfOneSide() ||
    now.change ||
    now.round !== table.state.round ||
    getSettings().others === "board";
  if (isShown) showScreen("board", { round: now.round, board: now.board });
  else showHome();
}

export const PAD = {
  contract() {
    const now = ui.draft;
    const pick = (field, value, label, name) =>
      createKey(`${field}-${value}`, label, () => applyTap({ [field]: value, kind: "" }), {
        "aria-label": name,
        "aria-pressed": String(now[field] === value),
      });
    const open = listBoards(now.round).filter(
      (board) => !isEntered(board) && board.board !== now.board,
    );
    return [
      open.length && getSettings().order === "free" && !now.change
        ? createGroup(
            "Another board",
            "others",
            createText("span", "or board"),
            open.map((board) =>
              createKey(`to-${board.board}`, board.board, () => openPad(now.round, board.board), {
                class: "quiet",
                disabled: isDraftBegun(),
                "aria-label": `Board ${board.board}`,
              }),
            ),
          )
        : null,
      createGroup(
        "Level",
        "pad levels",
        [1, 2, 3, 4, 5, 6, 7].map((level) => pick("level", level, level, `Level ${level}`)),
      ),
      createGroup(
        "Suit",
        "pad five",
        DENOMINATIONS.map((letter) =>
          pick("denomination", letter, renderSuit(letter), SUIT_WORDS[letter]),
        ),
      ),
      createGroup(
        "Declarer",
        "pad declarer",
        Object.keys(SEATS).map((seat) => {
          const name = (findSeats(now.round) || {})[seat] || "";
          const label = [createText("b", SEATS[seat]), name ? createText("span", name) : ""];
          return createKey(
            `declarer-${seat}`,
            label,
            () => applyTap({ declarer: seat, kind: "" }),
            {
              class: `at-${seat}`,
              "aria-pressed": String(now.declarer === seat),
            },
          );
        }),
      ),
      renderDoubling(),
      createGroup(
        "No contract",
        "pad three",
        createKey("passed", "Passed out", () => applyTap({ kind: "passed" })),
        renderNotPlayedKeys(),
      ),
      findStep(now) === "contract"
        ? null
        : createKey("on", "Next", () => applyTap({}), { class: "wide quiet" }),
      renderTypeBox(
        getScale() ? `3HS+1 NS${listHonours("H")[0]}, +221, PASS` : "4SS=, 3NTXE-2, PASS",
      ),
    ];
  },

  lead() {
    const pick = (id, part, label, name) =>
      createKey(id, label, () => take(part), {
        "aria-label": name,
        "aria-pressed": String(
          Object.values(part).some((value) => Object.values(ui.lead).includes(value)),
        ),
      });
    const take = (part) => {
      Object.assign(ui.lead, part);
      return ui.lead.suit && ui.lead.rank
        ? applyTap({ lead: ui.lead.suit + ui.lead.rank })
        : draw();
    };
    return [
      createElement(
        "p",
        { class: "ask" },
        renderContract(),
        `. Which card did ${getLeader()} lead?`,
      ),
      createGroup(
        "Suit of the lead",
        "pad four",
        ["C", "D", "H", "S"].map((letter) =>
          pick(`lead-${letter}`, { suit: letter }, renderSuit(letter), SUIT_WORDS[letter]),
        ),
      ),
      createGroup(
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
      createKey("skip", "Skip lead", () => applyTap({ lead: "skip" }), { class: "wide quiet" }),
    ];
  },

  tricks() {
    if (getGame() === "whist") return renderWhistTricks();
    const { level, tricks } = ui.draft;
    const [made, down] = [[], []];
    for (let total = level + 6; total <= 13; total++) made.push(total);
    for (let total = level + 5; total >= 0; total--) down.push(total);
    const pick = (total) => {
      const over = formatOvertricks(total - level - 6);
      let words = "just made";
      if (total < level + 6) words = `${level + 6 - total} down`;
      else if (total > level + 6) words = `${total - level - 6} over`;
      const [first, second] = getSettings().result === "total" ? [total, over] : [over, total];
      const label = [createText("b", first), createText("small", second)];
      return createKey(`tricks-${total}`, label, () => applyTap({ tricks: total }), {
        "aria-label": `${words}, ${formatTricks(total)}`,
        "aria-pressed": String(tricks === total),
      });
    };
    return [
      createElement(
        "p",
        { class: "ask" },
        renderContract(),
        getSettings().result === "total" ? ": tricks in all" : "",
      ),
      createGroup("Made", "pad five made-keys", createText("h2", "✓ Made"), made.map(pick)),
      createGroup("Down", "pad five down-keys", createText("h2", "− Down"), down.map(pick)),
      renderDoubling(),
    ];
  },

  honours: renderHonoursStep,

  check() {
    const now = ui.draft;
    const [entry, lead] = [makeEntry(now), getLead(now)];
    const score = scoreEntry(entry, findBoard(now.round, now.board).vulnerable);
    return [
      createElement(
        "p",
        { class: "sentence" },
        createText("span", `Board ${now.board}: `),
        renderResult(entry, { lead, score, seats: findSeats(now.round) }),
      ),
      entry.kind === "not-played" ? renderReasons() : null,
      now.change
        ? createNote(
            "warn",
            isUnchanged()
              ? "Nothing has changed yet. Tap what was wrong."
              : "This replaces the earlier result.",
          )
        : null,
      canConfirmHere() ? createText("p", "Opponents: is this right?", { class: "ask" }) : null,
      renderChangeKeys(now.round, now.board, { entry, lead, change: now.change }),
      createKey(
        "cancel",
        now.change ? "Cancel" : "Start again",
        () => (now.change ? leavePad() : openPad(now.round, now.board)),
        { class: "wide quiet" },
      ),
    ];
  },
};

// Whether the opponents give their word on this phone.
export const canConfirmHere = () =>
  getSettings().confirm === "same" || (getSettings().confirm === "own" && !isPhoneOfOneSide());
const isUnchanged = () =>
  ui.draft.change && ui.draft.before === formatEntry(makeEntry(ui.draft)) + getLead(ui.draft);

// What the key says that sends an entry: to whom it goes, or that this phone's word settles it.
export function getSendLabel() {
  if (canConfirmHere()) return "Confirm";
  return isPhoneOfOneSide() ? `Send to ${SIDES[getOtherSide(getOwnSide())]}` : "Send";
}

// The last tap: at the foot of the page, where no key of the pads lies, and not alive at once.
export function renderSendKey() {
  const label = getSendLabel();
  return createKey("agree", label, sendDraft, {
    class: "primary",
    "aria-disabled": String(isUnchanged() || performance.now() < ui.acceptsTapsFrom),
  });
}

// “4♠ × by South”, of what was tapped so far.
export function renderContract() {
  const { level, denomination, doubled, declarer } = ui.draft;
  const words = `${level} ${describeSuit(ui.draft)} ${DOUBLED[doubled]} by ${SEATS[declarer]}`;
  return withSpokenText(
    words,
    createElement(
      "b",
      {},
      level,
      renderSuit(denomination),
      doubled ? ` ${"×".repeat(doubled)}` : "",
    ),
    ` by ${SEATS[declarer]}`,
  );
}

const getLeader = () => SEATS["NESW"["NESW".indexOf(ui.draft.declarer) + 1] || "N"];

function renderWhistTricks() {
  const keys = Array.from({ length: 14 }, (_, ns) =>
    createKey(
      `tricks-${ns}`,
      [createText("b", ns), createText("small", 13 - ns)],
      () => applyTap({ tricks: ns, kind: "" }),
      {
        "aria-label": `N-S ${formatTricks(ns)}, E-W ${13 - ns}`,
        "aria-pressed": String(ui.draft.tricks === ns),
      },
    ),
  );
  return [
    createElement(
      "p",
      { class: "ask" },
      "How many tricks did ",
      createText("b", "N-S"),
      " win? E-W tricks are below.",
    ),
    createGroup("Tricks of N-S", "pad five", keys),
    createGroup("No tricks", "pad two", renderNotPlayedKeys()),
    renderTypeBox("8 or 8-5"),
  ];
}

function renderNotPlayedKeys() {
  const mayWait = !ui.draft.change && !ui.draft.outside;
  return [
    createKey("not-played", "Not played", () => applyTap({ kind: "not-played" })),
    mayWait ? createKey("later", "Play later", () => applyTap({ kind: "later" })) : null,
  ];
}

function renderDoubling() {
  const names = [
    ["–", "Not doubled"],
    ["×", "Doubled"],
    ["××", "Redoubled"],
  ];
  return createGroup(
    "Doubling",
    "pad three",
    names.map(([label, name], doubled) =>
      createKey(`doubled-${doubled}`, label, () => applyTap({ doubled }, false), {
        "aria-label": name,
        "aria-pressed": String(ui.draft.doubled === doubled),
      }),
    ),
  );
}

function renderReasons() {
  const { reason } = makeEntry(ui.draft);
  return createGroup(
    "Why not",
    "pad three",
    REASONS_WHY.map((name) =>
      createKey(`why-${name[0]}`, name, () => applyTap({ reason: name }, false), {
        "aria-pressed": String(reason === name),
      }),
    ),
  );
}

function renderTypeBox(example) {
  const box = createElement("input", {
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
  const form = createElement(
    "form",
    { class: "type" },
    createElement(
      "label",
      { for: "typed" },
      "Or type it ",
      createText("small", example, { id: "typed-help" }),
    ),
    createElement(
      "div",
      { class: "beside" },
      box,
      createElement("button", { class: "quiet" }, "OK"),
    ),
    createText("p", ui.error, {
      id: "typed-error",
      class: ui.error ? "say bad" : "",
      role: "alert",
    }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.value.trim()) applyTyped(box.value);
  });
  return form;
}

// One key for each part of what was entered: it opens that part alone.
export function renderChangeKeys(round, number, { entry, lead, change }) {
  const open = (field) => () => {
    if (ui.screen !== "pad") return openPad(round, number, { entry, lead, change, field });
    ui.draft.field = field;
    return showScreen("pad", { step: field });
  };
  const part = (field, name, ...label) =>
    createKey(
      `change-${field}`,
      [createText("small", name), createElement("span", {}, label)],
      open(field),
      {
        class: "quiet",
      },
    );
  const keys =
    entry.kind !== "played"
      ? [
          part(
            getGame() === "whist" ? "tricks" : "contract",
            "Result",
            entry.kind === "tricks" ? `N-S ${entry.tricks}` : renderShortResult(entry),
          ),
        ]
      : [
          part(
            "contract",
            "Contract",
            entry.level,
            renderSuit(entry.denomination),
            ` ${"×".repeat(entry.doubled)} by ${entry.declarer}`,
          ),
          part("tricks", "Result", formatOvertricks(entry.tricks - entry.level - 6)),
          getScale()
            ? part("honours", "Honours", entry.honours ? formatHonours(entry) : "none")
            : null,
          getSettings().lead === "asked"
            ? part("lead", "Lead", lead ? renderCard(lead) : "none")
            : null,
        ];
  return createGroup("Change", "change", createText("h2", "Change"), keys);
}

// A step back; from the first one, back to where it began.
export function goBack() {
  const now = ui.draft;
  if (now.change) return leavePad();
  if (now.field) {
    now.field = "";
    return showScreen("pad", { step: findStep(now) });
  }
  const steps = listSteps();
  const index = ui.step === "check" ? steps.length : steps.indexOf(ui.step);
  if (index <= 0) return showScreen("round");
  if (isWithoutContract(now)) return openPad(now.round, now.board);
  return showScreen("pad", { step: steps[index - 1] });
}

function listSteps() {
  if (getGame() === "whist") return ["tricks"];
  const steps = ["contract"];
  if (getSettings().lead === "asked") steps.push("lead");
  steps.push("tricks");
  if (getScale()) steps.push("honours");
  return steps;
}

function leavePad() {
  const { round, board } = ui.draft;
  ui.draft = null;
  storeDraft();
  showScreen("board", { round, board });
}
