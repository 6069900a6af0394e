/**
 * Counts clicks on partners' links, and reports sites that embed the page. The server counts by link and day only. This
 * browser remembers the link and day for as long as the partner's agreement says, and sends them only with a booking
 * (ADR 058).
 */
import { now } from '../lib/clock.ts';
import { countClick, reportEmbeddingSite, type LinkClick } from '../data/public-booking.ts';
import { parseBookingQuery } from './page-url.ts';
import { isEmbedded } from './embedding.ts';
import { pageAt } from './guest-page.ts';

const KEY = 'muster-links';
const MAX_CLICKS = 20;
/** `until` is the last day on which the click counts. */
type StoredClick = LinkClick & { operator: string; until: string };

const dayIn = (days: number) => new Date(now() + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Returns the clicks that still count. Storage in a frame is partitioned or blocked, so there only the address counts.
 */
function read(): StoredClick[] {
  if (isEmbedded()) return [];
  try {
    const clicks = JSON.parse(localStorage.getItem(KEY) ?? '[]') as StoredClick[];
    return clicks.filter(({ until }) => until >= dayIn(0));
  } catch {
    return [];
  }
}

const operatorHere = () => {
  const page = pageAt(window.location.pathname);
  return 'operator' in page ? page.operator : null;
};

/** Counts a click once per visit, not on reloads or back navigation. */
export function recordLinkClick(): void {
  const { ref } = parseBookingQuery(window.location.search);
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (ref === undefined || visit?.type !== 'navigate') return;
  const operator = operatorHere();
  void countClick({ code: ref }).then((result) => {
    if (!result.ok || result.data.days === 0 || operator === null || isEmbedded()) return;
    const click = { operator, ref, day: dayIn(0), until: dayIn(result.data.days) };
    try {
      localStorage.setItem(KEY, JSON.stringify([...read(), click].slice(-MAX_CLICKS)));
    } catch {
      // Without storage only the address counts.
    }
  });
}

/** Reports which site embeds this page, for its operator; includes nothing about the guest (ADR 034). */
export function reportHostSite(site: string): void {
  const operator = operatorHere();
  if (operator !== null) void reportEmbeddingSite({ operator, site });
}

/** Returns the clicks for this page's operator; null if there are none. */
export function rememberedClicks(): LinkClick[] | null {
  const operator = operatorHere();
  const clicks = read().filter((click) => click.operator === operator);
  return clicks.length > 0 ? clicks.map(({ ref, day }) => ({ ref, day })) : null;
}
