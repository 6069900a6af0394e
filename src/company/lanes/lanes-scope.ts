/** What all parts of the lanes need: how things are called and written, and what can be opened from them. */
import type { IntlShape } from 'react-intl';
import type { Lanes } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays, clockIn } from '../../lib/local-date.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import { differsText } from '../../ui/words/differs-text.ts';
import type { Formats } from '../../ui/words/use-formats.ts';
import { MINUTES_A_DAY, onIt, type Block, type Lane, type LaneDeparture } from './lane-model.ts';

/** An empty place where a departure could be. */
export interface EmptyPlace {
  day: LocalDate;
  /** Minutes from midnight, where the place says so. */
  minute: number | null;
  tourId: Uuid | null;
  guide: { id: Uuid; name: string } | null;
}

export interface LanesScope {
  company: Uuid;
  plan: Lanes;
  formats: Formats;
  today: LocalDate;
  colour(tourId: Uuid): string;
  /** In the reader's language. */
  title(tourId: Uuid): string;
  /** A time of day from minutes after midnight. */
  clock(minute: number): string;
  /** "10:00 Harbour walk" */
  called(departure: LaneDeparture): string;
  laneName(lane: Lane): string;
  /** In what it is not like its tour; null: in nothing. */
  differs(departure: LaneDeparture): string | null;
  /** What speaks against it, in a few words and in a sentence. */
  short(conflict: Conflict): string;
  says(conflict: Conflict): string;
  /** All of a block, as it is read out: first what is written on it, then the rest. */
  blockName(block: Block, written: { label: string; words: string | null }): string;
}

export function makeScope(
  plan: Lanes,
  { intl, formats, today, company }: { intl: IntlShape; formats: Formats; today: LocalDate; company: Uuid },
): LanesScope {
  const tours = new Map(plan.tours.map((tour) => [tour.id, tour]));
  const departures = new Map(plan.departures.map((one) => [one.id, one]));
  const guides = new Map(plan.guides.map((one) => [one.id, one]));
  const titles = new Map<Uuid, string>();
  const clocks = new Map<number, string>();

  const title = (id: Uuid) => {
    const known = titles.get(id);
    if (known !== undefined) return known;
    const made = formats.text(tours.get(id)?.title ?? {}) || intl.formatMessage({ id: 'lanes.untitled' });
    titles.set(id, made);
    return made;
  };
  const clock = (minute: number) => {
    const ofDay = minute % MINUTES_A_DAY;
    const known = clocks.get(ofDay);
    if (known !== undefined) return known;
    const made = intl.formatTime(ofDay * 60_000, {
      timeZone: 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(ofDay, made);
    return made;
  };
  const called = ({ weekMinute, tourId }: LaneDeparture) => `${clock(weekMinute)} ${title(tourId)}`;
  const differs: LanesScope['differs'] = (departure) => differsText(intl, departure.differs);
  const short = ({ kind }: Conflict) => intl.formatMessage({ id: `lanes.conflict.${kind}` });

  function says(conflict: Conflict): string {
    const { kind, otherId, departureId } = conflict;
    const guide = guides.get(conflict.userId);
    if (kind === 'overlap' || kind === 'travel') {
      const other = otherId === null ? undefined : departures.get(otherId);
      return other ? intl.formatMessage({ id: `lanes.says.${kind}` }, { other: called(other) }) : short(conflict);
    }
    if (kind === 'language') {
      const code = departures.get(departureId)?.language;
      return code
        ? intl.formatMessage({ id: 'lanes.says.language' }, { language: formats.language(code) })
        : short(conflict);
    }
    const off = kind === 'time_off' ? guide?.timeOff.find(({ id }) => id === otherId) : undefined;
    if (!off) return intl.formatMessage({ id: `lanes.says.${kind}` });
    const at = (instant: string) => {
      const { date, minute } = clockIn(plan.timeZone, Date.parse(instant));
      return minute === 0 ? null : `${formats.day(date)} ${clock(minute)}`;
    };
    const dayOf = (instant: string, back: number) =>
      formats.day(addDays(clockIn(plan.timeZone, Date.parse(instant)).date, back));
    return intl.formatMessage(
      { id: 'lanes.says.away' },
      { from: at(off.startsAt) ?? dayOf(off.startsAt, 0), to: at(off.endsAt) ?? dayOf(off.endsAt, -1) },
    );
  }

  return {
    company,
    plan,
    formats,
    today,
    title,
    clock,
    called,
    short,
    says,
    colour: (id) => tours.get(id)?.colour ?? '',
    laneName: ({ kind, id, guide }) =>
      kind === 'unassigned'
        ? intl.formatMessage({ id: 'lanes.unassigned' })
        : kind === 'tour'
          ? title(id)
          : (guide?.name ?? ''),
    differs,
    blockName({ departure, guide, from, to, conflicts }, { label, words }) {
      const names = onIt(departure).map(({ name, state }) =>
        state === 'proposed' ? intl.formatMessage({ id: 'lanes.asked' }, { name }) : name,
      );
      const declined = departure.guides.filter(({ state }) => state === 'declined').map(({ name }) => name);
      return joinFacts(
        `${clock(from)} ${label}`,
        words,
        label !== title(departure.tourId) && title(departure.tourId),
        `${clock(from)}–${clock(to)}`,
        formats.day(departure.localDate),
        formats.language(departure.language),
        intl.formatMessage({ id: 'lanes.seats' }, { booked: departure.booked, capacity: departure.capacity }),
        guide || names.length > 0 ? formats.list(names) : intl.formatMessage({ id: 'lanes.noGuide' }),
        declined.length > 0 && intl.formatMessage({ id: 'lanes.declined' }, { names: formats.list(declined) }),
        differs(departure),
        conflicts.length > 0 &&
          intl.formatMessage({ id: 'lanes.against' }, { reasons: formats.list(conflicts.map(says)) }),
      );
    },
  };
}
