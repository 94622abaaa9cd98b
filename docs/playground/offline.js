// Keeps the page for when there is no network: what was loaded once is there. With a network, the newest files are taken.
const KEPT = "playground";

self.addEventListener("fetch", (event) => {
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    try {
      const response = await fetch(event.request);
      if (response.ok && event.request.method === "GET") await kept.put(event.request, response.clone());
      return response;
    } catch (error) {
      const found = await kept.match(event.request, { ignoreSearch: true });
      if (found) return found;
      throw error;
    }
  })());
});

// The files that the page has loaded before its worker was there.
self.addEventListener("install", (event) => {
  const files = ["index.html", "../../style.css", "playground.css", "playground.js", "tickle.js", "hands.js", "presets.json", "libtickle.wasm.gz"];
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(files)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
