// The service worker of a table's page. Over https it keeps the page, so that the page opens
// without a network too. Entries are kept elsewhere, in the storage of the page.
"use strict";

const STORE = "table";
const PAGE_FILES = ["./", "../table.js", "/static/core/table.css"];
// Results and the table's state are never answered from the store.
const STORED_DESTINATIONS = ["document", "script", "style", "image"];

self.addEventListener("install", (event) => event.waitUntil(storePage()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isStored = STORED_DESTINATIONS.includes(request.destination);
  if (request.method === "GET" && isStored) event.respondWith(answerRequest(request));
});

async function storePage() {
  const store = await caches.open(STORE);
  await store.addAll(PAGE_FILES);
  await self.skipWaiting();
}

// Return the program's answer, or its last one if it can't be reached.
async function answerRequest(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request.url, response.clone());
    return response;
  } catch (error) {
    const storedResponse = await store.match(request.url);
    if (storedResponse) return storedResponse;
    throw error;
  }
}
