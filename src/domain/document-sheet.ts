/**
 * The content of a receipt, an invoice or a credit note, line by line, for print and mail. Texts are in the guest's
 * language.
 */
import { REGIONS, type Locale } from '../lib/locales.ts';
import type { PriceCategoryType } from './closed-lists.ts';
import { formatCode } from './codes.ts';
import type { Instant, LocalDate, MinorUnits } from './ids.ts';
import { fractionDigits } from './money.ts';

/** `public.document_kind`. */
export const DOCUMENT_KINDS = ['receipt', 'invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface DocumentLine {
  /** Null: a line without a price category. */
  type: PriceCategoryType | null;
  quantity: number | null;
  unit: MinorUnits | null;
  /** VAT rate in percent; null without VAT. */
  rate: number | null;
  gross: MinorUnits;
  net: MinorUnits;
  vat: MinorUnits;
}

/** The document as issued: `private.document_content`. */
export interface IssuedDocument {
  kind: DocumentKind;
  number: string;
  issuedOn: LocalDate;
  currency: string;
  gross: MinorUnits;
  net: MinorUnits;
  vat: MinorUnits;
  lines: DocumentLine[];
  subject: {
    title: string;
    startsAt: Instant;
    timeZone: string;
    reference: string;
    total: MinorUnits;
    discount?: { code: string; amount: MinorUnits };
    /** Invoices only: the amount still due. */
    due?: MinorUnits;
  };
  seller: {
    name: string;
    address: string | null;
    vatNumber: string | null;
    note: string | null;
    email: string | null;
    phone: string | null;
  };
  buyer: { name: string; address: string; vatNumber: string | null } | null;
  locale: Locale;
  /** Numbers of the documents that a credit note corrects. */
  refersTo: string[];
}

export type DocumentTextId =
  | `document.kind.${DocumentKind}`
  | `document.category.${PriceCategoryType}`
  | `document.${
      | 'date'
      | 'booking'
      | 'tour'
      | 'when'
      | 'buyer'
      | 'vatNumber'
      | 'what'
      | 'unit'
      | 'rate'
      | 'amount'
      | 'net'
      | 'vat'
      | 'total'
      | 'part'
      | 'discount'
      | 'credits'
      | 'due'
      | 'whole'}`;
export type DocumentTexts = Record<DocumentTextId, string>;

export interface DocumentSheet {
  title: string;
  seller: string[];
  buyer: { title: string; lines: string[] } | null;
  facts: { name: string; value: string }[];
  head: string[];
  /** The first cell is text, the others are numbers. */
  rows: string[][];
  sums: { name: string; value: string; isTotal: boolean }[];
  notes: string[];
}

const linesOf = (text: string | null) => (text ?? '').split('\n').filter((line) => line.trim() !== '');

export function documentSheet(document: IssuedDocument, words: DocumentTexts): DocumentSheet {
  const { kind, currency, lines, subject, seller, buyer } = document;
  const region = REGIONS[document.locale];
  const say = (word: DocumentTextId, values: Record<string, string> = {}) =>
    words[word].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const digits = fractionDigits(currency);
  const plain = new Intl.NumberFormat(region, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const way = kind === 'credit_note' ? -1 : 1;
  const figure = (amount: MinorUnits) => plain.format((way * amount) / 10 ** digits);
  const money = (amount: MinorUnits) => `${plain.format(amount / 10 ** digits)} ${currency}`;
  const percent = (rate: number) =>
    new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 100);
  const isTaxed = lines.some(({ rate }) => rate !== null);
  const isWhole =
    (subject.discount !== undefined && document.gross === subject.total) ||
    lines.every(({ quantity, unit, gross }) => quantity === null || quantity * (unit ?? 0) === gross);

  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate !== null).toSorted((a, b) => b - a);
  const sumOf = (rate: number, part: 'net' | 'vat') =>
    lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line[part], 0);
  const number = (given: string | null) => (given === null ? [] : [say('document.vatNumber', { number: given })]);

  return {
    title: say(`document.kind.${kind}`, { number: document.number }),
    seller: [
      seller.name,
      ...linesOf(seller.address),
      ...number(seller.vatNumber),
      ...[seller.email, seller.phone].filter((one) => one !== null),
    ],
    buyer: buyer && {
      title: say('document.buyer'),
      lines: [buyer.name, ...linesOf(buyer.address), ...number(buyer.vatNumber)],
    },
    facts: [
      {
        name: say('document.date'),
        value: new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(
          new Date(`${document.issuedOn}T12:00:00Z`),
        ),
      },
      { name: say('document.booking'), value: formatCode(subject.reference) },
      { name: say('document.tour'), value: subject.title },
      {
        name: say('document.when'),
        value: new Intl.DateTimeFormat(region, {
          dateStyle: 'long',
          timeStyle: 'short',
          timeZone: subject.timeZone,
        }).format(new Date(subject.startsAt)),
      },
    ],
    head: [
      say('document.what'),
      say('document.unit'),
      ...(isTaxed ? [say('document.rate')] : []),
      say('document.amount'),
    ],
    rows: lines.map(({ type, quantity, unit, rate, gross }) => [
      // The quantity is part of the first cell: phones have no room for another column.
      type === null
        ? say('document.whole', { reference: formatCode(subject.reference) })
        : `${quantity ?? 1} × ${say(`document.category.${type}`)}`,
      unit === null ? '' : plain.format(unit / 10 ** digits),
      ...(isTaxed ? [rate === null ? '' : percent(rate)] : []),
      figure(gross),
    ]),
    sums: [
      ...(isTaxed
        ? [
            { name: say('document.net'), value: figure(document.net), isTotal: false },
            ...rates.map((rate) => ({
              name: say('document.vat', { rate: percent(rate), net: figure(sumOf(rate, 'net')) }),
              value: figure(sumOf(rate, 'vat')),
              isTotal: false,
            })),
          ]
        : []),
      { name: say('document.total'), value: money(way * document.gross), isTotal: true },
    ],
    notes: [
      ...(kind === 'invoice' && subject.due ? [say('document.due', { amount: money(subject.due) })] : []),
      ...(isWhole ? [] : [say('document.part', { amount: money(document.gross), price: money(subject.total) })]),
      ...(subject.discount
        ? [say('document.discount', { code: subject.discount.code, amount: money(subject.discount.amount) })]
        : []),
      ...(kind === 'credit_note' && document.refersTo.length > 0
        ? [say('document.credits', { numbers: document.refersTo.join(', ') })]
        : []),
      ...linesOf(seller.note),
    ],
  };
}
