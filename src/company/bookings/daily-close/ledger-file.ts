/** CSV exports for bookkeeping: ledger rows, and documents by VAT rate. */
import type { IntlShape } from 'react-intl';
import type { LedgerExport } from '../../../data/daily-close.ts';
import { formatCode } from '../../../domain/codes.ts';
import { toMajorUnits } from '../../../domain/money.ts';
import { csvFile, csvFormatOf, type CsvValue } from '../../../lib/csv.ts';

export const LEDGER_EXPORT_KINDS = ['money', 'documents'] as const;
export type LedgerExportKind = (typeof LEDGER_EXPORT_KINDS)[number];

const MONEY = [
  'date',
  'time',
  'direction',
  'method',
  'actor',
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

export function ledgerFile(file: LedgerExportKind, { money, documents }: LedgerExport, intl: IntlShape): string {
  const { formatMessage } = intl;
  const rows: CsvValue[][] =
    file === 'money'
      ? money.map((entry) => [
          entry.date,
          entry.time,
          formatMessage({ id: entry.isRefund ? 'bookings.ledger.refunded' : 'bookings.ledger.received' }),
          formatMessage({ id: `bookings.method.${entry.method}` }),
          entry.actor ?? entry.provider,
          formatCode(entry.booking),
          toMajorUnits(entry.isRefund ? -entry.amount : entry.amount, entry.currency),
          entry.currency,
          entry.reference,
          entry.documents,
        ])
      : documents.flatMap((document) => {
          const sign = document.kind === 'credit_note' ? -1 : 1;
          return document.rates.map(({ rate, net, vat, gross }) => [
            document.number,
            document.date,
            formatMessage({ id: `bookings.ledger.kind.${document.kind}` }),
            formatCode(document.booking),
            document.buyer,
            document.vatNumber,
            rate,
            ...[net, vat, gross].map((amount) => toMajorUnits(sign * amount, document.currency)),
            document.currency,
            document.refersTo.join(' '),
          ]);
        });
  const head = (file === 'money' ? MONEY : DOCUMENTS).map((name) => formatMessage({ id: `bookings.ledger.${name}` }));
  return csvFile([head, ...rows], csvFormatOf(intl.locale));
}
