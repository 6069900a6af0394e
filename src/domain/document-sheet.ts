/**
 * The content of a receipt, an invoice or a credit note, line by line, for print and mail. Texts are in the guest's
 * language.
 */
import { formatDateTime } from '../lib/format-date-time.ts';
import { groupPhoneDigits } from '../lib/group-phone-digits.ts';
import { REGIONS, type Locale } from '../lib/locales.ts';
import type { PriceCategoryType } from './enums.ts';
import { formatCode } from './codes.ts';
import type { Instant, LocalDate, MinorUnits } from './ids.ts';
import { fractionDigits, withMinus } from './money.ts';

/** `public.document_kind`. */
export const DOCUMENT_KINDS = ['receipt', 'invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface DocumentLine {
  /** Type, quantity and unit price are null in a line for the whole booking, whose prices are unknown. */
  type: PriceCategoryType | null;
  quantity: number | null;
  unit: MinorUnits | null;
  /** VAT rate in percent; null without VAT. */
  rate: number | null;
  /** This document's share of quantity times unit price, which a deposit or a discount lowers. */
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

export function documentSheet(document: IssuedDocument, texts: DocumentTexts): DocumentSheet {
  const { kind, lines, subject, seller, buyer } = document;
  const formats = documentFormats(document, texts);
  const { format } = formats;
  const isTaxed = lines.some(({ rate }) => rate !== null);
  const vatNumberLine = (vatNumber: string | null) =>
    vatNumber === null ? [] : [format('document.vatNumber', { number: vatNumber })];

  return {
    title: format(`document.kind.${kind}`, { number: document.number }),
    seller: [
      seller.name,
      ...linesOf(seller.address),
      ...vatNumberLine(seller.vatNumber),
      ...[seller.email, seller.phone && groupPhoneDigits(seller.phone)].filter((line) => line !== null),
    ],
    buyer: buyer && {
      title: format('document.buyer'),
      lines: [buyer.name, ...linesOf(buyer.address), ...vatNumberLine(buyer.vatNumber)],
    },
    facts: [
      { name: format('document.date'), value: formats.date(document.issuedOn) },
      { name: format('document.booking'), value: formatCode(subject.reference) },
      { name: format('document.tour'), value: subject.title },
      { name: format('document.when'), value: formats.dateTime(subject.startsAt) },
    ],
    head: [
      format('document.what'),
      format('document.unit'),
      ...(isTaxed ? [format('document.rate')] : []),
      format('document.amount'),
    ],
    rows: lines.map(({ type, quantity, unit, rate, gross }) => [
      // The quantity is part of the first cell: phones have no room for another column.
      type === null
        ? format('document.whole', { reference: formatCode(subject.reference) })
        : `${quantity ?? 1} × ${format(`document.category.${type}`)}`,
      unit === null ? '' : formats.plain(unit),
      ...(isTaxed ? [rate === null ? '' : formats.percent(rate)] : []),
      formats.figure(gross),
    ]),
    sums: [
      ...(isTaxed ? taxSums(document, formats) : []),
      { name: format('document.total'), value: formats.total(document.gross), isTotal: true },
    ],
    notes: documentNotes(document, formats),
  };
}

type Formats = ReturnType<typeof documentFormats>;

function documentFormats({ kind, currency, subject, locale }: IssuedDocument, texts: DocumentTexts) {
  const region = REGIONS[locale];
  const digits = fractionDigits(currency);
  const number = new Intl.NumberFormat(region, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const plain = (amount: number) => withMinus(number.format(amount / 10 ** digits));
  // The code, because `kr.` and `$` stand for several currencies.
  const moneyFormat = new Intl.NumberFormat(region, { style: 'currency', currency, currencyDisplay: 'code' });
  const money = (amount: number) => withMinus(moneyFormat.format(amount / 10 ** digits));
  const direction = kind === 'credit_note' ? -1 : 1;
  return {
    format: (word: DocumentTextId, values: Record<string, string> = {}) =>
      texts[word].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
    plain,
    money,
    /** Formats an amount that a credit note takes back. */
    figure: (amount: number) => plain(direction * amount),
    total: (amount: number) => money(direction * amount),
    percent: (rate: number) =>
      new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 2 }).format(rate / 100),
    date: (date: LocalDate) =>
      new Intl.DateTimeFormat(region, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`)),
    dateTime: (instant: Instant) =>
      formatDateTime(instant, { locale: region, timeZone: subject.timeZone, dateStyle: 'long' }),
  };
}

function taxSums({ lines, net }: IssuedDocument, { format, figure, percent }: Formats): DocumentSheet['sums'] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].filter((rate) => rate !== null).toSorted((a, b) => b - a);
  const sumOf = (rate: number, part: 'net' | 'vat') =>
    lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line[part], 0);
  return [
    { name: format('document.net'), value: figure(net), isTotal: false },
    ...rates.map((rate) => ({
      name: format('document.vat', { rate: percent(rate), net: figure(sumOf(rate, 'net')) }),
      value: figure(sumOf(rate, 'vat')),
      isTotal: false,
    })),
  ];
}

function documentNotes(document: IssuedDocument, { format, money }: Formats): string[] {
  const { kind, lines, subject, seller } = document;
  // A discount lowers the lines' shares, so that only the totals can tell.
  const coversFullPrice =
    (subject.discount !== undefined && document.gross === subject.total) ||
    lines.every(({ quantity, unit, gross }) => quantity === null || quantity * (unit ?? 0) === gross);
  return [
    ...(kind === 'invoice' && subject.due ? [format('document.due', { amount: money(subject.due) })] : []),
    ...(coversFullPrice
      ? []
      : [format('document.part', { amount: money(document.gross), price: money(subject.total) })]),
    ...(subject.discount
      ? [format('document.discount', { code: subject.discount.code, amount: money(subject.discount.amount) })]
      : []),
    ...(kind === 'credit_note' && document.refersTo.length > 0
      ? [format('document.credits', { numbers: document.refersTo.join(', ') })]
      : []),
    ...linesOf(seller.note),
  ];
}
