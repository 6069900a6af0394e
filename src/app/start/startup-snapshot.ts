/**
 * Stores a snapshot of today's list for the next start, and removes the drawn snapshot once the app has rendered. The
 * snapshot is the document's HTML without transient content, and with the list's time instead of its age.
 */
import { clockOffset, deviceNow } from '../../lib/clock.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { deleteStartupSnapshot, saveStartupSnapshot, keepStartupSnapshotOf } from '../../lib/startup-snapshot.ts';
import { paths } from '../../lib/paths.ts';
import { whenScreenPainted } from '../../lib/screen-painted.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { toCurrentUser } from '../../session/use-session.ts';
import { session } from '../../session/session.ts';
import { homePathFor } from '../routing/guards.ts';

/**
 * Milliseconds after which the snapshot is removed even if no screen has reported its paint, and after a paint the most
 * to wait for an idle moment in which to take the next.
 */
const MAX_SNAPSHOT_MS = 4000;

interface Drawing extends HTMLElement {
  /** Accessible name of the button that was tapped in the snapshot. */
  tapped?: string;
}

const drawing = () => document.querySelector<Drawing>('#startup-snapshot');

export const isSnapshotShown = () => drawing() !== null;

/** Returns whose list may be stored, or null. */
function owner(): { userId: string; companyId: string; isHome: boolean } | null {
  const state = session.getState();
  if (state.status !== 'signed_in' || state.mustSignInAgain) return null;
  const { userId, company, impersonating, can } = toCurrentUser(state.snapshot);
  if (!company?.hasActiveSubscription || impersonating || !can('CHECK_IN_ACCESS')) return null;
  return { userId, companyId: company.id, isHome: homePathFor({ company, impersonating, can }) === paths.checkIn };
}

/** Removes the snapshot; a tap on it is replayed on the corresponding button of the app. */
export function removeSnapshot(): void {
  const picture = drawing();
  if (!picture) return;
  const { tapped } = picture;
  const scrolled = [...picture.querySelectorAll('*')].find((element) => element.scrollTop > 0);
  const top = scrolled?.scrollTop ?? 0;
  picture.remove();
  const root = document.querySelector('#root');
  if (scrolled) root?.querySelector(`[class="${scrolled.className}"]`)?.scrollTo(0, top);
  if (tapped === undefined) return;
  const buttons = [...(root?.querySelectorAll<HTMLElement>('button') ?? [])];
  buttons.find((button) => (button.getAttribute('aria-label') ?? button.textContent) === tapped)?.click();
}

/** Discards a snapshot of another person or company. Call when the session is known. */
export function manageStartupSnapshot(): void {
  const check = () => {
    const whose = owner();
    keepStartupSnapshotOf(whose);
    const picture = drawing();
    if (!picture || (picture.dataset['userId'] === whose?.userId && picture.dataset['companyId'] === whose?.companyId))
      return;
    // The tap was meant for another person's list.
    delete picture.tapped;
    removeSnapshot();
  };
  check();
  session.subscribe(check);
  whenScreenPainted(() => {
    removeSnapshot();
    whenIdle(take, { within: MAX_SNAPSHOT_MS });
  });
  setTimeout(removeSnapshot, MAX_SNAPSHOT_MS);
  // The last moments at which a snapshot for the next start can be taken.
  addEventListener('pagehide', take);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && take());
}

/**
 * The page's style sheet, whose name changes with its rules; null if styles are created at runtime, as in development.
 */
const stylesheetHref = () => document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? null;

/** The cookie's language, or else the browser's first, as in `first-paint.js`. */
const language = () => /(?:^|;\s*)muster_locale=([a-z]{2})/.exec(document.cookie)?.[1] ?? navigator.language;

function take(): void {
  const { pathname, search, hash } = location;
  const whose = owner();
  const root = document.querySelector('#root');
  const list = root?.querySelector<HTMLElement>('[data-true-until]');
  const sheet = stylesheetHref();
  if (!root || !list || sheet === null || whose === null) return;
  if (withoutLocale(pathname) !== paths.checkIn || search !== '' || hash !== '') return;
  const { trueUntil, asOf } = list.dataset;
  if (
    trueUntil === undefined ||
    asOf === undefined ||
    drawing() ||
    document.querySelector('[role=dialog], [role=menu]')
  )
    return;
  const copy = root.cloneNode(true) as HTMLElement;
  const age = copy.querySelector('[data-age]');
  // A list without its age must not be shown.
  if (!age) return deleteStartupSnapshot();
  age.textContent = asOf;
  for (const element of copy.querySelectorAll('[role=alert], [aria-live]')) element.replaceChildren();
  // Hidden without collapsing, so that nothing shifts when the app renders.
  for (const element of copy.querySelectorAll<HTMLElement>('[data-fleeting], [role=status]'))
    element.style.visibility = 'hidden';
  for (const element of copy.querySelectorAll('*')) {
    element.removeAttribute('id');
    const href = element.getAttribute('href');
    if (href === null) continue;
    element.removeAttribute('href');
    element.setAttribute('data-href', href);
  }
  for (const element of copy.querySelectorAll('button')) element.setAttribute('tabindex', '-1');
  saveStartupSnapshot({
    ...whose,
    place: [pathname, language(), innerWidth, innerHeight, document.documentElement.dataset['colourMode']].join(' '),
    // Compared with the device's clock before any of the app's code runs.
    from: deviceNow(),
    until: Number(trueUntil) + clockOffset(),
    html: copy.innerHTML,
    look: sheet,
  });
}
