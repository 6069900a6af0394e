/** What the lanes show: departures as blocks by guide or by tour, each on its day, with what speaks against it as it stands. */
import { toDuty, toGuideAvailability, type GuideSchedule } from '../../data/guides.ts';
import { findConflicts, type Conflict, type Duty } from '../../domain/assignment.ts';
import { needsGuide, type AssignedGuide } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';

export type ScheduleDeparture = GuideSchedule['departures'][number];
export type ScheduleGuide = GuideSchedule['guides'][number];
/** The first lane: what nobody has. */
export const UNASSIGNED = 'unassigned';
export const MINUTES_A_DAY = 24 * 60;

export interface Block {
  /** Of the departure and of whose lane it lies in. */
  key: string;
  departure: ScheduleDeparture;
  /** Whose lane it lies in; null in the others. */
  guide: AssignedGuide | null;
  /** Minutes from midnight of its day by the company's clock; past 1440 where it goes on after midnight. */
  from: number;
  to: number;
  conflicts: readonly Conflict[];
}

export interface Lane {
  /** Of the guide or the tour, or `UNASSIGNED`. */
  id: string;
  kind: 'unassigned' | 'guide' | 'tour';
  guide: ScheduleGuide | null;
  days: ReadonlyMap<LocalDate, readonly Block[]>;
}

export const blockKey = (departureId: Uuid, userId: Uuid | null) => `${departureId} ${userId ?? ''}`;
/** The place of a lane on a day on which nothing is. */
export const cellKey = (laneId: string, day: LocalDate) => `${laneId} ${day}`;

/** Who is on a departure, or asked to be. */
export const assignedGuides = ({ guides }: Pick<ScheduleDeparture, 'guides'>) =>
  guides.filter(({ state }) => state !== 'declined');
/** Whether guides may still be changed. */
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

/** The lanes in the order in which they are shown. What was called off is nobody's and in none of them. */
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

/** What would speak against a departure for each guide of the plan, by the rules that the server has too. */
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

/** A departure as it would be that many minutes later, as far as the rules look at it. */
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
