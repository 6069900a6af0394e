import { describe, expect, test } from 'vitest';
import { documentSheet, type DocumentLine, type DocumentTexts, type IssuedDocument } from './document-sheet.ts';

const WORDS = {
  'document.kind.receipt': 'Receipt {number}',
  'document.kind.invoice': 'Invoice {number}',
  'document.kind.credit_note': 'Credit note {number}',
  'document.category.ADULT': 'Adult',
  'document.category.CHILD': 'Child',
  'document.date': 'Date',
  'document.booking': 'Booking',
  'document.tour': 'Tour',
  'document.when': 'Tour date',
  'document.buyer': 'Billed to',
  'document.vatNumber': 'VAT no. {number}',
  'document.what': 'Description',
  'document.unit': 'Unit price',
  'document.rate': 'VAT',
  'document.amount': 'Amount',
  'document.net': 'Excl. VAT',
  'document.vat': 'VAT {rate} of {net}',
  'document.total': 'Total',
  'document.part': 'For {amount} of {price}.',
  'document.discount': 'After the discount {code} of {amount}.',
  'document.credits': 'Refers to {numbers}.',
  'document.due': 'Amount due: {amount}',
  'document.whole': 'Booking {reference}{nothing}',
} as DocumentTexts;

const line = (more: Partial<DocumentLine> = {}): DocumentLine => ({
  type: 'ADULT',
  quantity: 2,
  unit: 50_00,
  rate: null,
  gross: 100_00,
  net: 100_00,
  vat: 0,
  ...more,
});

const issued = (more: Partial<IssuedDocument> = {}, subject: Partial<IssuedDocument['subject']> = {}) =>
  ({
    kind: 'receipt',
    number: '2026-17',
    issuedOn: '2026-05-01',
    currency: 'EUR',
    gross: 100_00,
    net: 100_00,
    vat: 0,
    lines: [line()],
    seller: { name: 'Harbour Walks', address: null, vatNumber: null, note: null, email: null, phone: null },
    buyer: null,
    locale: 'en',
    refersTo: [],
    ...more,
    subject: {
      title: 'Harbour walk',
      startsAt: '2026-05-03T22:30:00Z',
      timeZone: 'Europe/Copenhagen',
      reference: 'ABCDEF',
      total: 100_00,
      ...subject,
    },
  }) as IssuedDocument;
const sheet = (...args: Parameters<typeof issued>) => documentSheet(issued(...args), WORDS);

describe('a receipt without VAT', () => {
  test('has a title, facts in the zone of the tour, lines and one sum', () => {
    expect(sheet()).toEqual({
      title: 'Receipt 2026-17',
      seller: ['Harbour Walks'],
      buyer: null,
      facts: [
        { name: 'Date', value: '1 May 2026' },
        { name: 'Booking', value: 'ABC DEF' },
        { name: 'Tour', value: 'Harbour walk' },
        { name: 'Tour date', value: expect.stringMatching(/^4 May 2026\D+00:30$/) },
      ],
      head: ['Description', 'Unit price', 'Amount'],
      rows: [['2 × Adult', '50.00', '100.00']],
      sums: [{ name: 'Total', value: 'EUR\u00a0100.00', isTotal: true }],
      notes: [],
    });
  });

  test('uses the language of the guest and the decimals of the currency', () => {
    const { facts, rows, sums } = sheet({
      locale: 'da',
      currency: 'JPY',
      gross: 1500,
      lines: [line({ unit: 750, gross: 1500 })],
    });
    expect(facts.map(({ value }) => value)).toContain('1. maj 2026');
    expect(rows).toEqual([['2 × Adult', '750', '1.500']]);
    expect(sums).toEqual([{ name: 'Total', value: '1.500\u00a0JPY', isTotal: true }]);
  });

  test('leaves missing values empty and replaces unknown placeholders with nothing', () => {
    expect(
      sheet({
        lines: [line({ quantity: null, gross: 60_00 }), line({ type: null, quantity: null, unit: null, gross: 40_00 })],
      }).rows,
    ).toEqual([
      ['1 × Adult', '50.00', '60.00'],
      ['Booking ABC DEF', '', '40.00'],
    ]);
  });
});

describe('the parties', () => {
  test('lists name, address lines, VAT number and contact details', () => {
    const { seller, buyer, notes } = sheet({
      seller: {
        name: 'Harbour Walks',
        address: 'Quay 1\n\n  \n1000 Copenhagen',
        vatNumber: 'DK1',
        note: 'Thank you.\n\nCome again.',
        email: 'office@harbour.test',
        phone: '+4512345678',
      },
      buyer: { name: 'Acme', address: 'Road 2', vatNumber: 'DE2' },
    });
    expect(seller).toEqual([
      'Harbour Walks',
      'Quay 1',
      '1000 Copenhagen',
      'VAT no. DK1',
      'office@harbour.test',
      '+45\u00a012\u00a034\u00a056\u00a078',
    ]);
    expect(buyer).toEqual({ title: 'Billed to', lines: ['Acme', 'Road 2', 'VAT no. DE2'] });
    expect(notes).toEqual(['Thank you.', 'Come again.']);
  });

  test('leaves out a missing email address or phone number', () => {
    const seller = { name: 'A', address: null, vatNumber: null, note: null };
    expect(sheet({ seller: { ...seller, email: null, phone: '+45' } }).seller).toEqual(['A', '+45']);
    expect(sheet({ seller: { ...seller, email: 'a@b.test', phone: null } }).seller).toEqual(['A', 'a@b.test']);
    expect(sheet({ buyer: { name: 'B', address: '', vatNumber: null } }).buyer?.lines).toEqual(['B']);
  });
});

describe('VAT', () => {
  const lines = [
    line({ rate: 5.5, gross: 105_50, net: 100_00, vat: 5_50, unit: 52_75 }),
    line({ type: 'CHILD', rate: 25, quantity: 1, unit: 50_00, gross: 50_00, net: 40_00, vat: 10_00 }),
    line({ rate: 25, quantity: 1, unit: 25_00, gross: 25_00, net: 20_00, vat: 5_00 }),
    line({ type: null, rate: null, quantity: null, unit: null, gross: 10_00, net: 10_00 }),
  ];

  test('adds a rate column and a sum for each rate, highest first', () => {
    const { head, rows, sums } = sheet({ lines, gross: 190_50, net: 170_00, vat: 20_50 });
    expect(head).toEqual(['Description', 'Unit price', 'VAT', 'Amount']);
    expect(rows.map((row) => row[2])).toEqual(['5.5%', '25%', '25%', '']);
    expect(sums).toEqual([
      { name: 'Excl. VAT', value: '170.00', isTotal: false },
      { name: 'VAT 25% of 60.00', value: '15.00', isTotal: false },
      { name: 'VAT 5.5% of 100.00', value: '5.50', isTotal: false },
      { name: 'Total', value: 'EUR\u00a0190.50', isTotal: true },
    ]);
  });
});

describe('a credit note', () => {
  test('has negative figures and names the documents it refers to', () => {
    const { title, rows, sums, notes } = sheet({ kind: 'credit_note', refersTo: ['2026-1', '2026-2'] });
    expect(title).toBe('Credit note 2026-17');
    expect(rows).toEqual([['2 × Adult', '50.00', '−100.00']]);
    expect(sums.at(-1)!.value).toBe('−EUR\u00a0100.00');
    expect(notes).toEqual(['Refers to 2026-1, 2026-2.']);
    expect(sheet({ kind: 'credit_note' }).notes).toEqual([]);
    expect(sheet({ kind: 'receipt', refersTo: ['2026-1'] }).notes).toEqual([]);
  });
});

describe('the notes', () => {
  test('an invoice states the amount due; a receipt does not', () => {
    expect(sheet({ kind: 'invoice' }, { due: 40_00 }).notes).toEqual(['Amount due: EUR\u00a040.00']);
    expect(sheet({ kind: 'invoice' }, { due: 0 }).notes).toEqual([]);
    expect(sheet({}, { due: 40_00 }).notes).toEqual([]);
  });

  test('a partial document states the whole price', () => {
    expect(sheet({ gross: 30_00, lines: [line({ gross: 30_00 })] }).notes).toEqual([
      'For EUR\u00a030.00 of EUR\u00a0100.00.',
    ]);
    // One differing line of several is enough; lines without a quantity do not count.
    expect(sheet({ lines: [line(), line({ gross: 1_00 })] }).notes).toHaveLength(1);
    expect(sheet({ lines: [line({ quantity: 1, unit: null, gross: 1_00 })] }).notes).toHaveLength(1);
    expect(sheet({ lines: [line({ quantity: null, unit: null, gross: 1_00 })] }).notes).toEqual([]);
  });

  test('mentions a discount, and treats the discounted price as the whole price', () => {
    const discount = { code: 'SUMMER', amount: 20_00 };
    const lines = [line({ gross: 80_00 })];
    expect(sheet({ gross: 80_00, lines }, { total: 80_00, discount }).notes).toEqual([
      'After the discount SUMMER of EUR\u00a020.00.',
    ]);
    expect(sheet({ gross: 40_00, lines: [line({ gross: 40_00 })] }, { total: 80_00, discount }).notes).toEqual([
      'For EUR\u00a040.00 of EUR\u00a080.00.',
      'After the discount SUMMER of EUR\u00a020.00.',
    ]);
  });
});
