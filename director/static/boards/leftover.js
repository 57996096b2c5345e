// Step 5, what was entered and not stored before the page was closed: kept in the browser from the
// moment it waits until there is an answer, and sent again when any page of entry of the night is
// opened. Sending the same twice is safe; what somebody else has put there since is not written
// over.
"use strict";
/* global refreshLines, sending, showParts -- boards/turning.js */
/* global findBox -- boards/sending.js */
/* global showMessage -- core/desk.js */

const LEFTOVER = "kalamazoo.line.";

const leftover = {
  // Keep what is sent of a line: `fields` are its hidden boxes with the version that was seen, and
  // its text.
  store(path, name, fields) {
    try {
      localStorage.setItem(`${LEFTOVER}${path}#${name}`, JSON.stringify(fields));
    } catch {
      /* the page itself still keeps it */
    }
  },

  remove(path, name) {
    try {
      localStorage.removeItem(`${LEFTOVER}${path}#${name}`);
    } catch {
      /* was never there */
    }
  },

  // What is kept of the night of `page`, such as /sessions/12-B/…
  list(page) {
    const night = page.split("/").slice(0, 3).join("/");
    let names = [];
    try {
      names = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at));
    } catch {
      /* nothing is kept here */
    }
    return names
      .filter((name) => name.startsWith(`${LEFTOVER}${night}/`))
      .sort()
      .map((name) => {
        const [path, box] = name.slice(LEFTOVER.length).split("#");
        return { path, name: box, fields: JSON.parse(localStorage.getItem(name)) };
      });
  },

  // Send all of it, and say what became of it. Whoever types on meanwhile keeps what was typed:
  // only lines that were sent are brought up to date.
  async sendAll() {
    const [said, taken] = [[], []];
    for (const { path, name, fields } of this.list(location.pathname)) {
      const form = new FormData();
      for (const [field, value] of fields) form.append(field, value);
      const answer = await sending.fetchAnswer(path, () => form, { "HX-Request": "true" });
      if (!answer.ok && answer.status !== 422) continue; // signed out, say: it stays kept
      if (!sending.jobs.some((job) => job.path === path && findBox(job.line).name === name)) {
        this.remove(path, name);
      }
      const typed = new Map(fields).get(name);
      const lines = document.createElement("template");
      lines.innerHTML = await answer.text();
      const why = lines.content
        .querySelector(".refusal .say p")
        ?.textContent.trim()
        .replace(/\s+/g, " ");
      said.push(
        answer.ok
          ? `${typed} was entered before this page was closed and is now saved.`
          : `${typed} was not saved before the page was closed. ${why || ""}`,
      );
      if (!answer.ok) continue;
      taken.push(name);
      showParts(lines.content, path);
    }
    if (taken.length) await refreshLines(taken);
    if (said.length) showMessage(said.join(" "));
  },
};
