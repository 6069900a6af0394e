/** Context shared by the parts of the planner: the plan, formats and texts. */
import type { IntlShape } from 'react-intl';
import type { PlannerData } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { createMomentFormat } from '../../features/guide-time/format-availability.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { memoize } from '../../lib/memoize.ts';
import { differencesText } from '../../ui/format/differences-text.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { MINUTES_A_DAY, assignedGuides, type Block, type Lane, type PlannerDeparture } from './planner-model.ts';
import { inSentenceCase } from '../../lib/capitalise.ts';

/** An empty slot in which a departure could be added. */
export interface EmptySlot {
  day: LocalDate;
  /** Minutes from midnight; null in the week view. */
  minute: number | null;
  tourId: Uuid | null;
  guide: { id: Uuid; name: string } | null;
}

export interface PlannerContext {
  company: Uuid;
  plan: PlannerData;
  formats: Formats;
  today: LocalDate;
  colour(tourId: Uuid): string;
  /** Returns the tour's title in the reader's language. */
  title(tourId: Uuid): string;
  /** Formats minutes after midnight, of the same or an earlier day, as a time. */
  clock(minute: number): string;
  /** Names a departure, such as "10:00 Harbour walk". */
  departureName(departure: PlannerDeparture): string;
  laneName(lane: Lane): string;
  /** Lists what differs from the tour's defaults; null if nothing. */
  differs(departure: PlannerDeparture): string | null;
  /** Describes a conflict in a few words (`conflictLabel`) or in a sentence (`conflictSentence`). */
  conflictLabel(conflict: Conflict): string;
  conflictSentence(conflict: Conflict): string;
  /** Returns the accessible name of a block, which starts with its visible text (WCAG 2.5.3). */
  blockName(block: Block, texts: { label: string; conflictText: string | null }): string;
}

interface ContextOptions {
  intl: IntlShape;
  formats: Formats;
  today: LocalDate;
  company: Uuid;
}

export function createPlannerContext(plan: PlannerData, options: ContextOptions): PlannerContext {
  const { intl, formats, today, company } = options;
  const tours = new Map(plan.tours.map((tour) => [tour.id, tour]));
  const title = memoize(
    (id) => formats.text(tours.get(id)?.title ?? {}) || intl.formatMessage({ id: 'planner.untitled' }),
  );
  const clock = createClock(intl);
  const names: Names = {
    title,
    clock,
    departureName: ({ weekMinute, tourId }) => `${clock(weekMinute)} ${title(tourId)}`,
    differs: (departure) => differencesText(intl, departure.differs),
  };
  const conflictTexts = createConflictTexts(plan, options, names);
  return {
    company,
    plan,
    formats,
    today,
    ...names,
    ...conflictTexts,
    colour: (id) => tours.get(id)?.colour ?? '',
    laneName: ({ kind, id, guide }) =>
      kind === 'unassigned'
        ? intl.formatMessage({ id: 'planner.unassigned' })
        : kind === 'tour'
          ? title(id)
          : (guide?.name ?? ''),
    blockName: createBlockNames(options, { ...names, ...conflictTexts }),
  };
}

type Names = Pick<PlannerContext, 'title' | 'clock' | 'departureName' | 'differs'>;
type ConflictTexts = Pick<PlannerContext, 'conflictLabel' | 'conflictSentence'>;

function createClock(intl: IntlShape): PlannerContext['clock'] {
  const clocks = new Map<number, string>();
  return (minute) => {
    const ofDay = minute % MINUTES_A_DAY;
    const cached = clocks.get(ofDay);
    if (cached !== undefined) return cached;
    const text = intl.formatTime(ofDay * 60_000, {
      timeZone: 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(ofDay, text);
    return text;
  };
}

function createConflictTexts(
  plan: PlannerData,
  { intl, formats }: ContextOptions,
  { departureName }: Names,
): ConflictTexts {
  const departures = new Map(plan.departures.map((departure) => [departure.id, departure]));
  const guides = new Map(plan.guides.map((guide) => [guide.id, guide]));
  const moment = createMomentFormat(formats, plan.timeZone);
  const conflictLabel = ({ kind }: Conflict) => intl.formatMessage({ id: `planner.conflict.${kind}` });

  function conflictSentence(conflict: Conflict): string {
    const { kind, otherId, departureId } = conflict;
    const guide = guides.get(conflict.userId);
    if (kind === 'overlap' || kind === 'travel') {
      const otherDeparture = otherId === null ? undefined : departures.get(otherId);
      return otherDeparture
        ? intl.formatMessage({ id: `planner.conflictText.${kind}` }, { other: departureName(otherDeparture) })
        : conflictLabel(conflict);
    }
    if (kind === 'language') {
      const code = departures.get(departureId)?.language;
      return code
        ? intl.formatMessage({ id: 'planner.conflictText.language' }, { language: formats.language(code) })
        : conflictLabel(conflict);
    }
    const timeOff = kind === 'time_off' ? guide?.timeOff.find(({ id }) => id === otherId) : undefined;
    if (!timeOff) return intl.formatMessage({ id: `planner.conflictText.${kind}` });
    return intl.formatMessage(
      { id: 'planner.conflictText.away' },
      { from: moment(timeOff.startsAt, false), to: moment(timeOff.endsAt, true) },
    );
  }
  return { conflictLabel, conflictSentence };
}

function createBlockNames(
  { intl, formats }: ContextOptions,
  { title, clock, differs, conflictSentence }: Names & ConflictTexts,
): PlannerContext['blockName'] {
  return ({ departure, guide, from, to, conflicts }, { label, conflictText }) => {
    const names = assignedGuides(departure).map(({ name, state }) =>
      state === 'proposed' ? intl.formatMessage({ id: 'planner.proposed' }, { name }) : name,
    );
    const declined = departure.guides.filter(({ state }) => state === 'declined').map(({ name }) => name);
    return joinWithDots(
      `${clock(from)} ${label}`,
      conflictText,
      label !== title(departure.tourId) && title(departure.tourId),
      `${clock(from)}–${clock(to)}`,
      formats.day(departure.localDate),
      formats.language(departure.language),
      intl.formatMessage({ id: 'planner.seats' }, { booked: departure.booked, capacity: departure.capacity }),
      guide || names.length > 0 ? formats.list(names) : intl.formatMessage({ id: 'planner.noGuide' }),
      declined.length > 0 && intl.formatMessage({ id: 'planner.declined' }, { names: formats.list(declined) }),
      differs(departure),
      conflicts.length > 0 &&
        intl.formatMessage(
          { id: 'planner.conflicts' },
          { reasons: formats.list(inSentenceCase(conflicts.map(conflictSentence), formats.locale)) },
        ),
    );
  };
}
