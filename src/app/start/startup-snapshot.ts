/**
 * Keeps a picture of today's list for the next start, and takes its drawing away when the app is there. The picture is what stands
 * in the document, without what is true for a moment only, and with the time of the list in the place of its age.
 */
import { clockOffset, deviceNow } from '../../lib/clock.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { deleteStartupSnapshot, saveStartupSnapshot, keepStartupSnapshotOf } from '../../lib/startup-snapshot.ts';
import { paths } from '../../lib/paths.ts';
import { whenScreenPainted } from '../../lib/screen-painted.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { actingAs } from '../../session/use-session.ts';
import { session } from '../../session/session.ts';
import { homePathFor } from '../routing/guards.ts';

/** Milliseconds after which the drawing goes although no screen has said that it is there. */
const AT_MOST = 4000;

interface Drawing extends HTMLElement {
  /** What was tapped in it that is no link. */
  tapped?: string;
}

const drawing = () => document.querySelector<Drawing>('#startup-snapshot');

/** Whether the picture covers the place of the app. */
export const isSnapshotShown = () => drawing() !== null;

/** Whose list may be kept; null where nobody's may. */
function owner(): { userId: string; companyId: string; isHome: boolean } | null {
  const state = session.getState();
  if (state.status !== 'signed_in' || state.mustSignInAgain) return null;
  const { userId, company, impersonating, can } = actingAs(state.snapshot);
  if (!company?.hasActiveSubscription || impersonating || !can('CHECK_IN_ACCESS')) return null;
  return { userId, companyId: company.id, isHome: homePathFor({ company, impersonating, can }) === paths.checkIn };
}

/** Takes the drawing away; a tap that it took goes to what now stands in its place. */
export function removeSnapshot(): void {
  const picture = drawing();
  if (!picture) return;
  const { tapped } = picture;
  const scrolled = [...picture.querySelectorAll('*')].find((one) => one.scrollTop > 0);
  const top = scrolled?.scrollTop ?? 0;
  picture.remove();
  const root = document.querySelector('#root');
  if (scrolled) root?.querySelector(`[class="${scrolled.className}"]`)?.scrollTo(0, top);
  if (tapped === undefined) return;
  const buttons = [...(root?.querySelectorAll<HTMLElement>('button') ?? [])];
  buttons.find((button) => (button.getAttribute('aria-label') ?? button.textContent) === tapped)?.click();
}

/** From the start on: nothing of another person or company is drawn or kept. To be called when the session is known. */
export function manageStartupSnapshot(): void {
  const check = () => {
    const whose = owner();
    keepStartupSnapshotOf(whose);
    const picture = drawing();
    if (!picture || (picture.dataset['userId'] === whose?.userId && picture.dataset['companyId'] === whose?.companyId))
      return;
    // What was tapped was somebody else's.
    delete picture.tapped;
    removeSnapshot();
  };
  check();
  session.subscribe(check);
  whenScreenPainted(() => {
    removeSnapshot();
    whenIdle(take, { within: AT_MOST });
  });
  setTimeout(removeSnapshot, AT_MOST);
  // The last moment at which the next start's picture can be taken.
  addEventListener('pagehide', take);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && take());
}

/** The page's style sheet, whose name changes with its rules; null where the styles are made in the browser, as while developing. */
const look = () => document.querySelector('link[rel=stylesheet]')?.getAttribute('href') ?? null;

/** The cookie's language, else the browser's first: as `first-paint.js` reads it. */
const language = () => /(?:^|;\s*)muster_locale=([a-z]{2})/.exec(document.cookie)?.[1] ?? navigator.language;

function take(): void {
  const { pathname, search, hash } = location;
  const whose = owner();
  const root = document.querySelector('#root');
  const list = root?.querySelector<HTMLElement>('[data-true-until]');
  const sheet = look();
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
  // A list that cannot say how old it is is none to be shown.
  if (!age) return deleteStartupSnapshot();
  age.textContent = asOf;
  for (const one of copy.querySelectorAll('[role=alert], [aria-live]')) one.replaceChildren();
  // The room stays, so that nothing moves when the app comes.
  for (const one of copy.querySelectorAll<HTMLElement>('[data-fleeting], [role=status]'))
    one.style.visibility = 'hidden';
  for (const one of copy.querySelectorAll('*')) {
    one.removeAttribute('id');
    const href = one.getAttribute('href');
    if (href === null) continue;
    one.removeAttribute('href');
    one.setAttribute('data-href', href);
  }
  for (const one of copy.querySelectorAll('button')) one.setAttribute('tabindex', '-1');
  saveStartupSnapshot({
    ...whose,
    place: [pathname, language(), innerWidth, innerHeight, document.documentElement.dataset['colourMode']].join(' '),
    // Looked at by the device's clock, before any code of the app runs.
    from: deviceNow(),
    until: Number(trueUntil) + clockOffset(),
    html: copy.innerHTML,
    look: sheet,
  });
}
