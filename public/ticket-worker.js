/*
 * Service worker of the guest's booking page; its scope is the path of that page. Caches the page without its token, so
 * that the codes stored by the page (src/booking/view/saved-tickets.ts) are shown offline.
 */
const CACHE = `muster-ticket-page ${new URL(self.registration.scope).pathname}`;
const PAGE = '/booking.html';
/** After this time without a response the device counts as offline: the guest is waiting at the meeting point. */
const NETWORK_TIMEOUT_MS = 4000;
const OTHER_FILES = /^\/(?:assets|icons)\/[^/]+$|^\/first-paint\.js$/;

addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Messages are handled one after the other, as the first one of a new page deletes the files of the old page. */
let work = Promise.resolve();

/** The page sends the files that it has loaded, and later those that it loads on demand. */
addEventListener('message', (event) => {
  const { cacheFiles, addFiles } = event.data ?? {};
  if (Array.isArray(cacheFiles)) work = work.then(() => cachePage(cacheFiles));
  else if (Array.isArray(addFiles)) work = work.then(() => addToCache(addFiles));
  work = work.catch(() => undefined);
  event.waitUntil(work);
});

async function cachePage(urls) {
  const cache = await caches.open(CACHE);
  const pageText = async () => (await cache.match(PAGE))?.text();
  const oldPage = await pageText();
  const oldPaths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  // The page comes last, so that after a failure the old one still has its files.
  const paths = await addToCache(urls);
  await addToCache([PAGE]);
  paths.add(PAGE);
  // Files loaded on demand are not in this list, so cached files are deleted only once there is another page.
  if ((await pageText()) !== oldPage)
    await Promise.all(oldPaths.filter((path) => !paths.has(path)).map((path) => cache.delete(path)));
}

/** Caches the files of the page among some URLs. Returns their paths. */
async function addToCache(urls) {
  const cache = await caches.open(CACHE);
  const pageFiles = urls.map((url) => new URL(url, location.origin)).filter(isPageFile);
  const paths = new Set(pageFiles.map(({ pathname }) => pathname));
  await Promise.all(
    [...paths].map(async (path) => {
      // A file with a hash in its name never changes.
      if (path.startsWith('/assets/') && (await cache.match(path))) return;
      const response = await fetch(path, { cache: 'no-cache', credentials: 'omit' });
      if (!response.ok) return;
      await cache.put(path, response.redirected ? new Response(await response.blob(), response) : response);
    }),
  );
  return paths;
}

/** Whether a URL is a file of the page; none contains personal data. */
function isPageFile({ origin, pathname }) {
  return origin === location.origin && (pathname === PAGE || OTHER_FILES.test(pathname));
}

const cached = (path) => caches.open(CACHE).then((cache) => cache.match(path));

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, PAGE));
  else if (!isPageFile(url)) return;
  else if (url.pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request, url.pathname));
  else event.respondWith(networkFirst(request, url.pathname));
});

const cacheFirst = async (request, path) => (await cached(path)) ?? fetch(request);

/** Returns the network's response, or the cached one if offline or too slow. */
async function networkFirst(request, path) {
  const network = fetch(request);
  const timeout = new Promise((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
  const response = await Promise.race([network.catch(() => null), timeout]);
  return response ?? (await cached(path)) ?? network;
}
