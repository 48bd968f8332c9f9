// Keeps the files of the page, so that it opens without a network. A new version of the page has another name here, and takes the place
// of the old one as a whole.
const version = /* @__PURE__ */ VERSION, files = FILES;  // make.mjs fills in both

addEventListener('install', (event) => event.waitUntil((async () => {
  const kept = await caches.open(version);
  await kept.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
  await skipWaiting();
})()));

addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== version) await caches.delete(name);
  await clients.claim();
})()));

addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith((async () => {
    const kept = await caches.open(version);
    return (await kept.match(event.request, { ignoreSearch: event.request.mode === 'navigate' })) ?? fetch(event.request);
  })());
});
