/** The books as files that a spreadsheet opens: each row of the ledger, and each document by rate of VAT. */
import type { IntlShape } from 'react-intl';
import type { Books } from '../../../data/books.ts';
import { spacedCode } from '../../../domain/codes.ts';
import { inUnits } from '../../../domain/money.ts';
import { csvFile, csvWayOf, type CsvValue } from '../../../lib/csv.ts';

export const BOOKS = ['money', 'documents'] as const;
export type BooksFile = (typeof BOOKS)[number];

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

export function booksFile(what: BooksFile, { money, documents }: Books, intl: IntlShape): string {
  const say = intl.formatMessage;
  const rows: CsvValue[][] =
    what === 'money'
      ? money.map((one) => [
          one.date,
          one.time,
          say({ id: one.isBack ? 'bookings.books.back' : 'bookings.books.received' }),
          say({ id: `bookings.method.${one.method}` }),
          one.who ?? one.provider,
          spacedCode(one.booking),
          inUnits(one.isBack ? -one.amount : one.amount, one.currency),
          one.currency,
          one.reference,
          one.documents,
        ])
      : documents.flatMap((one) => {
          const way = one.kind === 'credit_note' ? -1 : 1;
          return one.rates.map(({ rate, net, vat, gross }) => [
            one.number,
            one.date,
            say({ id: `bookings.books.kind.${one.kind}` }),
            spacedCode(one.booking),
            one.buyer,
            one.vatNumber,
            rate,
            ...[net, vat, gross].map((amount) => inUnits(way * amount, one.currency)),
            one.currency,
            one.refersTo.join(' '),
          ]);
        });
  const head = (what === 'money' ? MONEY : DOCUMENTS).map((name) => say({ id: `bookings.books.${name}` }));
  return csvFile([head, ...rows], csvWayOf(intl.locale));
}
