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
  words: StatementFormatters,
  { intl, timeZone }: { intl: IntlShape; timeZone: string },
): string {
  const say = intl.formatMessage;
  const { formats, nameOf } = words;
  // Danish writes times with a point, which spreadsheets read as a decimal number.
  const time = (at: string) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const kinds = payKindsOf(statements.flatMap(({ lines }) => lines));
  const when = (one: StatementLine | UnpaidTour) => [
    nameOf(one.userId),
    one.localDate,
    time(one.startsAt),
    formats.text(one.title),
  ];
  const rows = statements.flatMap(({ lines, open }): CsvValue[][] => [
    ...lines.flatMap((line) => {
      const currencies = [...new Set(line.pay.map(({ currency }) => currency))];
      // Amounts in a second currency get an extra row, which counts no tour.
      return (currencies.length === 0 ? [''] : currencies).map((currency, at): CsvValue[] => {
        const own = line.pay.filter((part) => part.currency === currency);
        const sum = (parts: typeof own) =>
          toMajorUnits(
            parts.reduce((all, { amount }) => all + amount, 0),
            currency,
          );
        const once = (count: number) => (at === 0 ? count : null);
        return [
          ...when(line),
          line.isCorrection
            ? say({ id: 'pay.correction.of' }, { month: words.month(monthOf(line.localDate)) })
            : say({ id: 'pay.counted' }),
          ...[line.tours, line.minutes, inHours(line.minutes), line.guests, line.minutesLate].map(once),
          ...kinds.map((kind) => {
            const parts = own.filter((part) => part.kind === kind);
            return parts.length > 0 ? sum(parts) : null;
          }),
          currency === '' ? null : sum(own),
          currency,
        ];
      });
    }),
    ...open.map((tour): CsvValue[] => [...when(tour), say({ id: `pay.open.${tour.reason}` })]),
  ]);
  const head = [
    ...(['guide', 'date', 'time', 'tour', 'state'] as const).map((name) => say({ id: `pay.column.${name}` })),
    say({ id: 'pay.tours' }),
    say({ id: 'pay.column.minutes' }),
    say({ id: 'pay.hours' }),
    say({ id: 'pay.guests' }),
    say({ id: 'pay.column.late' }),
    ...kinds.map((kind) => say({ id: `pay.kind.${kind}` })),
    say({ id: 'pay.amount' }),
    say({ id: 'pay.column.currency' }),
  ];
  // Pads the rows, because some programs reject rows of different length.
  const filled = rows.map((row) => [...row, ...Array<CsvValue>(head.length - row.length).fill(null)]);
  return csvFile([head, ...filled], csvFormatOf(intl.locale));
}
