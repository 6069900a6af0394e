/** CSV exports for bookkeeping: ledger rows, and documents by VAT rate. */
import type { IntlShape } from 'react-intl';
import type { LedgerExport } from '../../../data/daily-close.ts';
import { formatCode } from '../../../domain/codes.ts';
import { toMajorUnits } from '../../../domain/money.ts';
import { csvFile, csvFormatOf, type CsvValue } from '../../../lib/csv.ts';

export const LEDGER_FILES = ['money', 'documents'] as const;
export type LedgerFile = (typeof LEDGER_FILES)[number];

const MONEY = [
  'date',
  'time',
  'way',
  'method',
  'who',
  'booking',
  'amount',
  'currency',
  'reference',
  'documents',
] as const;
const DOCUMENTS = [
  'number',
  'date',
  'kind',
  'booking',
  'buyer',
  'vatNumber',
  'rate',
  'net',
  'vat',
  'gross',
  'currency',
  'refersTo',
] as const;

export function ledgerFile(what: LedgerFile, { money, documents }: LedgerExport, intl: IntlShape): string {
  const say = intl.formatMessage;
  const rows: CsvValue[][] =
    what === 'money'
      ? money.map((one) => [
          one.date,
          one.time,
          say({ id: one.isBack ? 'bookings.ledger.back' : 'bookings.ledger.received' }),
          say({ id: `bookings.method.${one.method}` }),
          one.who ?? one.provider,
          formatCode(one.booking),
          toMajorUnits(one.isBack ? -one.amount : one.amount, one.currency),
          one.currency,
          one.reference,
          one.documents,
        ])
      : documents.flatMap((one) => {
          const way = one.kind === 'credit_note' ? -1 : 1;
          return one.rates.map(({ rate, net, vat, gross }) => [
            one.number,
            one.date,
            say({ id: `bookings.ledger.kind.${one.kind}` }),
            formatCode(one.booking),
            one.buyer,
            one.vatNumber,
            rate,
            ...[net, vat, gross].map((amount) => toMajorUnits(way * amount, one.currency)),
            one.currency,
            one.refersTo.join(' '),
          ]);
        });
  const head = (what === 'money' ? MONEY : DOCUMENTS).map((name) => say({ id: `bookings.ledger.${name}` }));
  return csvFile([head, ...rows], csvFormatOf(intl.locale));
}
