/** Statements as a CSV file: one row per tour, and tours that do not count yet with the reason. */
import type { IntlShape } from 'react-intl';
import { payKindsOf, type GuideStatement, type UnpaidTour, type StatementLine } from '../../../domain/guide-pay.ts';
import { toMajorUnits } from '../../../domain/money.ts';
import { csvFile, csvFormatOf, type CsvValue } from '../../../lib/csv.ts';
import { monthOf } from '../../../lib/month-grid.ts';
import type { StatementFormatters } from './use-statement.ts';

const inHours = (minutes: number) => Math.round((minutes / 60) * 100) / 100;

export function statementFile(
  statements: readonly GuideStatement[],
  formatters: StatementFormatters,
  { intl, timeZone }: { intl: IntlShape; timeZone: string },
): string {
  const formatMessage = intl.formatMessage;
  const { formats, nameOf } = formatters;
  // Danish writes times with a point, which spreadsheets read as a decimal number.
  const time = (at: string) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const kinds = payKindsOf(statements.flatMap(({ lines }) => lines));
  const when = (tour: StatementLine | UnpaidTour) => [
    nameOf(tour.userId),
    tour.localDate,
    time(tour.startsAt),
    formats.text(tour.title),
  ];
  const rows = statements.flatMap(({ lines, open }): CsvValue[][] => [
    ...lines.flatMap((line) => {
      const currencies = [...new Set(line.pay.map(({ currency }) => currency))];
      // Amounts in a second currency get an extra row, which counts no tour.
      return (currencies.length === 0 ? [''] : currencies).map((currency, at): CsvValue[] => {
        const payItems = line.pay.filter((item) => item.currency === currency);
        const sum = (items: typeof payItems) =>
          toMajorUnits(
            items.reduce((all, { amount }) => all + amount, 0),
            currency,
          );
        const once = (count: number) => (at === 0 ? count : null);
        return [
          ...when(line),
          line.isCorrection
            ? formatMessage({ id: 'pay.correction.of' }, { month: formatters.month(monthOf(line.localDate)) })
            : formatMessage({ id: 'pay.counted' }),
          ...[line.tours, line.minutes, inHours(line.minutes), line.guests, line.minutesLate].map(once),
          ...kinds.map((kind) => {
            const itemsOfKind = payItems.filter((item) => item.kind === kind);
            return itemsOfKind.length > 0 ? sum(itemsOfKind) : null;
          }),
          currency === '' ? null : sum(payItems),
          currency,
        ];
      });
    }),
    ...open.map((tour): CsvValue[] => [...when(tour), formatMessage({ id: `pay.open.${tour.reason}` })]),
  ]);
  const head = [
    ...(['guide', 'date', 'time', 'tour', 'state'] as const).map((name) => formatMessage({ id: `pay.column.${name}` })),
    formatMessage({ id: 'pay.tours' }),
    formatMessage({ id: 'pay.column.minutes' }),
    formatMessage({ id: 'pay.hours' }),
    formatMessage({ id: 'pay.guests' }),
    formatMessage({ id: 'pay.column.late' }),
    ...kinds.map((kind) => formatMessage({ id: `pay.kind.${kind}` })),
    formatMessage({ id: 'pay.amount' }),
    formatMessage({ id: 'pay.column.currency' }),
  ];
  // Pads the rows, because some programs reject rows of different length.
  const filled = rows.map((row) => [...row, ...Array<CsvValue>(head.length - row.length).fill(null)]);
  return csvFile([head, ...filled], csvFormatOf(intl.locale));
}
