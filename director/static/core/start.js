// Start a night. What is typed at Find hides the games that don't have it. The suggested name of
// the night follows the chosen game until somebody types a name. A typed name chooses a game by its
// words, as pairs in "Club pairs", until somebody chooses one.

const games = document.querySelector(".games");
const form = games.closest("form");
const suggestedNames = JSON.parse(form.dataset.names); // by game
const folds = [...games.querySelectorAll("details")];
const choices = [...games.querySelectorAll("[data-words]")];
const isOpenAtFirst = new Map(folds.map((fold) => [fold, fold.open]));
const nameBox = form.querySelector("[name=name]");
const findBox = form.querySelector("[name=find]");
const noneFoundLine = games.querySelector("[data-none]");
const findChosenGame = () => games.querySelector("[name=game]:checked");
const offeredGame = findChosenGame();
// Words that say no game, though names of nights have them.
const GENERAL_WORDS = new Set(["evening", "night", "party"]);
let isGameChosen = "wasSent" in form.dataset; // the chosen game stays

function suggestName() {
  const isSuggestion = Object.values(suggestedNames).includes(nameBox.value);
  if (isSuggestion) nameBox.value = suggestedNames[findChosenGame().value];
}

function filterGames() {
  const words = findBox.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const choice of choices) {
    const choiceText = choice.dataset.words.toLowerCase();
    choice.hidden = !words.every((word) => choiceText.includes(word));
  }
  const foundChoices = choices.filter((choice) => !choice.hidden);
  noneFoundLine.hidden = foundChoices.length > 0;
  for (const fold of folds) {
    fold.hidden = !foundChoices.some((choice) => fold.contains(choice));
    fold.open = words.length ? !fold.hidden : isOpenAtFirst.get(fold);
  }
  if (words.length) chooseFirst(foundChoices);
  // Without a search most folds close, but never that of the chosen game.
  else findChosenGame()?.closest("details")?.setAttribute("open", "");
}

// Choose the first found game, unless the chosen game is found too.
function chooseFirst(foundChoices) {
  const boxes = foundChoices.map((choice) => choice.querySelector("input"));
  if (!boxes.length || boxes.some((box) => box.checked)) return;
  boxes[0].checked = true;
  suggestName();
}

// Return the words of a name in the singular, without general words.
function splitName(name) {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const singularWords = words.map((word) => word.replace(/s$/, ""));
  return singularWords.filter((word) => !GENERAL_WORDS.has(word));
}

// Return how well a game fits the words of a typed name, 0 if not. Its group counts too, so that
// "whist" finds the whist drive before duplicate whist.
function rateChoice(choice, words) {
  const countShared = (name) => splitName(name).filter((word) => words.includes(word)).length;
  const shared = countShared(choice.dataset.nightName);
  return shared && shared + countShared(choice.dataset.group);
}

// Choose the game that fits the typed name best: of several the offered one, else the first. If no
// game fits, it is the offered one.
function chooseGameByName() {
  if (isGameChosen || findBox.value.trim()) return;
  const words = splitName(nameBox.value);
  const ratings = choices.map((choice) => rateChoice(choice, words));
  const bestRating = Math.max(...ratings);
  const boxes = choices
    .filter((_, index) => ratings[index] === bestRating)
    .map((choice) => choice.querySelector("[name=game]"));
  const box = boxes.includes(offeredGame) ? offeredGame : boxes[0];
  box.checked = true;
  box.closest("details")?.setAttribute("open", "");
}

form.addEventListener("change", ({ target }) => {
  if (target.name !== "game") return;
  isGameChosen = true;
  suggestName();
});
nameBox.addEventListener("input", chooseGameByName);
findBox.addEventListener("input", filterGames);
