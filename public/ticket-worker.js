/*
 * Service worker of the guest's booking page; its scope is the path of that page. Caches the page without its token, so
 * that the codes stored by the page (src/booking/view/saved-tickets.ts) are shown offline.
 */
const STORE = `muster-ticket-page ${new URL(self.registration.scope).pathname}`;
const PAGE = '/booking.html';
/** Milliseconds after which a silent network counts as offline: the guest is waiting at the meeting point. */
const PATIENCE = 4000;

addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page sends the list of its files. */
addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

async function keep(addresses) {
  const store = await caches.open(STORE);
  const wanted = new Set([PAGE, ...addresses].map((one) => new URL(one, location.origin)).filter(isOurs).map(({ pathname }) => pathname));
  const had = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(
    [...wanted].map(async (path) => {
      // A file with a hash in its name never changes.
      if (had.has(path) && path.startsWith('/assets/')) return;
      const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
      if (answer.ok) await store.put(path, answer.redirected ? new Response(await answer.blob(), answer) : answer);
    }),
  );
  // The files of the old page are deleted once the new page is complete.
  await Promise.all([...had].filter((path) => !wanted.has(path)).map((path) => store.delete(path)));
}

/** Files of the page, without personal data. */
function isOurs({ origin, pathname }) {
  return origin === location.origin && (pathname === PAGE || /^\/(?:assets|icons)\/[^/]+$|^\/first-paint\.js$/.test(pathname));
}

const kept = (path) => caches.open(STORE).then((store) => store.match(path));

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request, PAGE));
  else if (isOurs(url) && url.pathname.startsWith('/assets/')) event.respondWith(kept(url.pathname).then((found) => found ?? fetch(request)));
  else if (isOurs(url)) event.respondWith(fromNetwork(request, url.pathname));
});

/** Returns the network's response, or the cached one if offline or too slow. */
async function fromNetwork(request, path) {
  const asked = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([asked.catch(() => null), late]);
  return first ?? (await kept(path)) ?? asked;
}
