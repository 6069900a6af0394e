/** The next step of a guide: any action that can be recorded, on what the device shows. */
import type { Uuid } from '../../src/domain/ids.ts';
import type { Engine } from '../../src/offline/device/engine.ts';
import { readPending } from '../../src/offline/outbox/pending.ts';
import { withoutRefused } from '../../src/offline/outbox/refused-actions.ts';
import { foldDeparture, readMirrored, type FoldedDeparture } from '../../src/offline/read/summaries.ts';
import type { Crew, Ground } from './crew.ts';

export interface Scene {
  crew: Crew;
  ground: Ground;
  random: () => number;
  /** Ids of all actions recorded so far, on any device. */
  known: readonly Uuid[];
}

async function foldOnDevice({ db }: Engine, departureId: Uuid): Promise<FoldedDeparture> {
  const pending = await readPending(db, { departureId });
  return foldDeparture(await readMirrored(db, departureId), withoutRefused(pending).effective);
}

/** Records one action and returns the ids. Throws if the device did not record it. */
export async function act(engine: Engine, { crew, ground, random, known }: Scene): Promise<Uuid[]> {
  const { departureId, parties } = ground;
  const place = { companyId: crew.company.id, departureId };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const view = await foldOnDevice(engine, departureId);
  const party = pick(parties);
  // A device without data can still scan a ticket.
  const visibleGuests =
    view.guests.length > 0 ? view.guests : party.guests.map(({ id }) => ({ id, bookingId: party.bookingId }));
  const guest = pick(visibleGuests);
  const refs = [{ guestId: guest.id, bookingId: guest.bookingId }];
  const m = engine.record;
  const dice = random();
  const next = () => {
    if (dice < 0.4) return m.checkIn({ ...place, guests: refs, method: 'tap' });
    if (dice < 0.6) {
      const mine = view.rollCall.guests.get(guest.id)?.checkIns.map((action) => action.id) ?? [];
      // Sometimes an action that this device cannot have seen: the undo may arrive before its target.
      const target = mine.length > 0 && random() < 0.8 ? mine : known.length > 0 ? [pick(known)] : [];
      return target.length > 0
        ? m.undo({ ...place, actions: target })
        : m.checkIn({ ...place, guests: refs, method: 'scan' });
    }
    if (dice < 0.68) return m.markNoShow({ ...place, guests: refs });
    if (dice < 0.76)
      return m.collect({
        ...place,
        guests: [],
        bookingId: guest.bookingId,
        amount: 5000,
        currency: 'DKK',
        method: 'cash',
      });
    if (dice < 0.8) return m.addNote({ ...place, bookingId: guest.bookingId, guestId: guest.id, text: 'Late' });
    if (dice < 0.83) {
      // Sometimes a report that this device cannot have seen.
      const replaces = known.length > 0 ? [pick(known)] : [];
      const lines = [{ type: 'ADULT' as const, attended: view.rollCall.tally.checkedIn }];
      const response = { walkIns: 0, guideId: null, minutesLate: 0, incidents: null, note: null, handedOver: 0 };
      const payload = { replaces, lines, ...response, currency: 'DKK' };
      return m.report({ ...place, kind: 'report_submit', payload });
    }
    if (dice < 0.85) return m.recordCount({ ...place, present: 2, missing: [guest.id], stop: 'Bridge' });
    if (dice < 0.92) {
      return view.rollCall.departed
        ? m.reopen(place)
        : m.depart({ ...place, headCount: view.rollCall.tally.checkedIn });
    }
    return m.addWalkIn({
      ...place,
      contactName: 'Walk-in',
      totalAmount: 5000,
      currency: 'DKK',
      guests: [{ priceCategoryId: crew.company.priceCategoryId, name: null }],
      payment: random() < 0.5 ? { amount: 5000, method: 'card' } : null,
    });
  };
  const result = await next();
  if (!result.ok) throw new Error(`not recorded: ${result.code}`);
  return result.data.actionIds;
}
