// Where the page is served over https, this worker keeps it, so that it opens without a network
// too. What was entered lies elsewhere: in the page's own storage.
"use strict";

const STORE = "table";
const PAGE = ["./", "../table.js", "/static/core/table.css"];
const KEPT = ["document", "script", "style", "image"]; // results and news go past it

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(PAGE))
      .then(() => self.skipWaiting()),
  );
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && KEPT.includes(request.destination)) {
    event.respondWith(fresh(request));
  }
});

// What the program answers, else what it answered the last time.
async function fresh(request) {
  const store = await caches.open(STORE);
  try {
    const answer = await fetch(request);
    if (answer.ok) await store.put(request.url, answer.clone());
    return answer;
  } catch (trouble) {
    const kept = await store.match(request.url);
    if (kept) return kept;
    throw trouble;
  }
}
