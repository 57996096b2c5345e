// Start a night: a typed name leaves the games that have it, and the suggested name follows the
// game until somebody types another.
"use strict";
{
  const games = document.querySelector(".games");
  const form = games.closest("form");
  const names = JSON.parse(form.dataset.names);
  const folds = [...games.querySelectorAll("details")];
  const choices = [...games.querySelectorAll("[data-words]")];
  const usual = new Map(folds.map((fold) => [fold, fold.open]));
  const nameBox = form.querySelector("[name=name]");
  const findBox = form.querySelector("[name=find]");
  const findChosen = () => games.querySelector("[name=game]:checked");

  function followGame() {
    if (Object.values(names).includes(nameBox.value)) nameBox.value = names[findChosen().value];
  }

  function filterGames() {
    const words = findBox.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const choice of choices) {
      const text = choice.dataset.words.toLowerCase();
      choice.hidden = !words.every((word) => text.includes(word));
    }
    const found = choices.filter((choice) => !choice.hidden);
    games.querySelector("[data-none]").hidden = found.length > 0;
    for (const fold of folds) {
      fold.hidden = !found.some((choice) => fold.contains(choice));
      fold.open = words.length ? !fold.hidden : usual.get(fold);
    }
    const boxes = found.map((choice) => choice.querySelector("input"));
    if (words.length && boxes.length && !boxes.some((box) => box.checked)) {
      boxes[0].checked = true;
      followGame();
    }
    // What is chosen stays in sight when the list is whole again.
    if (!words.length) findChosen()?.closest("details")?.setAttribute("open", "");
  }

  form.addEventListener("change", ({ target }) => {
    if (target.name === "game") followGame();
  });
  findBox.addEventListener("input", filterGames);
}
