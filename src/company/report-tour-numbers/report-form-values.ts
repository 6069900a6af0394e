import type { Uuid } from '../../domain/ids.ts';
import { formatMoneyInput, parsePositiveMoney } from '../../domain/parse-money.ts';
import { compareLines, type SubmittedReport } from '../../domain/tour-report.ts';
import type { TourReport } from './reports.ts';

/** Returns the values of the last report, or else of the check-ins. */
export function initialReportFormValues(
  { prefilled, guides, report }: TourReport,
  at: { userId: Uuid; currency: string; locale: string },
) {
  const payload = report?.payload;
  const isMine = guides.some(({ userId }) => userId === at.userId);
  return {
    lines: payload ? payload.lines : prefilled.lines.map(({ type, attended }) => ({ type, attended })),
    walkIns: payload?.walkIns ?? prefilled.walkIns,
    guideId: payload ? payload.guideId : isMine ? at.userId : (guides[0]?.userId ?? null),
    minutesLate: payload?.minutesLate ?? 0,
    incidents: payload?.incidents ?? '',
    note: payload?.note ?? '',
    handedOver: formatMoneyInput(payload?.handedOver ?? prefilled.cash, at),
  };
}

/** Lists the departure's guides, then `next`, then everyone else. */
export function guideChoices(
  guideIds: readonly Uuid[],
  { people, next }: { people: ReadonlyMap<Uuid, string>; next: readonly (Uuid | null)[] },
) {
  const ids = new Set([...guideIds, ...next.filter((id) => id !== null), ...people.keys()]);
  return [...ids].flatMap((id) => {
    const name = people.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

export type ReportFormValues = ReturnType<typeof initialReportFormValues>;

/** Parses the amount handed over; null if it is invalid. An empty amount means zero here. */
export function parseHandedOver(text: string, currency: string, locale: string): number | null {
  const isZero = /^[\s0]*(?:[.,]0*)?\s*$/.test(text);
  return isZero ? 0 : parsePositiveMoney(text, currency, locale);
}

/** Returns the report to submit. It replaces the current report and those that conflict with it. */
export function toSubmittedReport(
  values: ReportFormValues,
  { prefilled, report, conflicting }: TourReport,
  money: { handedOver: number; currency: string },
): SubmittedReport {
  return {
    replaces: [...(report ? [report.id] : []), ...conflicting.map(({ id }) => id)],
    lines: compareLines(prefilled, values).map(({ type, reported }) => ({ type, attended: reported })),
    walkIns: values.walkIns,
    guideId: values.guideId,
    minutesLate: values.minutesLate,
    incidents: values.incidents.trim() || null,
    note: values.note.trim() || null,
    ...money,
  };
}
