/** Tour reports of the last weeks: older ones locked, recent ones in every state. */
import type { Action } from '../../src/domain/actions.ts';
import { prefillReport } from '../../src/domain/tour-report.ts';
import { isOver, type DemoBooking } from './bookings.ts';
import type { DemoDeparture } from './departures.ts';
import { COMPANIES, guidesOf, PEOPLE, type DemoPerson } from './people.ts';
import type { Random } from './random.ts';
import { deviceOf, recorder, type DemoAction, type RollCalls } from './roll-call.ts';

const HOUR_MS = 3_600_000;
/** Due time after the end, and days with reports. */
const DUE_AFTER_MS = 12 * HOUR_MS;
const REPORTED_DAYS = 20;

type ReportOutcome = 'overdue' | 'returned' | 'submitted' | 'differs' | 'locked';
/** States of the latest due reports; the others are locked. */
const OUTCOMES: readonly ReportOutcome[] = ['overdue', 'differs', 'returned', 'submitted'];

export interface Reports {
  actions: DemoAction[];
  /** Rows of private.tour_reports, marked as reminded. */
  states: { departure_id: string; state: string; reminded_at: string; is_overdue: boolean }[];
}

export function drawReports(
  bookingsOf: ReadonlyMap<DemoDeparture, DemoBooking[]>,
  { actions, walkIns }: RollCalls,
  { random, now }: { random: Random; now: Date },
): Reports {
  const reports: Reports = { actions: [], states: [] };
  const actionsByDeparture = new Map<DemoDeparture, DemoAction[]>();
  for (const action of actions) {
    const earlier = actionsByDeparture.get(action.departure);
    if (earlier) earlier.push(action);
    else actionsByDeparture.set(action.departure, [action]);
  }
  const reportCounts = new Map<string, number>();
  const latestFirst = [...actionsByDeparture.keys()].sort(
    (a, b) => b.endsAt.getTime() - a.endsAt.getTime() || (a.id < b.id ? -1 : 1),
  );
  for (const departure of latestFirst) {
    const { company } = departure.tour;
    const age = now.getTime() - departure.endsAt.getTime();
    const [first] = guidesOf(company);
    const guide = departure.guides[0] ?? first;
    if (!guide || age < DUE_AFTER_MS || age > REPORTED_DAYS * 24 * HOUR_MS) continue;
    const office = PEOPLE.find((person) => person.role === 'office' && person.company === company) ?? guide;
    // The demo's guide has one report in each state; of the others the latest wait for the office.
    const key = `${company} ${guide === first}`;
    const index = reportCounts.get(key) ?? 0;
    reportCounts.set(key, index + 1);
    const outcome = (guide === first ? OUTCOMES[index] : index < 3 ? 'submitted' : null) ?? 'locked';
    const bookings = [
      ...(bookingsOf.get(departure) ?? []),
      ...walkIns.filter((walkIn) => walkIn.departure === departure),
    ];
    const reportActions = report(
      { departure, bookings, guide, office, outcome, random },
      actionsByDeparture.get(departure) ?? [],
    );
    reports.actions.push(...reportActions);
    const state = outcome === 'overdue' ? 'open' : outcome === 'differs' ? 'submitted' : outcome;
    reports.states.push({
      departure_id: departure.id,
      state,
      reminded_at: now.toISOString(),
      is_overdue: outcome === 'overdue',
    });
  }
  return reports;
}

interface ReportDetails {
  departure: DemoDeparture;
  bookings: readonly DemoBooking[];
  guide: DemoPerson;
  office: DemoPerson;
  outcome: ReportOutcome;
  random: Random;
}

function report(
  { departure, bookings, guide, office, outcome, random }: ReportDetails,
  checkIns: readonly DemoAction[],
): DemoAction[] {
  if (outcome === 'overdue') return [];
  const { currency } = COMPANIES[departure.tour.company];
  const prefilled = prefillReport({
    guests: bookings.flatMap(({ id: bookingId, status, guests }) =>
      guests.map(({ id, type }) => ({ id, type, bookingId, cancelled: isOver(status) })),
    ),
    actions: checkIns.map(asAction),
    rule: 'report_always',
    currency,
  });
  const end = departure.endsAt.getTime();
  const at = end + random.between(10, 90) * 60_000;
  const actions: DemoAction[] = [];
  const record = recorder(departure, { random, result: { actions } });
  const differs = outcome === 'differs' || outcome === 'returned' || random.chance(0.1);
  const submitted = record({
    kind: 'report_submit',
    payload: {
      replaces: [],
      lines: prefilled.lines.map(({ type, attended }, line) => ({
        type,
        attended: differs && line === 0 ? attended + 1 : attended,
      })),
      walk_ins: prefilled.walkIns,
      guide_id: guide.id,
      minutes_late: random.chance(0.2) ? 5 : 0,
      incidents: outcome === 'differs' ? 'A guest twisted an ankle on the cobbles; went home by taxi, is fine.' : null,
      note: differs ? 'One more came with a party and was not on the list.' : null,
      handed_over: outcome === 'returned' && prefilled.cash >= 5000 ? prefilled.cash - 5000 : prefilled.cash,
      currency,
    },
    by: guide,
    at,
  });
  if (outcome === 'returned') {
    const question = 'Which party had one more? Please name it.';
    record({ kind: 'report_return', payload: { report: submitted.id, question }, by: office, at: at + 2 * HOUR_MS });
  }
  if (outcome === 'locked')
    record({ kind: 'report_lock', payload: { report: submitted.id }, by: office, at: at + 3 * HOUR_MS });
  return actions;
}

/** Converts an action for the fold, without fields that it does not read. */
function asAction({ id, kind, payload, by, at, booking, guest }: DemoAction): Action {
  const occurredAt = new Date(at).toISOString();
  const references = {
    bookingId: booking?.id ?? null,
    guestId: guest?.id ?? null,
    userId: by.id,
    deviceId: deviceOf(by),
  };
  return { id, kind, payload, occurredAt, ...references } as unknown as Action;
}
