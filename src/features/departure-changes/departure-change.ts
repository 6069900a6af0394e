/** What the office does to departures: which of it fits some of them, and asking the server for it. */
import { cancelDepartures, changeDepartures, moveDeparture, type CalendarConflict } from '../../data/departures.ts';
import type { Impact } from '../../data/departure-schemas.ts';
import type { CalendarDeparture, CancelReason } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** How things are called and written where departures are changed, and whose they are. */
export interface ChangeScope {
  company: Uuid;
  formats: Formats;
  /** In the reader's language. */
  title(tourId: Uuid): string;
}

export type Change = 'own' | 'close' | 'reopen' | 'capacity' | 'guide' | 'move' | 'cancel';
/** Those that `ChangeDialog` asks for; what one has of its own and who guides have dialogs of theirs. */
export type PreviewedChange = Exclude<Change, 'own' | 'guide'>;

/** What a change needs to know of a departure, whether a month or a day has told of it. */
export type ChangedDeparture = Pick<
  CalendarDeparture,
  'id' | 'version' | 'tourId' | 'localDate' | 'startsAt' | 'capacity' | 'status' | 'closed' | 'guides'
>;

/** Letters of a reason that the server takes. */
export const MIN_REASON_LENGTH = 3;
/** As many as the server changes at once. */
export const MAX_DEPARTURES = 200;

export const isChangeable = ({ status }: Pick<ChangedDeparture, 'status'>) => status === 'scheduled';

/** What can be done with all of some departures. */
export function availableChanges(departures: readonly ChangedDeparture[]): Change[] {
  return [
    ...(departures.length === 1 ? (['own'] as const) : []),
    ...(departures.some(({ closed }) => !closed) ? (['close'] as const) : []),
    ...(departures.some(({ closed }) => closed) ? (['reopen'] as const) : []),
    'capacity',
    'guide',
    ...(departures.length === 1 ? (['move'] as const) : []),
    'cancel',
  ];
}

/** A change as the person has said it. Who guides is another thing, and done one by one (`guide-dialog.tsx`). */
export type ChangeRequest =
  | { what: 'close' | 'reopen' }
  | { what: 'capacity'; capacity: number; reason: string }
  | { what: 'move'; date: LocalDate; time: string; message: string }
  | { what: 'cancel'; cause: CancelReason; message: string };

export type Refusal = 'stale' | 'ended' | 'under_booked' | 'past';
export interface RefusedDeparture {
  departure: ChangedDeparture;
  why: Refusal;
}
/** `on`: those that it was or would be done to. `leftOut`: those that were refused by name. */
export type ChangeOutcome =
  | {
      status: 'ok';
      concerned: Impact;
      conflicts: readonly CalendarConflict[];
      on: readonly ChangedDeparture[];
      leftOut: readonly RefusedDeparture[];
    }
  | { status: 'refused'; why: Refusal; leftOut: readonly RefusedDeparture[] }
  | { status: 'failed'; code: FailureCode };

interface Asked {
  wish: ChangeRequest;
  departures: readonly ChangedDeparture[];
  preview: boolean;
}

function send(company: Uuid, { wish, departures, preview }: Asked) {
  switch (wish.what) {
    case 'cancel':
      return cancelDepartures(company, { departures, reason: wish.cause, message: wish.message, preview });
    case 'move': {
      const { id, version } = departures[0]!;
      const { date, time, message } = wish;
      return moveDeparture(company, { id, version, date, time, message, preview });
    }
    case 'capacity':
      return changeDepartures(company, {
        departures,
        changes: {
          capacity: wish.capacity,
          ...(wish.reason.length >= MIN_REASON_LENGTH ? { overBookedReason: wish.reason } : {}),
        },
        preview,
      });
    case 'close':
    case 'reopen':
      return changeDepartures(company, { departures, changes: { closed: wish.what === 'close' }, preview });
  }
}

/**
 * Asks for a change of all of some departures. The server does all of them or none, and names whom it refuses: a preview goes on
 * without those until the rest would pass; what is done for good is what the person has seen, or nothing.
 */
export async function requestChange(company: Uuid, { wish, departures, preview }: Asked): Promise<ChangeOutcome> {
  const leftOut: RefusedDeparture[] = [];
  let on = departures;
  for (;;) {
    const answer = await send(company, { wish, departures: on, preview });
    if (answer.ok) {
      const { concerned } = answer.data;
      return {
        status: 'ok',
        concerned,
        conflicts: 'conflicts' in answer.data ? answer.data.conflicts : [],
        on,
        leftOut,
      };
    }
    if (answer.code !== 'refused') return { status: 'failed', code: answer.code };
    const { refusal } = answer;
    const named = new Set(
      refusal.status === 'past' ? [] : refusal.departures.map((one) => (typeof one === 'string' ? one : one.id)),
    );
    const why = refusal.status;
    const refused = on.filter(({ id }) => named.has(id));
    leftOut.push(...refused.map((departure) => ({ departure, why })));
    on = on.filter(({ id }) => !named.has(id));
    if (!preview || refused.length === 0 || on.length === 0) return { status: 'refused', why, leftOut };
  }
}
