// The grid editor without its page: typing, swapping, turning and undoing cells, and continuing a movement by its rule.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import vm from "node:vm";

const FOLDER = new URL("../../director/additions/library/static/additions/library/grid_editor/", import.meta.url);
const MODULE_SYNTAX = /^(import \{[^}]*\} from "[^"]*";\n|export )/gm; // the two modules in one piece
const SCRIPTS = ["moving_rule.js", "edited_grid.js"]
  .map((name) => readFileSync(new URL(name, FOLDER), "utf8").replace(MODULE_SYNTAX, ""))
  .join("\n");
const context = vm.createContext({});
vm.runInContext(SCRIPTS, context);
const EditedGrid = vm.runInContext("EditedGrid", context);

/** A grid whose rounds are lines such as "1-4/1 2-5/2"; "-" is an empty cell, "^" turns one. */
function grid(lines, { contest = "pairs", rounds = lines.length } = {}) {
  const seats = contest === "individual" ? 4 : 2;
  const cells = lines.map((line) => line.split(" ").map(cell));
  while (cells.length < rounds) cells.push(cells[0].map(() => null));
  return new EditedGrid({ name: "Ours", contest, boards_per_set: 2, rounds: cells });

  function cell(text) {
    if (text === "-") return null;
    const [, typed, set, mark] = text.match(/^([\d-]*)\/(\d*)(\^?)$/);
    const numbers = typed.split("-").map(Number);
    while (numbers.length < seats) numbers.push(0);
    return { seats: numbers, set: Number(set), turned: mark === "^" };
  }
}

/** The rounds of `edited`, written as `grid` reads them. */
const written = (edited) =>
  Array.from(edited.rounds, (cells) =>
    cells.map((cell) => (EditedGrid.isEmptyCell(cell) ? "-" : `${cell.seats.join("-")}/${cell.set}${cell.turned ? "^" : ""}`)).join(" "),
  );

const THREE = ["1-4/1 2-5/2 3-6/3", "1-6/2 2-4/3 3-5/1", "1-5/3 2-6/1 3-4/2"];

describe("cells", () => {
  test("a number is typed, undone and redone", () => {
    const edited = grid(THREE);
    assert.equal(edited.typeNumber(0, 1, 1, 6), true);
    assert.equal(edited.typeNumber(0, 1, 2, 9), true);
    assert.equal(written(edited)[0], "1-4/1 2-6/9 3-6/3");
    edited.undo();
    assert.equal(written(edited)[0], "1-4/1 2-6/2 3-6/3");
    edited.undo();
    assert.deepEqual(written(edited), THREE);
    assert.equal(edited.undo(), false);
    edited.redo();
    edited.redo();
    assert.equal(edited.redo(), false);
    assert.equal(written(edited)[0], "1-4/1 2-6/9 3-6/3");
  });

  test("typing what is there already is no step", () => {
    const edited = grid(THREE);
    assert.equal(edited.typeNumber(0, 0, 0, 1), false);
    assert.equal(edited.undo(), false);
  });

  test("a new step forgets what was undone", () => {
    const edited = grid(THREE);
    edited.typeNumber(0, 0, 0, 7);
    edited.undo();
    edited.typeNumber(0, 0, 0, 8);
    assert.equal(edited.redo(), false);
  });

  test("a number that is typed figure by figure is one step", () => {
    const edited = grid(THREE);
    edited.typeNumber(0, 0, 0, 1);
    edited.typeNumber(0, 0, 0, 0);
    edited.typeNumber(0, 0, 0, 12);
    edited.endTyping();
    edited.typeNumber(0, 0, 0, 13);
    edited.undo();
    assert.equal(edited.readNumber(0, 0, 0), 12);
    edited.undo();
    assert.deepEqual(written(edited), THREE);
  });

  test("two cells are swapped with everything in them", () => {
    const edited = grid(["1-4/1^ 2-5/2", "- -"]);
    edited.swapCells({ round: 0, table: 0 }, { round: 1, table: 1 });
    assert.deepEqual(written(edited), ["- 2-5/2", "- 1-4/1^"]);
  });

  test("a turned cell has the pairs the other way round, and back", () => {
    const edited = grid(THREE);
    edited.turnCell(2, 0);
    assert.equal(written(edited)[2], "5-1/3^ 2-6/1 3-4/2");
    edited.turnCell(2, 0);
    assert.deepEqual(written(edited), THREE);
    edited.turnRound(1);
    assert.equal(written(edited)[1], "6-1/2^ 4-2/3^ 5-3/1^");
  });

  test("rounds and tables are added, removed and undone", () => {
    const edited = grid(THREE);
    edited.addRound();
    edited.addTable();
    assert.deepEqual([edited.rounds.length, edited.tableCount], [4, 4]);
    edited.removeTable(0);
    edited.removeRound(1);
    assert.deepEqual(written(edited), ["2-5/2 3-6/3 -", "2-6/1 3-4/2 -", "- - -"]);
    for (let step = 0; step < 4; step += 1) edited.undo();
    assert.deepEqual(written(edited), THREE);
  });

  test("the last round and table stay, and a grid has its limits", () => {
    const edited = grid(["1-2/1"]);
    assert.equal(edited.removeRound(0), false);
    assert.equal(edited.removeTable(0), false);
    const large = grid(["-"], { rounds: 200 });
    assert.equal(large.addRound(), false);
    for (let table = 1; table < 10; table += 1) assert.equal(large.addTable(), true);
    assert.equal(large.addTable(), false); // 2,000 cells
  });

  test("what is sent has null for an empty cell and keeps what it doesn't show", () => {
    const data = { name: "Ours", contest: "pairs", boards_per_set: 3, bye_stands: [[1, 2, 3]], rounds: [[{ seats: [1, 2], set: 1, copy: 2 }, null]] };
    const sent = JSON.parse(JSON.stringify(new EditedGrid(data)));
    assert.deepEqual(sent.rounds, [[{ seats: [1, 2], set: 1, turned: false, copy: 2 }, null]]);
    assert.deepEqual(sent.bye_stands, [[1, 2, 3]]);
  });
});

describe("the first round is numbered", () => {
  test("for pairs", () => {
    const edited = grid(["- - -"]);
    edited.numberFirstRound();
    assert.deepEqual(written(edited), THREE.slice(0, 1));
  });

  test("for players and teams", () => {
    const players = grid(["- -"], { contest: "individual" });
    players.numberFirstRound();
    assert.deepEqual(written(players), ["1-2-3-4/1 5-6-7-8/2"]);
    const teams = grid(["- - -"], { contest: "teams" });
    teams.numberFirstRound();
    assert.deepEqual(written(teams), ["1-2/1 2-3/2 3-1/3"]);
  });
});

describe("continue by rule", () => {
  const continued = (...given) => {
    const edited = grid(...given);
    const answer = edited.continueByRule();
    return { edited, ...answer };
  };

  test("a Mitchell goes on after two rounds", () => {
    const { edited, message } = continued(THREE.slice(0, 2), { rounds: 3 });
    assert.deepEqual(written(edited), THREE);
    assert.equal(message, "Round 3 is filled by rule: N-S stay, E-W up 1 table, set numbers up 1.");
    edited.undo();
    assert.equal(written(edited)[2], "- - -");
  });

  test("a Mitchell goes on after one table of round 2", () => {
    const { edited, message } = continued([THREE[0], "1-6/2 - -"], { rounds: 3 });
    assert.deepEqual(written(edited), THREE);
    assert.match(message, /^Rounds 2 to 3 are filled/);
  });

  test("a line in which nothing is typed stays", () => {
    const { edited } = continued([THREE[0], "0-6/2 - -"], { rounds: 3 });
    assert.deepEqual(written(edited), THREE);
  });

  test("a Howell goes on after two rounds, its sets counted round", () => {
    const howell = ["6-1/1 4-5/3 2-3/4", "6-2/2 5-1/4 3-4/5", "6-3/3 1-2/5 4-5/1", "6-4/4 2-3/1 5-1/2", "6-5/5 3-4/2 1-2/3"];
    const { edited, message } = continued(howell.slice(0, 2), { rounds: 5 });
    assert.deepEqual(written(edited), howell);
    assert.match(message, /^Rounds 3 to 5 are filled by rule: everybody follows the last move, set numbers up 1/);
  });

  test("the pair of a half table and the missing pair move too", () => {
    const half = ["1-4/1 2-5/2 3-0/3", "1-0/2 2-4/3 3-5/1"];
    const { edited } = continued(half, { rounds: 3 });
    assert.equal(written(edited)[2], "1-5/3 2-0/1 3-4/2");
  });

  test("a pair that sits out away from the tables comes back", () => {
    const { edited } = continued(["1-2/1", "3-1/2"], { rounds: 3 });
    assert.equal(written(edited)[2], "2-3/3");
  });

  test("an arrow-switched round moves as if it were not turned", () => {
    const { edited } = continued([THREE[0], "6-1/2^ 4-2/3^ 5-3/1^"], { rounds: 3 });
    assert.equal(written(edited)[2], THREE[2]);
  });

  test("sets that go from table to table otherwise than by number follow their tables", () => {
    const { edited, message } = continued(["1-5/1 2-6/3 3-7/2 4-8/4", "1-8/3 2-5/2 3-6/4 4-7/1"], { rounds: 3 });
    assert.equal(written(edited)[2], "1-7/2 2-8/4 3-5/1 4-6/3");
    assert.match(message, /board sets from table to table/);
  });

  test("the halves of teams move each by themselves", () => {
    const { edited } = continued(["1-2/1 2-3/2 3-1/3", "1-3/2 2-1/3 3-2/1"], { contest: "teams", rounds: 3 });
    assert.equal(written(edited)[2], "1-1/3 2-2/1 3-3/2");
  });

  test("players move from seat to seat", () => {
    const rounds = ["8-1-7-3/1 4-2-5-6/1", "8-2-1-4/2 5-3-6-7/2"];
    const { edited } = continued(rounds, { contest: "individual", rounds: 3 });
    assert.equal(written(edited)[2], "8-3-2-5/3 6-4-7-1/3");
  });

  test("how everybody moved is told in words, if there is a rule", () => {
    const edited = grid(THREE);
    assert.deepEqual([0, 1, 2].map((round) => edited.describeMove(round)), ["", ...Array(2).fill("N-S stay, E-W up 1 table, set numbers up 1")]);
    edited.clearCell(2, 0);
    assert.equal(edited.describeMove(2), "");
  });

  for (const [name, lines, options, message] of [
    ["one round is too few", [THREE[0]], { rounds: 3 }, "Type round 1, and at least table 1 of round 2. Then continue by rule."],
    ["no round is left", THREE, {}, "The last round is filled. Add a round first."],
    ["no set is typed", [THREE[0], "1-6/ - -"], { rounds: 3 }, "Type the board set of table 1 in round 2 too. Then continue by rule."],
    ["a pair changes its line", [THREE[0], "6-1/2 - -"], { rounds: 3 }, "Not everybody moves alike. Type all of round 2, then continue by rule."],
    ["several sit out", ["1-2/1", "3-4/2"], { rounds: 3 }, "Several sit out in turn, which no rule tells. Type the other rounds."],
    ["sets have no rule", ["1-4/1 2-5/2 3-6/3", "1-6/2 2-4/1 3-5/5"], { rounds: 3 }, "The board sets of round 2 don’t follow from the round before by one rule. Type the other rounds."],
  ]) {
    test(`nothing is filled if ${name}`, () => {
      const { edited, isDone, message: told } = continued(lines, options);
      assert.deepEqual([isDone, told], [false, message]);
      assert.equal(edited.undo(), false);
    });
  }
});
