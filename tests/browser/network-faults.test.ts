/**
 * Network faults: captive portals, hanging requests, lost responses and revoked sessions, and how the roll-call copes.
 */
import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright';
import { describe, expect } from 'vitest';
import { checkInScreen, placeOf, queuedActionCount } from '../support/browser-check-in.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { startWaiting, countPageLoads, eventually, stays } from '../support/browser-wait.ts';
import type { Query } from '../support/database.ts';
import { test, type OpenDevice } from '../support/browser-test.ts';

const THREE = [{ names: ['Ada Lund'] }, { names: ['Björn Müller'] }, { names: ['Chiara Conti'] }];
const SERVICES = /^\/(?:rest|auth|realtime)\//;

async function morning(device: OpenDevice, query: Query) {
  const crew = await makeCrew(query);
  const { id, guests } = await crew.departure(THREE);
  const tablet = await device({ serviceWorkers: 'allow' });
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.saved();
  await guide.checkInButton('Ada Lund').waitFor();
  await tablet.installed();
  tablet.network.where = SERVICES;
  return { crew, id, guests, tablet, guide };
}

/** The browser's message when a portal's page arrives in place of a prefetched chunk. */
const AHEAD = /Failed to load module script|dynamically imported module/;

const signedOut = (page: Page) => new URL(page.url()).pathname.endsWith('/login');

/** Makes the access token look expired for hours, as after a night offline; the refresh token stays valid. */
async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const chunks = document.cookie
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const)
      .filter(([name]) => /^sb-.+-auth-token(\.\d+)?$/.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    if (chunks.length === 0) throw new Error('No session cookie');
    const raw = decodeURIComponent(chunks.map(([, value]) => value).join('')).replace(/^base64-/, '');
    const bytes = Uint8Array.from(atob(raw.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0)!);
    const session = JSON.parse(new TextDecoder().decode(bytes)) as { expires_at: number; expires_in: number };
    session.expires_at = Math.floor(Date.now() / 1000) - 60;
    session.expires_in = -60;
    const encoded = btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(session))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replace(/=+$/, '');
    const value = `base64-${encoded}`;
    const size = 3180;
    for (const [name] of chunks) document.cookie = `${name}=; Path=/; Max-Age=0`;
    const base = chunks[0]![0].replace(/\.\d+$/, '');
    if (value.length <= size) document.cookie = `${base}=${value}; Path=/; SameSite=Lax`;
    else
      for (let part = 0; part * size < value.length; part += 1) {
        document.cookie = `${base}.${part}=${value.slice(part * size, (part + 1) * size)}; Path=/; SameSite=Lax`;
      }
  });
}

describe('a captive portal', () => {
  for (const portal of [200, 429] as const) {
    test(`that answers ${portal} with its own page acknowledges nothing and signs nobody out`, async ({
      device,
      query,
    }) => {
      const { crew, id, tablet, guide } = await morning(device, query);
      tablet.tolerate(AHEAD);
      tablet.network.condition = { portal };
      await guide.tap('Ada Lund');
      await guide.sync
        .filter({
          hasText: portal === 429 ? '1 check-in waiting' : '1 check-in waiting, Wi-Fi sign-in required',
        })
        .waitFor();
      // Starting behind the portal, when the session wants to refresh, is when a naive client would end the session.
      await expireToken(guide.page);
      await guide.page.reload();
      await guide.undoButton('Ada Lund').waitFor();
      await stays(
        async () => signedOut(guide.page),
        (out) => !out,
        2500,
      );
      expect(await queuedActionCount(guide.page)).toBe(1);
      expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
      tablet.network.condition = 'open';
      await guide.page.evaluate(() => window.dispatchEvent(new Event('online')));
      await eventually(
        () => crew.statuses(id),
        (now) => now['Ada Lund'] === 'checked_in',
      );
      await guide.saved();
    });
  }
});

test('a portal page in place of a prefetched chunk does not reload the page', async ({ device, query }) => {
  const crew = await makeCrew(query);
  const { id } = await crew.departure(THREE);
  const tablet = await device();
  tablet.tolerate(AHEAD);
  tablet.network.where = /\/assets\/(?:tours|calendar)-page-/;
  tablet.network.condition = { portal: 200 };
  const ahead = startWaiting(tablet.page.waitForResponse(/\/assets\/calendar-page-/));
  const guide = checkInScreen(await tablet.login(crew.people.guide, placeOf(id)));
  await guide.checkInButton('Ada Lund').waitFor();
  const loads = countPageLoads(guide.page);
  await ahead;
  await stays(
    async () => loads(),
    (count) => count === 0,
    3000,
  );
  await guide.tap('Ada Lund');
});

test('the banner opens the portal’s own page, which no cached page replaces', async ({ device, query }) => {
  const { tablet, guide } = await morning(device, query);
  tablet.tolerate(AHEAD);
  tablet.network.where = /./;
  tablet.network.condition = { portal: 200 };
  await guide.tap('Ada Lund');
  await guide.sync.filter({ hasText: 'Wi-Fi sign-in required' }).getByRole('button').click();
  const popup = startWaiting(guide.page.waitForEvent('popup'));
  await guide.page.getByRole('link', { name: 'Open Wi-Fi sign-in page' }).click();
  const page = await popup;
  await page.getByRole('heading', { name: 'Welcome to the harbour Wi-Fi' }).waitFor();
  // Signed in there, and back.
  tablet.network.condition = 'open';
  await page.reload();
  await page.getByText('Close this page and go back to Muster.').waitFor();
  await page.close();
  await guide.page.getByRole('button', { name: 'Close', exact: true }).click();
  await guide.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await guide.saved();
});

test('a network that only seems to be there delays no tap', async ({ device, query }) => {
  const { crew, id, tablet, guide } = await morning(device, query);
  tablet.network.condition = 'hanging';
  const pushRequest = startWaiting(guide.page.waitForRequest(/check_in_push/));
  let ended = 0;
  const countPush = (request: Request) => (ended += /check_in_push/.test(request.url()) ? 1 : 0);
  guide.page.on('requestfailed', countPush).on('requestfinished', countPush);
  expect(await guide.page.evaluate(() => navigator.onLine)).toBe(true);
  for (const name of ['Ada Lund', 'Björn Müller', 'Chiara Conti']) {
    await guide.page.evaluate(async (label) => {
      document.querySelector<HTMLElement>(`button[aria-label="Check in ${label}"]`)!.click();
      while (!document.querySelector(`button[aria-label="Undo check-in for ${label}"]`))
        await new Promise((frame) => requestAnimationFrame(frame));
    }, name);
    // Shown while the request hangs: the UI has not waited for it.
    expect(ended).toBe(0);
  }
  expect(await queuedActionCount(guide.page)).toBe(3);
  await guide.sync.filter({ hasText: '3 check-ins waiting' }).waitFor();
  await guide.sync.filter({ hasText: '3 check-ins waiting, server not responding' }).waitFor();
  // The app aborts the hanging request itself; the recovered network does not answer it.
  await pushRequest;
  await stays(
    () => queuedActionCount(guide.page),
    (count) => count === 3,
    500,
  );
  tablet.network.condition = 'open';
  await eventually(
    () => crew.actions(id),
    (actions) => actions.length === 3,
  );
});

test('a response that is lost after the server stored the check-in leads to one check-in', async ({
  device,
  query,
}) => {
  const { crew, id, tablet, guide } = await morning(device, query);
  const lost = tablet.network.loseNextResponse(/\/rpc\/check_in_push/);
  // Otherwise the pull of the same pass would bring the check-in back, and nothing would be resent.
  tablet.network.where = /\/rpc\/check_in_pull/;
  tablet.network.condition = 'cut';
  await guide.tap('Ada Lund');
  await lost;
  expect((await crew.statuses(id))['Ada Lund']).toBe('checked_in');
  const pushes = async () => tablet.network.traffic.filter(({ path }) => path.includes('check_in_push')).length;
  await eventually(pushes, (count) => count === 2);
  tablet.network.condition = 'open';
  await guide.saved();
  expect(await crew.actions(id)).toHaveLength(1);
});

test('an overloaded server gets one retry, in the order of the taps', async ({ device, query }) => {
  const { crew, id, guests, tablet, guide } = await morning(device, query);
  const pushes: string[][] = [];
  guide.page.on('request', (request) => {
    if (!request.url().includes('check_in_push')) return;
    const { actions } = request.postDataJSON() as { actions: { guest_id: string }[] };
    pushes.push(actions.map((action) => guests.find(({ id: guest }) => guest === action.guest_id)!.name));
  });
  tablet.network.condition = { status: 503, retryAfter: 6 };
  const taps = ['Chiara Conti', 'Ada Lund', 'Björn Müller'];
  for (const name of taps) await guide.tap(name);
  await eventually(
    async () => pushes.length,
    (count) => count > 0,
  );
  tablet.network.condition = 'open';
  await guide.saved();
  // When it retries is decided by `backOffDelay` (src/offline/sync/sync.test.ts).
  expect(pushes).toHaveLength(2);
  expect(pushes[1]).toEqual(taps);
  const rows = await query<{ name: string }>(
    `select g.name from public.check_in_actions a join public.guests g on g.id = a.guest_id where a.departure_id = $1 order by a.device_sequence`,
    [id],
  );
  expect(rows.map(({ name }) => name)).toEqual(taps);
  expect(signedOut(guide.page)).toBe(false);
  expect(await crew.actions(id)).toHaveLength(3);
});

test('a revoked session asks to sign in again and keeps the outbox', async ({ device, query }) => {
  const { crew, id, tablet, guide } = await morning(device, query);
  await tablet.goOffline();
  await guide.tap('Ada Lund');
  await query('delete from auth.refresh_tokens where user_id::text = $1', [crew.people.guide.id]);
  await query('delete from auth.sessions where user_id::text = $1', [crew.people.guide.id]);
  await expireToken(guide.page);
  await tablet.goOnline();
  await guide.page.reload();
  await guide.page
    .getByRole('button', { name: /^Sign in/ })
    .or(guide.page.getByRole('link', { name: /^Sign in/ }))
    .first()
    .waitFor();
  expect(await queuedActionCount(guide.page)).toBe(1);
  await tablet.signInAgain(crew.people.guide);
  await guide.saved();
  expect((await crew.statuses(id))['Ada Lund']).toBe('checked_in');
});

test('a revoked permission parks the check-in, visible and exportable', async ({ device, query }) => {
  const { crew, id, tablet, guide } = await morning(device, query);
  await tablet.goOffline();
  await guide.tap('Ada Lund');
  await query('delete from public.roles_users where user_id = $1', [crew.people.guide.id]);
  await guide.sync.getByRole('button').click();
  const panel = guide.page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Export JSON' }).waitFor();
  await tablet.goOnline();
  await guide.sync.filter({ hasText: '1 needs your attention' }).waitFor();
  expect(await queuedActionCount(guide.page)).toBe(1);
  expect((await crew.statuses(id))['Ada Lund']).toBe('expected');
  // The departure disappears under the open panel, which stays.
  await guide.page.getByText('You no longer have access to these departures.').waitFor();
  for (const kind of ['JSON', 'CSV']) {
    const [file] = await Promise.all([
      guide.page.waitForEvent('download'),
      panel.getByRole('button', { name: `Export ${kind}` }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(id);
  }
  // At the next start the guide cannot open the screen, but can still reach what was recorded.
  await tablet.open(placeOf(id));
  await guide.page.getByText('1 of your actions is only on this device.').waitFor();
  const [file] = await Promise.all([
    guide.page.waitForEvent('download'),
    guide.page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toContain(id);
});
