/** Mail to the guest with a receipt, invoice or credit note attached as issued. */
import { array, looseObject, nullable, number, object, optional, picklist, string } from 'valibot';
import { PRICE_CATEGORY_TYPES } from '../../../../../src/domain/enums.ts';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { DOCUMENT_KINDS, type IssuedDocument } from '../../../../../src/domain/document-sheet.ts';
import { formatMoney } from '../../../../../src/domain/money.ts';
import { LOCALES } from '../../../../../src/lib/locales.ts';
import { BookingLink, BookingMailData, pageButton, formatWhen } from '../booking-mail-data.ts';
import { knownFacts } from '../departure-mail-data.ts';
import { documentFile, titleOf } from '../document-file.ts';
import { defineTemplate } from '../template.ts';

const textOrNull = nullable(string());
/** As private.document_content returns it. */
const Document = looseObject({
  kind: picklist(DOCUMENT_KINDS),
  number: string(),
  issued_on: string(),
  currency: string(),
  gross: number(),
  net: number(),
  vat: number(),
  lines: array(
    object({
      type: nullable(picklist(PRICE_CATEGORY_TYPES)),
      quantity: nullable(number()),
      unit: nullable(number()),
      rate: nullable(number()),
      gross: number(),
      net: number(),
      vat: number(),
    }),
  ),
  subject: object({
    title: string(),
    starts_at: string(),
    time_zone: string(),
    reference: string(),
    total: number(),
    discount: optional(looseObject({ code: string(), amount: number() })),
    due: optional(number()),
  }),
  seller: object({
    name: string(),
    address: textOrNull,
    vat_number: textOrNull,
    note: textOrNull,
    email: textOrNull,
    phone: textOrNull,
  }),
  buyer: nullable(object({ name: string(), address: string(), vat_number: textOrNull })),
  locale: picklist(LOCALES),
  refers_to: array(string()),
});

export const bookingDocument = defineTemplate(
  object({ ...BookingMailData.entries, document: Document, link: optional(BookingLink) }),
  (data, intl) => {
    const { company, phone, tour, reference, name, document: read, link } = data;
    const { subject, seller, buyer } = read;
    const issued: IssuedDocument = {
      ...read,
      issuedOn: read.issued_on as IssuedDocument['issuedOn'],
      refersTo: read.refers_to,
      subject: {
        title: subject.title,
        reference: subject.reference,
        total: subject.total,
        startsAt: subject.starts_at,
        timeZone: subject.time_zone,
        ...(subject.discount ? { discount: subject.discount } : {}),
        ...(subject.due ? { due: subject.due } : {}),
      },
      seller: { ...seller, vatNumber: seller.vat_number },
      buyer: buyer && { ...buyer, vatNumber: buyer.vat_number },
    };
    const title = titleOf(issued);
    const text = intl.text('mail.bookingDocument.text', { name, company, document: title });
    return {
      subject: intl.text('mail.bookingDocument.subject', { document: title, company }),
      preview: text,
      title,
      paragraphs: [text],
      facts: knownFacts([
        {
          name: intl.text('mail.bookingDocument.amount'),
          value: formatMoney(read.kind === 'credit_note' ? -read.gross : read.gross, {
            currency: read.currency,
            locale: intl.locale,
          }),
        },
        { name: intl.text('mail.departure.tour'), value: tour },
        { name: intl.text('mail.departure.when'), value: formatWhen(intl, data) },
        { name: intl.text('mail.departure.reference'), value: formatCode(reference) },
        { name: intl.text('mail.departure.phone'), value: phone },
      ]),
      ...(link ? { button: pageButton(intl, link) } : {}),
      file: documentFile(issued),
      notes: [intl.text('mail.bookingDocument.next')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
