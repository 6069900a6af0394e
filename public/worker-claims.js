// Part of the app's worker: takes over a page that asks for it (src/app/start/service-worker.ts).
addEventListener('message', (event) => {
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
});
