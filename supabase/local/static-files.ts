/** Serves the built app from `dist/` with the headers of production. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { withOrigin } from '../../build/embed-origin.ts';
import { otherLoopbackOrigin } from '../../src/lib/other-origin.ts';
import type { Database } from './database.ts';
import type { GuestPages } from './guest-pages.ts';
import {
  appHeaders,
  bookingHeaders,
  cacheControl,
  EMBED_SCRIPT,
  ANY_ORIGIN_HEADERS,
  isBookingPage,
  isPersonalPage,
  OTHER_SITE,
  otherSiteHeaders,
  type HeaderOptions,
} from './headers.ts';
import { documentFor } from './host-configuration.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
};
const COMPRESSED = new Set(['.html', '.js', '.mjs', '.css', '.json', '.webmanifest', '.map', '.svg', '.wasm', '.txt']);

type Encoding = 'br' | 'gzip' | 'identity';

interface Stored {
  modified: number;
  etag: string;
  type: string;
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
}

const etagOf = (body: Uint8Array) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

export class StaticFiles {
  readonly #cached = new Map<string, Stored>();

  constructor(
    private readonly folder: string,
    private readonly headers: HeaderOptions = {},
  ) {}

  /** Returns the file or the document of the route, or null if the app has not been built. */
  async serve(request: Request): Promise<Response | null> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method Not Allowed', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const path = pathOf(request.url);
    if (path === null) return this.#notFound();
    const file =
      path === EMBED_SCRIPT
        ? await this.#loadEmbedScript(new URL(request.url).origin)
        : path.endsWith('/')
          ? null
          : await this.#load(path);
    if (file) return this.#respond(request, { path, file });
    const document = extname(path) === '' ? documentFor(path) : null;
    if (document === null) return this.#notFound();
    const page = await this.#load(document);
    return page && this.#respond(request, { path: document, file: page, isPersonal: isPersonalPage(path) });
  }

  /** Returns access to the guest document, which is rendered with more content. */
  forGuests(database: Database): GuestPages {
    const readDocument = async () => {
      const file = await this.#load('/booking.html');
      return file?.bodies.identity ? new TextDecoder().decode(file.bodies.identity) : null;
    };
    return { database, headers: this.headers, readDocument };
  }

  async #load(path: string): Promise<Stored | null> {
    const full = join(this.folder, path);
    if (!full.startsWith(this.folder.endsWith(sep) ? this.folder : this.folder + sep)) return null;
    try {
      const about = await stat(full);
      if (!about.isFile()) return null;
      const cached = this.#cached.get(path);
      if (cached && cached.modified === about.mtimeMs) return cached;
      const body = new Uint8Array(await readFile(full));
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const stored: Stored = { modified: about.mtimeMs, etag: etagOf(body), type, bodies: { identity: body } };
      this.#cached.set(path, stored);
      return stored;
    } catch {
      return null;
    }
  }

  /** Writes the host's origin into the embed script, since a copy of the script cannot detect it. */
  async #loadEmbedScript(origin: string): Promise<Stored | null> {
    const file = await this.#load(EMBED_SCRIPT);
    const key = `${EMBED_SCRIPT} ${origin}`;
    const cached = this.#cached.get(key);
    if (!file?.bodies.identity || cached?.modified === file.modified) return cached ?? file;
    const body = new TextEncoder().encode(withOrigin(new TextDecoder().decode(file.bodies.identity), origin));
    const stored: Stored = { ...file, etag: etagOf(body), bodies: { identity: body } };
    this.#cached.set(key, stored);
    return stored;
  }

  async #respond(
    request: Request,
    { path, file, isPersonal = false }: { path: string; file: Stored; isPersonal?: boolean },
  ): Promise<Response> {
    const options = { ...this.headers, otherOrigin: otherLoopbackOrigin(new URL(request.url).origin) };
    const headersFor = isBookingPage(path) ? bookingHeaders : path === OTHER_SITE ? otherSiteHeaders : appHeaders;
    const headers = new Headers(headersFor(options));
    if (path === EMBED_SCRIPT) for (const [name, value] of Object.entries(ANY_ORIGIN_HEADERS)) headers.set(name, value);
    if (isPersonal) headers.set('X-Robots-Tag', 'noindex');
    headers.set('Content-Type', file.type);
    headers.set('Cache-Control', cacheControl(path));
    headers.set('ETag', file.etag);
    if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
    const compressible = COMPRESSED.has(extname(path));
    const encoding = compressible ? encodingFor(request.headers.get('accept-encoding')) : 'identity';
    if (compressible) headers.set('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding);
    const identity = file.bodies.identity ?? new Uint8Array();
    const body = (file.bodies[encoding] ??= await compress(identity, { encoding, quality: 5 }));
    headers.set('Content-Length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { headers });
  }

  #notFound(): Response {
    // A missing file may exist after the next deploy.
    return new Response('Not Found', {
      status: 404,
      headers: { ...appHeaders(this.headers), 'Cache-Control': 'no-store' },
    });
  }
}

/** Returns the decoded path, or null if it leaves the folder. */
function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    if (path.includes('\0') || path.includes('\\')) return null;
    return normalize(path) === path || normalize(path) === `${path}/` ? path : null;
  } catch {
    return null;
  }
}

export function encodingFor(accepted: string | null): Encoding {
  const names = new Set((accepted ?? '').split(',').map((part) => part.trim().split(';')[0]));
  return names.has('br') ? 'br' : names.has('gzip') ? 'gzip' : 'identity';
}

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export async function compress(
  body: Uint8Array<ArrayBuffer>,
  { encoding, quality }: { encoding: Encoding; quality: number },
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return body;
  const packed =
    encoding === 'br'
      ? await brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await gzipAsync(body, { level: Math.min(quality, 9) });
  return new Uint8Array(packed);
}
