/** Returns a commission statement as CSV, one line per entry. */
import type { IntlShape } from 'react-intl';
import type { StatementDetail } from '../../data/referrals.ts';
import { textInLocale, type Locale } from '../../domain/locales.ts';
import { toMajorUnits } from '../../domain/money.ts';
import { csvFile, csvFormatOf } from '../../lib/csv.ts';

export function statementFile(statement: StatementDetail, intl: IntlShape): string {
  const { currency } = statement;
  const locale = intl.locale.slice(0, 2) as Locale;
  const toMajor = (minor: number) => toMajorUnits(minor, currency);
  const header = (
    id: 'day' | 'reference' | 'tour' | 'link' | 'guests' | 'price' | 'rate' | 'each' | 'amount' | 'currency',
  ) => intl.formatMessage({ id: `commission.column.${id}` });
  return csvFile(
    [
      [
        header('day'),
        header('reference'),
        header('tour'),
        header('link'),
        header('guests'),
        header('price'),
        `${header('rate')} (%)`,
        header('each'),
        header('amount'),
        header('currency'),
      ],
      ...statement.lines.map((line) => [
        line.localDate,
        line.reference,
        textInLocale(line.titles, locale),
        line.link,
        line.guests,
        toMajor(line.price),
        line.rate.percent,
        line.rate.amount === undefined ? undefined : toMajor(line.rate.amount),
        toMajor(line.amount),
        currency,
      ]),
    ],
    csvFormatOf(intl.locale),
  );
}
