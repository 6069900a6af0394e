/** Changes of departures by the office: which of them apply, and their requests to the server. */
import { cancelDepartures, changeDepartures, moveDeparture, type CalendarConflict } from '../../data/departures.ts';
import type { Impact } from '../../data/departure-schemas.ts';
import type { CalendarDeparture, CancelReason } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** The company, and the formats and names for its departures. */
export interface ChangeContext {
  company: Uuid;
  formats: Formats;
  /** Returns the tour's title in the reader's language. */
  title(tourId: Uuid): string;
}

export type Change = 'own' | 'close' | 'reopen' | 'capacity' | 'guide' | 'move' | 'cancel';
/** Changes made in `ChangeDialog`; overrides and guides have their own dialogs. */
export type PreviewedChange = Exclude<Change, 'own' | 'guide'>;

/** The fields that a change needs, which both the month and the day view provide. */
export type DepartureToChange = Pick<
  CalendarDeparture,
  'id' | 'version' | 'tourId' | 'localDate' | 'startsAt' | 'capacity' | 'status' | 'closed' | 'guides'
>;

/** Minimum length of a reason, as on the server. */
export const MIN_REASON_LENGTH = 3;
/** The server's limit per request. */
export const MAX_DEPARTURES = 200;

export const isChangeable = ({ status }: Pick<DepartureToChange, 'status'>) => status === 'scheduled';

export function availableChanges(departures: readonly DepartureToChange[]): Change[] {
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

/** A change as entered. Guides are assigned one departure at a time (`src/company/calendar/guide-dialog.tsx`). */
export type ChangeRequest =
  | { kind: 'close' | 'reopen' }
  | { kind: 'capacity'; capacity: number; reason: string }
  | { kind: 'move'; date: LocalDate; time: string; message: string }
  | { kind: 'cancel'; cause: CancelReason; message: string };

/** Why a departure was not changed. `under_booked`: the new capacity is below the seats that are booked. */
export type Refusal = 'stale' | 'ended' | 'under_booked' | 'past';
export interface RefusedDeparture {
  departure: DepartureToChange;
  why: Refusal;
}
/** `on` are the departures that were or would be changed, `skipped` those that were refused. */
export type ChangeOutcome =
  | {
      status: 'ok';
      impact: Impact;
      conflicts: readonly CalendarConflict[];
      on: readonly DepartureToChange[];
      skipped: readonly RefusedDeparture[];
    }
  | { status: 'refused'; why: Refusal; skipped: readonly RefusedDeparture[] }
  | { status: 'failed'; failure: Failure };

interface ChangeInput {
  change: ChangeRequest;
  departures: readonly DepartureToChange[];
  preview: boolean;
}

function send(company: Uuid, { change, departures, preview }: ChangeInput) {
  switch (change.kind) {
    case 'cancel':
      return cancelDepartures(company, { departures, reason: change.cause, message: change.message, preview });
    case 'move': {
      const { id, version } = departures[0]!;
      const { date, time, message } = change;
      return moveDeparture(company, { id, version, date, time, message, preview });
    }
    case 'capacity':
      return changeDepartures(company, {
        departures,
        changes: {
          capacity: change.capacity,
          ...(change.reason.length >= MIN_REASON_LENGTH ? { overBookedReason: change.reason } : {}),
        },
        preview,
      });
    case 'close':
    case 'reopen':
      return changeDepartures(company, { departures, changes: { closed: change.kind === 'close' }, preview });
  }
}

/**
 * Requests a change of all departures. The server changes all or none and names those it refuses: a preview drops them
 * and retries until the rest passes, while the final request must match the preview exactly.
 */
export async function requestChange(
  company: Uuid,
  { change, departures, preview }: ChangeInput,
): Promise<ChangeOutcome> {
  const skipped: RefusedDeparture[] = [];
  let on = departures;
  for (;;) {
    const result = await send(company, { change, departures: on, preview });
    if (result.ok) {
      const { impact } = result.data;
      return {
        status: 'ok',
        impact,
        conflicts: 'conflicts' in result.data ? result.data.conflicts : [],
        on,
        skipped,
      };
    }
    if (result.code !== 'refused') return { status: 'failed', failure: result };
    const { refusal } = result;
    const refusedIds = new Set(
      // The new time of a move has passed, which names no departure.
      refusal.status === 'past'
        ? []
        : // `ended` names them by id only.
          refusal.departures.map((departure) => (typeof departure === 'string' ? departure : departure.id)),
    );
    const why = refusal.status;
    const refused = on.filter(({ id }) => refusedIds.has(id));
    skipped.push(...refused.map((departure) => ({ departure, why })));
    on = on.filter(({ id }) => !refusedIds.has(id));
    if (!preview || refused.length === 0 || on.length === 0) return { status: 'refused', why, skipped };
  }
}
