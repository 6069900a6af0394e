/**
 * The local host and the generated configuration for other hosts answer alike. nginx and Caddy are tested where they
 * are installed.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headersFile } from '../../supabase/local/headers-file.ts';
import { caddyFile, nginxFile, redirectsFile } from '../../supabase/local/host-configuration.ts';
import { StaticFiles } from '../../supabase/local/static-files.ts';
import { ROUTES } from '../../src/app/routing/routes.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';

const OPTIONS = { supabaseOrigin: 'https://project.supabase.co', embedders: ['https://hotel.example'] };
const [APP, GUESTS] = ['the app', 'the guests’ pages'];
const FILES: Record<string, string> = {
  'index.html': APP,
  '404.html': APP,
  'booking.html': GUESTS,
  'other-site.html': 'another site',
  'sw.js': '// worker',
  'embed.js': '// embed',
  'manifest.webmanifest': '{}',
  'assets/app-AbCd1234.js': '// app',
  'icons/icon-192.png': 'png',
};

interface Row {
  path: string;
  /** Expected body; null for a 404. */
  body: string | null;
  cache?: string | RegExp;
  isFramed?: boolean;
  isPersonal?: boolean;
  /** Whether other sites may load it as a module. */
  isForEverySite?: boolean;
}
const NO_CACHE = /no-cache|no-store/;
const TABLE: Row[] = [
  ...ROUTES.filter(({ document }) => document === undefined).map(({ path }) => ({
    path: path.replace(':company', 'c1'),
    body: APP,
  })),
  { path: '/da/check-in', body: APP },
  { path: '/it', body: APP },
  { path: '/en/impersonate/c1', body: APP },
  { path: '/all', body: GUESTS, isFramed: true },
  { path: '/es/all', body: GUESTS, isFramed: true },
  { path: '/booking/isolated/walks', body: GUESTS, isFramed: true },
  { path: '/en/booking/isolated/next/walks', body: GUESTS, isFramed: true },
  { path: '/booking/view/token', body: GUESTS, isFramed: true, isPersonal: true },
  { path: '/da/booking/isolated/payment/p1', body: GUESTS, isFramed: true, isPersonal: true },
  { path: '/assets/app-AbCd1234.js', body: '// app', cache: /immutable/ },
  { path: '/sw.js', body: '// worker' },
  { path: '/embed.js', body: '// embed', isForEverySite: true },
  { path: '/manifest.webmanifest', body: '{}' },
  { path: '/icons/icon-192.png', body: 'png' },
  { path: '/assets/gone-AbCd1234.js', body: null },
  { path: '/assets/gone', body: null },
  { path: '/functions/v1/mail', body: null },
  { path: '/functions', body: null },
  { path: '/rest/v1/companies', body: null },
  { path: '/old-sw.js', body: null },
  { path: '/old.webmanifest', body: null },
  { path: '/icons/gone', body: null },
];

let folder = '';
const closing: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-hosting-'));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, 'dist', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'dist', name), text);
  }
  execFileSync('chmod', ['-R', 'a+rX', folder]);
});
afterAll(async () => {
  for (const close of closing) await close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

type Get = (path: string) => Promise<Response>;
async function running(child: ChildProcess, port: number): Promise<Get> {
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  closing.push(() => child.kill());
  const get: Get = (path) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  await eventually(
    async () =>
      child.exitCode === null
        ? get('/').then(
            ({ status }) => status,
            () => null,
          )
        : output,
    (seen) => seen === 200 || typeof seen === 'string',
  );
  expect(child.exitCode, output).toBeNull();
  return get;
}
const isInstalled = (command: string) =>
  (process.env['PATH'] ?? '').split(':').some((place) => existsSync(join(place, command)));

async function nginx(): Promise<Get> {
  const port = await freePort();
  writeFileSync(join(folder, 'muster.conf'), nginxFile(OPTIONS));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1; events {}
     http { include /etc/nginx/mime.types; access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
       fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}/dist; include ${folder}/muster.conf; } }`,
  );
  return running(
    spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] }),
    port,
  );
}

async function caddy(): Promise<Get> {
  const port = await freePort();
  writeFileSync(join(folder, 'muster.caddy'), caddyFile(OPTIONS));
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\troot * ${folder}/dist\n\timport ${folder}/muster.caddy\n}\n`,
  );
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  return running(child, port);
}

const asPattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()[\]{}|\\]/g, String.raw`\$&`).replaceAll(String.raw`\*`, '.*')}$`);

/**
 * Applies `_redirects` and `_headers` like Cloudflare Pages (packages/pages-shared/asset-server in
 * cloudflare/workers-sdk): exact rules, then patterns, before any file; documents are requested without ".html";
 * 404.html if nothing matches.
 */
function pages(): Get {
  const redirects = redirectsFile(ROUTES)
    .trim()
    .split('\n')
    .map((line) => line.split(' ') as [string, string, string]);
  expect(redirects.every(([, , status]) => status === '200')).toBe(true);
  // Limits of Cloudflare Pages.
  expect(redirects.filter(([from]) => from.includes('*')).length).toBeLessThanOrEqual(100);
  const blocks = headersFile(OPTIONS)
    .trim()
    .split('\n\n')
    .map((block) => block.split('\n').map((line) => line.trim()) as [string, ...string[]]);
  expect(blocks.length).toBeLessThanOrEqual(100);
  const rules = [
    ...redirects.filter(([from]) => !from.includes('*')),
    ...redirects.filter(([from]) => from.includes('*')),
  ];
  return async (path) => {
    const [, to = path] = rules.find(([from]) => asPattern(from).test(path)) ?? [];
    const names = to.endsWith('/') ? [`${to}index.html`] : [to, `${to}.html`];
    const name = names.map((candidate) => candidate.slice(1)).find((candidate) => candidate in FILES);
    const headers = new Headers();
    for (const [from, ...lines] of blocks.filter(([pattern]) => asPattern(pattern).test(path))) {
      expect(from).toMatch(/^\//);
      for (const line of lines) {
        const [header, ...value] = line.split(': ');
        if (line.startsWith('! ')) headers.delete(line.slice(2));
        else headers.append(header!, value.join(': '));
      }
    }
    return new Response(FILES[name ?? '404.html']!, { status: name === undefined ? 404 : 200, headers });
  };
}

function local(): Get {
  const files = new StaticFiles(join(folder, 'dist'), OPTIONS);
  return async (path) => (await files.serve(new Request(`http://127.0.0.1${path}`)))!;
}

const HOSTS: [string, () => Get | Promise<Get>, boolean][] = [
  ['the local host', local, true],
  ['_redirects and _headers', pages, true],
  ['nginx', nginx, isInstalled('nginx')],
  ['Caddy', caddy, isInstalled('caddy')],
];

describe.each(HOSTS)('%s', (name, open, isInstalled) => {
  test.runIf(isInstalled)(
    `serves each path with the status, content and headers of the table${isInstalled ? '' : ` (left out without ${name})`}`,
    async () => {
      const get = await open();
      const responses = await Promise.all(
        TABLE.map(async ({ path, cache }) => {
          const response = await get(path);
          const text = await response.text();
          const policy = response.headers.get('content-security-policy') ?? '';
          const cacheControl = response.headers.get('cache-control') ?? '';
          const isFound = response.status === 200;
          return {
            path,
            status: response.status,
            body: isFound ? text : null,
            isFramed: isFound && /frame-ancestors 'self'.* https:\/\/hotel\.example/.test(policy),
            isProtected: (response.headers.get('x-content-type-options') ?? '').startsWith('nosniff'),
            isPersonal: response.headers.get('x-robots-tag') === 'noindex',
            isForEverySite: response.headers.get('access-control-allow-origin') === '*',
            isCachedAsExpected: isFound
              ? (cache ?? NO_CACHE) instanceof RegExp && new RegExp(cache ?? NO_CACHE).test(cacheControl)
              : true,
          };
        }),
      );
      expect(responses).toEqual(
        TABLE.map(({ path, body, isFramed = false, isPersonal = false, isForEverySite = false }) => ({
          path,
          status: body === null ? 404 : 200,
          body,
          isFramed,
          isProtected: true,
          isPersonal,
          isForEverySite,
          isCachedAsExpected: true,
        })),
      );
    },
  );

  // Cloudflare Pages adds the headers of a path to its 404 as well (docs/deploy.md).
  test.runIf(isInstalled && name !== '_redirects and _headers')('does not cache a 404 like the file', async () => {
    const get = await open();
    const response = await get('/assets/gone-AbCd1234.js');
    expect([response.status, response.headers.get('cache-control') ?? '']).toEqual([
      404,
      expect.not.stringMatching(/max-age/),
    ]);
  });
});
