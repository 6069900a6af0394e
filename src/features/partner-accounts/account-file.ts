/** Returns a month of a partner's account as CSV, one line per entry. */
import type { IntlShape } from 'react-intl';
import type { PartnerAccount } from '../../data/accounts.ts';
import { textInLocale, type Locale } from '../../domain/locales.ts';
import { toMajorUnits } from '../../domain/money.ts';
import { csvFile, csvFormatOf } from '../../lib/csv.ts';
import { localDateIn } from '../../lib/local-date.ts';

const COLUMNS = ['day', 'booking', 'what', 'tour', 'tourDay', 'guests', 'voucher', 'note', 'paidOn', 'amount', 'currency'] as const; // prettier-ignore

export function accountFile(account: PartnerAccount, intl: IntlShape): string {
  const locale = intl.locale.slice(0, 2) as Locale;
  const header = (id: (typeof COLUMNS)[number]) =>
    intl.formatMessage({
      id: id === 'amount' || id === 'currency' || id === 'paidOn' ? `accounts.${id}` : `accounts.column.${id}`,
    });
  return csvFile(
    [
      COLUMNS.map(header),
      ...account.statements.flatMap(({ currency, opening, closing, lines }) => {
        const sum = (id: 'opening' | 'closing', amount: number) =>
          COLUMNS.map((column) => {
            if (column === 'what') return intl.formatMessage({ id: `accounts.${id}` });
            return column === 'amount' ? toMajorUnits(amount, currency) : column === 'currency' ? currency : null;
          });
        return [
          sum('opening', opening),
          ...lines.map((line) => [
            localDateIn(account.timeZone, Date.parse(line.at)),
            line.booking,
            intl.formatMessage({ id: `accounts.kind.${line.kind}` }),
            line.titles && textInLocale(line.titles, locale),
            line.localDate,
            line.guests,
            line.voucherNumber,
            line.reference,
            line.paidOn,
            toMajorUnits(line.amount, currency),
            currency,
          ]),
          sum('closing', closing),
        ];
      }),
    ],
    csvFormatOf(intl.locale),
  );
}
