// Start a night. What is typed at Find hides the games that don't have it. The suggested name of
// the night follows the chosen game until somebody types a name.

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

form.addEventListener("change", ({ target }) => {
  if (target.name === "game") suggestName();
});
findBox.addEventListener("input", filterGames);
