// Keys that change a part of an entry: one key for each part, which opens the step of that part.
import { formatHonours, getScale } from "./auction.js";
import { countOvertricks, formatOvertricks, normaliseLead } from "./bridge.js";
import { isLeadAsked, openPad } from "./draft.js";
import { createElement, createGroup, createKey, createText } from "./elements.js";
import { renderCard, renderDoubling, renderShortResult, renderSuit } from "./results.js";
import { isSetByDirector } from "./rounds.js";
import { getGame } from "./state.js";
import { showScreen, ui } from "./ui.js";

// `original` is what the keys change, as {entry, lead, isChange}: see `openPad`.
export function renderChangeKeys(round, boardNo, original) {
  const openPart = (part) => {
    if (ui.screen !== "pad") return openPad(round, boardNo, { ...original, part });
    ui.draft.editedPart = part;
    return showScreen("pad", { step: part });
  };
  const keys = listChangeableParts(original).map(({ part, title, label }) =>
    createKey(
      `change-${part}`,
      [createText("small", title), createElement("span", {}, label)],
      () => openPart(part),
      { class: "quiet" },
    ),
  );
  return createGroup("Change", "change", createText("h2", "Change"), keys);
}

function listChangeableParts({ entry, lead }) {
  if (entry.kind !== "played") {
    const part = getGame() === "whist" ? "tricks" : "contract";
    return [{ part, title: "Result", label: renderShortResult(entry) }];
  }
  const { level, denomination, doubled, declarer, honours } = entry;
  const contract = [
    level,
    renderSuit(denomination),
    renderDoubling(doubled),
    ` by ${declarer}`,
  ];
  /** @type {{part: string, title: string, label: any}[]} */
  const parts = [
    { part: "contract", title: "Contract", label: contract },
    { part: "tricks", title: "Result", label: formatOvertricks(countOvertricks(entry)) },
  ];
  if (getScale()) {
    const label = honours ? formatHonours(entry) : "none";
    parts.push({ part: "honours", title: "Honours", label });
  }
  if (isLeadAsked()) {
    parts.push({ part: "lead", title: "Lead", label: lead ? renderCard(lead) : "none" });
  }
  return parts;
}

// Return the keys that change the result of a board, or null if only the director may change it.
export function renderCorrectKeys(board) {
  const { entry, round, unsentItem } = board;
  if (!entry || entry.kind === "other" || isSetByDirector(board)) return null;
  const lead = normaliseLead(unsentItem ? unsentItem.body.lead : board.lead);
  return renderChangeKeys(round, board.board, { entry, lead, isChange: true });
}
