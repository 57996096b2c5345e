// Asks now and then whether anything on the page of a pair is otherwise, and only then changes it.
"use strict";
{
  const usual = 15000;
  const most = 120000;
  let wait = usual;
  let shown = document.body.dataset.tag;
  const showStatus = (text) => {
    const heard = document.getElementById("heard");
    if (heard && heard.textContent !== text) heard.textContent = text;
  };
  async function fetchChanges() {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.href, { cache: "no-cache", credentials: "same-origin" });
      if (answer.status === 404) {
        return showStatus("This address no longer works. Ask the director for a new one.");
      }
      if (!answer.ok) throw new Error(answer.statusText);
      const tag = (answer.headers.get("ETag") || "").replace(/^W\/|"/g, "");
      if (tag !== shown) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        if (!page.body.querySelector(".own-rounds, #now")) return location.reload();
        document.getElementById("main").replaceWith(page.getElementById("main"));
      }
      shown = tag;
      wait = usual;
      showStatus("");
    } catch {
      wait = Math.min(wait * 2, most);
      showStatus("No connection. This page may be out of date.");
    }
  }
  async function keepFetching() {
    await fetchChanges();
    setTimeout(keepFetching, wait * (0.8 + 0.4 * Math.random()));
  }
  document.addEventListener("visibilitychange", fetchChanges);
  setTimeout(keepFetching, 1000);
}
