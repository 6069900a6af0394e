/*
 * The worker of a guest's own booking, and of nothing else: its scope is the path of that page. It keeps the page, without any
 * address of it, so that the codes that the page itself keeps (src/booking/view/saved-tickets.ts) are shown where there is no network.
 */
const STORE = `muster-ticket-page ${new URL(self.registration.scope).pathname}`;
const PAGE = '/booking.html';
/** A network that does not answer for this long is none: whoever stands at the meeting point has no time. */
const PATIENCE = 4000;

addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** The page says what it is made of. */
addEventListener('message', (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

async function keep(addresses) {
  const store = await caches.open(STORE);
  const wanted = new Set([PAGE, ...addresses].map((one) => new URL(one, location.origin)).filter(isOurs).map(({ pathname }) => pathname));
  const had = new Set((await store.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all(
    [...wanted].map(async (path) => {
      // A name with a hash in it is right for good.
      if (had.has(path) && path.startsWith('/assets/')) return;
      const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
      if (answer.ok) await store.put(path, answer.redirected ? new Response(await answer.blob(), answer) : answer);
    }),
  );
  // What an older page was made of goes when the new one is here whole.
  await Promise.all([...had].filter((path) => !wanted.has(path)).map((path) => store.delete(path)));
}

/** Files of the page; nothing that says anything of anybody. */
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

/** From the network; without one, or without an answer in time, what is kept. */
async function fromNetwork(request, path) {
  const asked = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const first = await Promise.race([asked.catch(() => null), late]);
  return first ?? (await kept(path)) ?? asked;
}
