/** View model of the planner: departures as blocks in lanes by guide or tour, each with its current conflicts. */
import { toDuty, toGuideAvailability, type PlannerData } from '../../data/guides.ts';
import { findConflicts, type Conflict, type Duty } from '../../domain/assignment.ts';
import { needsGuide, type AssignedGuide } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';

export type PlannerDeparture = PlannerData['departures'][number];
export type PlannerGuide = PlannerData['guides'][number];
/** Id of the first lane, for departures without a guide. */
export const UNASSIGNED = 'unassigned';
export const MINUTES_A_DAY = 24 * 60;

export interface Block {
  /** Key made of departure and guide. */
  key: string;
  departure: PlannerDeparture;
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
  guide: PlannerGuide | null;
  days: ReadonlyMap<LocalDate, readonly Block[]>;
}

/** A block with the lane that shows it. */
export interface PlacedBlock {
  block: Block;
  lane: Lane;
}

export const blockKey = (departureId: Uuid, userId: Uuid | null) => `${departureId} ${userId ?? ''}`;
/** Key of a lane's cell on a day without departures. */
export const cellKey = (laneId: string, day: LocalDate) => `${laneId} ${day}`;

/** Returns the guides of a departure who have not declined. */
export const assignedGuides = ({ guides }: Pick<PlannerDeparture, 'guides'>) =>
  guides.filter(({ state }) => state !== 'declined');
export const canReassign = ({ status }: Pick<PlannerDeparture, 'status'>) =>
  status === 'scheduled' || status === 'departed';

/** Returns how many departures of a day need a guide. */
export const countUnassigned = (departures: readonly PlannerDeparture[], day: LocalDate): number =>
  departures.filter((departure) => departure.localDate === day && needsGuide(departure)).length;

function conflictsByBlock(conflicts: readonly Conflict[]): Map<string, Conflict[]> {
  const byBlock = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const key = blockKey(conflict.departureId, conflict.userId);
    const list = byBlock.get(key);
    if (list) list.push(conflict);
    else byBlock.set(key, [conflict]);
  }
  return byBlock;
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

/**
 * Builds the lanes in display order, without cancelled departures. By guide, departures that have left without a guide
 * are in no lane.
 */
export function buildLanes(plan: PlannerData, by: 'guide' | 'tour'): Lane[] {
  const blockConflicts = conflictsByBlock(plan.conflicts);
  const block = (departure: PlannerDeparture, guide: AssignedGuide | null, conflicts: readonly Conflict[]): Block => {
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
  const addBlock = (lane: string, added: Block) => blocks.set(lane, [...(blocks.get(lane) ?? []), added]);
  for (const departure of plan.departures) {
    if (departure.status === 'cancelled') continue;
    const assigned = assignedGuides(departure);
    if (by === 'tour' && !needsGuide(departure)) {
      const conflicts = assigned.flatMap(({ userId }) => blockConflicts.get(blockKey(departure.id, userId)) ?? []);
      addBlock(departure.tourId, block(departure, null, conflicts));
      continue;
    }
    if (needsGuide(departure)) addBlock(UNASSIGNED, block(departure, null, []));
    for (const guide of assigned)
      addBlock(guide.userId, block(departure, guide, blockConflicts.get(blockKey(departure.id, guide.userId)) ?? []));
  }
  const blocksOf = (id: string) => blocks.get(id) ?? [];
  const unassigned = laneOf({ id: UNASSIGNED, kind: 'unassigned', guide: null }, blocksOf(UNASSIGNED));
  if (by === 'tour') {
    const shownTours = new Set(
      plan.departures.filter(({ status }) => status !== 'cancelled').map(({ tourId }) => tourId),
    );
    return [
      unassigned,
      ...plan.tours
        .filter(({ id }) => shownTours.has(id))
        .map(({ id }) => laneOf({ id, kind: 'tour', guide: null }, blocksOf(id))),
    ];
  }
  return [
    unassigned,
    ...plan.guides.map((guide) => laneOf({ id: guide.id, kind: 'guide', guide }, blocksOf(guide.id))),
  ];
}

/** Returns the blocks of some days by key. */
export function indexBlocks(lanes: readonly Lane[], days: readonly LocalDate[]): Map<string, PlacedBlock> {
  const byKey = new Map<string, PlacedBlock>();
  for (const lane of lanes)
    for (const day of days) for (const block of lane.days.get(day) ?? []) byKey.set(block.key, { block, lane });
  return byKey;
}

/** Returns the conflicts that each guide would have with a departure; mirrors the server's rules. */
export function conflictsForAllGuides(plan: PlannerData, departure: PlannerDeparture): Map<Uuid, Conflict[]> {
  const tours = new Map(plan.tours.map((tour) => [tour.id, tour]));
  const duty = toDuty(departure, tours);
  const duties = new Map<Uuid, Duty[]>();
  for (const scheduled of plan.departures) {
    if (scheduled.status === 'cancelled') continue;
    for (const { userId } of assignedGuides(scheduled)) {
      const guideDuties = duties.get(userId);
      if (guideDuties) guideDuties.push(toDuty(scheduled, tours));
      else duties.set(userId, [toDuty(scheduled, tours)]);
    }
  }
  const { minimumBreakMinutes } = plan;
  return new Map(
    plan.guides.map((guide) => [
      guide.id,
      findConflicts(duty, {
        guide: toGuideAvailability(guide),
        others: duties.get(guide.id) ?? [],
        minimumBreakMinutes,
      }),
    ]),
  );
}

/** Returns a departure shifted by some minutes; shifts only the fields that the conflict rules use. */
export function shiftDeparture(departure: PlannerDeparture, minutes: number): PlannerDeparture {
  const shift = (instant: string) => new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  const week = 7 * MINUTES_A_DAY;
  return {
    ...departure,
    startsAt: shift(departure.startsAt),
    endsAt: shift(departure.endsAt),
    weekMinute: (departure.weekMinute + minutes + week) % week,
  };
}
