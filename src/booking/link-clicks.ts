/**
 * Which partners' links led here, and which site shows the page. The server counts them, by link and day alone; this browser remembers what stood on the link and the day, as
 * long as the partner's contract has it, and tells it when it books and not before. ADR 058.
 */
import { now } from '../lib/clock.ts';
import { countClick, reportEmbeddingSite, type LinkClick } from '../data/public-booking.ts';
import { parseBookingQuery } from './address.ts';
import { isEmbedded } from './embedding.ts';
import { pageAt } from './guest-page.ts';

const KEY = 'muster-links';
const MOST = 20;
/** `until`: the last day on which it counts. */
type Kept = LinkClick & { operator: string; until: string };

const dayIn = (days: number) => new Date(now() + days * 86_400_000).toISOString().slice(0, 10);

/** What still counts. In somebody else's page a browser keeps things apart, or not at all: there the address alone counts. */
function read(): Kept[] {
  if (isEmbedded()) return [];
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as Kept[];
    return kept.filter(({ until }) => until >= dayIn(0));
  } catch {
    return [];
  }
}

const operatorHere = () => {
  const page = pageAt(window.location.pathname);
  return 'operator' in page ? page.operator : null;
};

/** Once a visit: loaded anew or gone back to it is no other one. */
export function recordLinkClick(): void {
  const { ref } = parseBookingQuery(window.location.search);
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (ref === undefined || visit?.type !== 'navigate') return;
  const operator = operatorHere();
  void countClick({ code: ref }).then((answer) => {
    if (!answer.ok || answer.data.days === 0 || operator === null || isEmbedded()) return;
    const click = { operator, ref, day: dayIn(0), until: dayIn(answer.data.days) };
    try {
      localStorage.setItem(KEY, JSON.stringify([...read(), click].slice(-MOST)));
    } catch {
      // Where a browser keeps nothing the address alone counts.
    }
  });
}

/** Which site shows this page, for its operator to see: of the guest nothing is told. ADR 034. */
export function reportHostSite(site: string): void {
  const operator = operatorHere();
  if (operator !== null) void reportEmbeddingSite({ operator, site });
}

/** Those of the operator whose page this is; null for none. */
export function rememberedClicks(): LinkClick[] | null {
  const operator = operatorHere();
  const clicks = read().filter((one) => one.operator === operator);
  return clicks.length > 0 ? clicks.map(({ ref, day }) => ({ ref, day })) : null;
}
