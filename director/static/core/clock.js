// The round clock counts down to data-ends by the program's own time, which data-now tells.
"use strict";
{
  const clocks = new WeakMap();
  function updateClock() {
    const clock = document.querySelector("[data-ends]");
    if (!clock) return;
    if (!clocks.has(clock)) clocks.set(clock, Date.now() - Date.parse(clock.dataset.now));
    const left = Math.ceil(
      (Date.parse(clock.dataset.ends) + clocks.get(clock) - Date.now()) / 1000,
    );
    const [minutes, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
    clock.textContent = `${left < 0 ? "+" : ""}${minutes}:${String(seconds).padStart(2, "0")}`;
    clock.classList.toggle("over", left <= 0);
    clock.classList.toggle("last", left > 0 && left <= Number(clock.dataset.warn));
  }
  updateClock();
  setInterval(updateClock, 250);
  document.addEventListener("htmx:oobAfterSwap", updateClock);
}
