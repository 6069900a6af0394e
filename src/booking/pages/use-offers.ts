/** Tours of a partner's operators, refetched while the page is visible, with further pages on demand. */
import { useState } from 'react';
import { readPartner, type PublicOffer } from '../../data/public-offers.ts';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useRefetchOnFocus } from '../ui/use-refetch-on-focus.ts';
import { useSend } from '../ui/use-send.ts';

const MINUTE_MS = 60_000;

type Listed = Pick<PublicOffer, 'startsAt' | 'id'>;

/** The server's order. */
const byStart = (a: Listed, b: Listed) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id);

/** Merges lists by id, keeping the latest version of each, sorted by start. */
function joined(before: readonly PublicOffer[], fresh: readonly PublicOffer[]): PublicOffer[] {
  const all = new Map([...before, ...fresh].map((offer) => [offer.id, offer]));
  return [...all.values()].toSorted(byStart);
}

export function useOffers(organisation: string) {
  const query = usePublicQuery(`partner ${organisation}`, (signal) => readPartner({ organisation }, { signal }));
  const first = query.state === 'loaded' ? query.data : null;
  const [loaded, setLoaded] = useState<{ of: typeof first; offers: readonly PublicOffer[]; hasMore: boolean } | null>(
    null,
  );
  const { isBusy, failure, send } = useSend();
  // Further pages that belong to another first page are dropped.
  const current = loaded?.of === first ? loaded : first;
  const refetch = async () => {
    const fresh = await readPartner({ organisation });
    if (!fresh.ok) return;
    const { offers, hasMore } = fresh.data;
    // An offer that comes before the last of the fresh page, but is not in it, no longer exists.
    const last = offers.at(-1);
    const behind = (current?.offers ?? []).filter((offer) => hasMore && last && byStart(offer, last) > 0);
    setLoaded({
      of: first,
      offers: joined(behind, offers),
      hasMore: behind.length > 0 ? (current?.hasMore ?? hasMore) : hasMore,
    });
  };
  useRefetchOnFocus(refetch, current === null || isBusy ? null : MINUTE_MS, 'online');
  const goOn = () =>
    send(async () => {
      const loadedOffers = current?.offers ?? [];
      const next = await readPartner({ organisation, shown: loadedOffers.map(({ id }) => id) });
      if (!next.ok) return next;
      setLoaded({ of: first, offers: joined(loadedOffers, next.data.offers), hasMore: next.data.hasMore });
      return null;
    });
  return { query, offers: current?.offers ?? [], hasMore: current?.hasMore ?? false, isBusy, failure, goOn };
}
