// Rounds and boards as this phone sees them: what the program has stored, and the entries that this
// phone hasn't sent yet.
//
// A board has the fields that the program sends, and these:
// - `round`: the number of its round
// - `entry`: the entry that counts here, or null
// - `unsentItem`: the item of the queue with its entry, if it waits to be sent
// - `refusedItem`: the item of the queue that the program refused, if there is one
import { findEntry, parseStoredResult } from "./entries.js";
import { getSettings, isOwnReport, isPhoneOfOneSide, queue, table } from "./state.js";
import { storage } from "./storage.js";

// Earlier rounds with boards that are played later or aren't confirmed yet.
export const listLaterRounds = () => table.state.later || [];
export const listKnownRounds = () =>
  [table.state, table.state.left, ...listLaterRounds()].filter(Boolean);
export const isKnownRound = (number) => listKnownRounds().some(({ round }) => round === number);
export const findRound = (number) =>
  listKnownRounds().find((round) => round.round === number) || table.state;
// The names of the players by seat, if names are known.
export const findSeats = (round) => findRound(round).seats || null;

// Return a board as the program sent it.
export const findBoard = (round, number) =>
  [...findRound(round).boards, ...findOutsideBoards(round)].find((board) => board.board === number);

export const listBoards = (round) => mergeUnsentEntries(round, findRound(round).boards);
export const listOutsideBoards = (round) => mergeUnsentEntries(round, findOutsideBoards(round));
const listAllBoards = (round) => [...listBoards(round), ...listOutsideBoards(round)];
// Return a board with the entries of this phone.
export const findMergedBoard = (round, number) =>
  listAllBoards(round).find((board) => board.board === number);

function mergeUnsentEntries(round, boards) {
  const items = queue.all.filter((item) => item.round === round && item.path === "results");
  const refusedItems = items.filter((item) => item.refused);
  const unsentItems = items.filter((item) => !item.refused);
  return boards.map((board) => {
    const isOfBoard = (item) => item.board === board.board;
    const unsentItem = unsentItems.filter(isOfBoard).pop();
    const movingItem = unsentItems.filter((item) => item.body.from === board.board).pop();
    if (movingItem && !unsentItem) {
      const playedBoard = findBoard(round, movingItem.board);
      return { ...board, ...getSwappedResult(movingItem, playedBoard), round };
    }
    const refusedItem = refusedItems.filter(isOfBoard).pop();
    return { ...board, round, unsentItem, refusedItem, entry: findEntry(board, unsentItem) };
  });
}

// Return the result of a board whose own result is being moved to `playedBoard`: the two boards
// swap their results.
function getSwappedResult(movingItem, { state, result, lead }) {
  if (state === "empty") {
    const noEntry = { entry: null, unsentItem: null };
    return { state, result: "", score: null, entered: "", asked: null, ...noEntry };
  }
  const unsentItem = { ...movingItem, body: { result, lead } };
  return { unsentItem, entry: parseStoredResult(result) };
}

const VULNERABLE = ["none", "ns", "ew", "all"];

// Make a board that isn't scheduled at this table. Law 2 fixes the dealer and the vulnerability:
// they repeat every 16 boards.
export function makeBareBoard(number) {
  const index = number - 1;
  return {
    board: number,
    state: "empty",
    result: "",
    score: null,
    lead: "",
    entered: "",
    asked: null,
    phone: "",
    side: "",
    dealer: "NESW"[index % 4],
    vulnerable: VULNERABLE[(index + Math.floor(index / 4)) % 4],
    outside: true,
  };
}

// Return the boards outside the schedule of `round` that the program knows or that somebody is
// entering on this phone.
function findOutsideBoards(round) {
  const storedBoards = (table.state.outside || [])
    .filter((board) => board.round === round)
    .map((board) => ({ ...board, pairs: [board.ns, board.ew] }));
  const localBoard = storage.get("outside");
  if (!localBoard || localBoard.round !== round) return storedBoards;
  const isStored = storedBoards.some((board) => board.board === localBoard.board);
  return isStored ? storedBoards : [...storedBoards, makeBareBoard(localBoard.board)];
}

export function isEntered(board) {
  if (board.state !== "empty" || board.unsentItem) return true;
  const { asked, shown } = board;
  return Boolean(asked && (asked.from || (asked.dispute && shown)));
}

export function isSetByDirector({ fixed, state, entry }) {
  const isNotPlayed = entry && entry.kind === "not-played";
  return fixed || (state === "artificial" && !isNotPlayed);
}

// Return the boards of a round that somebody still has to enter now.
export function listOpenBoards(round = table.state.round) {
  // The director has entered the result of the match, so nobody enters its boards.
  if (findRound(round).reported) return [];
  return listBoards(round).filter((board) => !isEntered(board) && !board.later);
}

export const isRoundEntered = () => table.state.boards.length > 0 && !listOpenBoards().length;
export const hasEnteredBoards = () => listOpenBoards().length < table.state.boards.length;

// Return the value of a board that the opponents still have to confirm, or null:
// - `isMine`: whether this phone's side gave the value
// - `isDirectorsTurn`: whether other results were shown here, so only the director may decide
// - `isChange`: whether the value would replace a stored result
// - `isDispute`: whether both sides gave a value, and the opponents can't settle it
export function findPending(board) {
  if (board.unsentItem || board.refusedItem) return null;
  const isChange = Boolean(board.asked);
  if (!isChange && getSettings().confirm === "nobody") return null;
  if (!isChange && board.state !== "waiting") return null;
  const value = board.asked || board;
  const movedFrom = value.from ? findBoard(board.round, value.from) : null;
  const isShown = Boolean(board.shown || (movedFrom && movedFrom.shown));
  const isDirectorsTurn = isChange && isShown;
  return {
    value,
    isMine: isPhoneOfOneSide() && isOwnReport(value),
    isDirectorsTurn,
    isChange,
    isDispute: isDirectorsTurn || Boolean(value.dispute),
  };
}

// Return the first board that this phone's side has to confirm.
export function findBoardToConfirm() {
  if (!isPhoneOfOneSide()) return null;
  const boards = listKnownRounds().flatMap(({ round }) => listAllBoards(round));
  return boards.find((board) => {
    const pending = board.agreed ? null : findPending(board);
    return pending && !pending.isMine && !pending.isDispute;
  });
}
