/** View model of the planner: departures as blocks in lanes by guide or tour, each with its current conflicts. */
import { toDuty, toGuideAvailability, type GuideSchedule } from '../../data/guides.ts';
import { findConflicts, type Conflict, type Duty } from '../../domain/assignment.ts';
import { needsGuide, type AssignedGuide } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';

export type ScheduleDeparture = GuideSchedule['departures'][number];
export type ScheduleGuide = GuideSchedule['guides'][number];
/** Id of the first lane, for departures without a guide. */
export const UNASSIGNED = 'unassigned';
export const MINUTES_A_DAY = 24 * 60;

export interface Block {
  /** Key made of departure and guide. */
  key: string;
  departure: ScheduleDeparture;
  /** The lane's guide; null in other lanes. */
  guide: AssignedGuide | null;
  /** Minutes from midnight in the company's time zone; above 1440 after midnight. */
  from: number;
  to: number;
  conflicts: readonly Conflict[];
}

export interface Lane {
  /** Id of the guide or tour, or `UNASSIGNED`. */
  id: string;
  kind: 'unassigned' | 'guide' | 'tour';
  guide: ScheduleGuide | null;
  days: ReadonlyMap<LocalDate, readonly Block[]>;
}

export const blockKey = (departureId: Uuid, userId: Uuid | null) => `${departureId} ${userId ?? ''}`;
/** Key of a lane's cell on a day without departures. */
export const cellKey = (laneId: string, day: LocalDate) => `${laneId} ${day}`;

/** Returns the guides of a departure who have not declined, including invited ones. */
export const assignedGuides = ({ guides }: Pick<ScheduleDeparture, 'guides'>) =>
  guides.filter(({ state }) => state !== 'declined');
export const canReassign = ({ status }: Pick<ScheduleDeparture, 'status'>) =>
  status === 'scheduled' || status === 'departed';

function conflictsByBlock(conflicts: readonly Conflict[]): Map<string, Conflict[]> {
  const found = new Map<string, Conflict[]>();
  for (const one of conflicts) {
    const key = blockKey(one.departureId, one.userId);
    const list = found.get(key);
    if (list) list.push(one);
    else found.set(key, [one]);
  }
  return found;
}

function laneOf(head: Omit<Lane, 'days'>, blocks: readonly Block[]): Lane {
  const days = new Map<LocalDate, Block[]>();
  for (const block of blocks) {
    const list = days.get(block.departure.localDate);
    if (list) list.push(block);
    else days.set(block.departure.localDate, [block]);
  }
  return { ...head, days };
}

/** Builds the lanes in display order, without cancelled departures. */
export function buildLanes(plan: GuideSchedule, by: 'guide' | 'tour'): Lane[] {
  const blockConflicts = conflictsByBlock(plan.conflicts);
  const block = (departure: ScheduleDeparture, guide: AssignedGuide | null, conflicts: readonly Conflict[]): Block => {
    const from = departure.weekMinute % MINUTES_A_DAY;
    return {
      key: blockKey(departure.id, guide?.userId ?? null),
      departure,
      guide,
      from,
      to: from + departure.wallMinutes,
      conflicts,
    };
  };
  const blocks = new Map<string, Block[]>();
  const put = (lane: string, one: Block) => blocks.set(lane, [...(blocks.get(lane) ?? []), one]);
  for (const departure of plan.departures) {
    if (departure.status === 'cancelled') continue;
    const all = assignedGuides(departure);
    if (by === 'tour' && !needsGuide(departure)) {
      const conflicts = all.flatMap(({ userId }) => blockConflicts.get(blockKey(departure.id, userId)) ?? []);
      put(departure.tourId, block(departure, null, conflicts));
      continue;
    }
    if (needsGuide(departure)) put(UNASSIGNED, block(departure, null, []));
    for (const guide of all)
      put(guide.userId, block(departure, guide, blockConflicts.get(blockKey(departure.id, guide.userId)) ?? []));
  }
  const of = (id: string) => blocks.get(id) ?? [];
  const alone = laneOf({ id: UNASSIGNED, kind: 'unassigned', guide: null }, of(UNASSIGNED));
  if (by === 'tour') {
    const used = new Set(plan.departures.filter(({ status }) => status !== 'cancelled').map(({ tourId }) => tourId));
    return [
      alone,
      ...plan.tours.filter(({ id }) => used.has(id)).map(({ id }) => laneOf({ id, kind: 'tour', guide: null }, of(id))),
    ];
  }
  return [alone, ...plan.guides.map((guide) => laneOf({ id: guide.id, kind: 'guide', guide }, of(guide.id)))];
}

/** Returns the conflicts that each guide would have with a departure; mirrors the server's rules. */
export function conflictsForAllGuides(plan: GuideSchedule, departure: ScheduleDeparture): Map<Uuid, Conflict[]> {
  const tours = new Map(plan.tours.map((tour) => [tour.id, tour]));
  const duty = toDuty(departure, tours);
  const duties = new Map<Uuid, Duty[]>();
  for (const other of plan.departures) {
    if (other.status === 'cancelled') continue;
    for (const { userId } of assignedGuides(other)) {
      const own = duties.get(userId);
      if (own) own.push(toDuty(other, tours));
      else duties.set(userId, [toDuty(other, tours)]);
    }
  }
  const { changeMinutes } = plan;
  return new Map(
    plan.guides.map((guide) => [
      guide.id,
      findConflicts(duty, { guide: toGuideAvailability(guide), others: duties.get(guide.id) ?? [], changeMinutes }),
    ]),
  );
}

/** Returns a departure shifted by some minutes, with the fields that the conflict rules use. */
export function shiftDeparture(departure: ScheduleDeparture, minutes: number): ScheduleDeparture {
  const later = (instant: string) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  const week = 7 * MINUTES_A_DAY;
  return {
    ...departure,
    startsAt: later(departure.startsAt),
    endsAt: later(departure.endsAt),
    weekMinute: (departure.weekMinute + minutes + week) % week,
  };
}
