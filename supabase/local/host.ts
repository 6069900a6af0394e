/** Routes requests to the backend's services, the local pages and the built app. */
import { codesPage } from './codes-page.ts';
import type { Database } from './database.ts';
import { demoPeople } from './demo-people.ts';
import { FUNCTIONS_PATH, type Functions } from './functions/functions.ts';
import { guestPage } from './guest-pages.ts';
import { inboxPage } from './inbox-page.ts';
import type { MailBox } from './mail-box.ts';
import { patternsPage } from './patterns/patterns-page.ts';
import { PATTERNS_PATH } from './patterns/patterns-path.ts';
import { compress, encodingFor, type StaticFiles } from './static-files.ts';

export interface HostOptions {
  database: Database;
  functions: Functions;
  mail: MailBox;
  /** Whether the demo's accounts and printable codes are served. */
  demo: boolean;
  /** Null if the dev server serves the app. */
  files: StaticFiles | null;
}

const SERVICES = /^\/(?:rest|auth)\/v1(?:\/|$)/;
/** Paths of other hosted services: what no handler answers is a 404 and never the app. */
const OTHER_SERVICES = /^\/(?:functions|storage|realtime)\/v1(?:\/|$)/;

/** Returns whether a path belongs to the backend, for the dev server. */
export function isBackendPath(path: string): boolean {
  return SERVICES.test(path) || OTHER_SERVICES.test(path) || /^\/local(?:\/|$)/.test(path);
}

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export function createHost({
  database,
  functions,
  mail,
  demo,
  files,
}: HostOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (SERVICES.test(pathname)) return compressed(request, await database.fetch(request));
    const response = FUNCTIONS_PATH.test(pathname) ? await functions.handle(request) : null;
    if (response) return response;
    if (OTHER_SERVICES.test(pathname)) return json(404, { message: `Not found: ${pathname}` });
    if (pathname === '/local' || pathname.startsWith('/local/')) {
      if (pathname.startsWith('/local/pay/'))
        return (await functions.payPage(request)) ?? new Response('Not Found', { status: 404 });
      return (await localPage(request, pathname)) ?? new Response('Not Found', { status: 404 });
    }
    if (!files) return new Response('Not Found', { status: 404 });
    const guests = await guestPage(request, files.forGuests(database));
    if (guests) return compressed(request, guests);
    return (
      (await files.serve(request)) ??
      new Response('The app has not been built. Run npm run build, then reload.', { status: 503 })
    );
  };

  async function localPage(request: Request, pathname: string): Promise<Response | null> {
    if (request.method !== 'GET') return null;
    if (/^\/local\/inbox(?:\/|$)/.test(pathname)) return inboxPage(mail, new URL(request.url));
    if (pathname === PATTERNS_PATH || pathname.startsWith(`${PATTERNS_PATH}/`)) return patternsPage(request);
    // Answers also without the demo, as a 404 would log an error in every console.
    if (pathname === '/local/demo.json') return json(200, demo ? demoPeople() : { people: [], password: null });
    if (pathname === '/local/codes' && demo) return codesPage(database, new URL(request.url).searchParams);
    return null;
  }
}

const MIN_COMPRESSED_BYTES = 2048;

/** Compresses large responses, as a day's guest list is big and repetitive. */
async function compressed(request: Request, response: Response): Promise<Response> {
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const type = response.headers.get('content-type') ?? '';
  if (encoding === 'identity' || !/json|html|xml/.test(type) || response.headers.has('content-encoding'))
    return response;
  const body = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const hasNoBody = body.byteLength === 0 || request.method === 'HEAD';
  if (body.byteLength < MIN_COMPRESSED_BYTES)
    return new Response(hasNoBody ? null : body, { status: response.status, headers });
  headers.set('Content-Encoding', encoding);
  headers.append('Vary', 'Accept-Encoding');
  return new Response(await compress(body, { encoding, quality: 4 }), { status: response.status, headers });
}
