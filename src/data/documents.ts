/** Receipts, invoices and credit notes as issued. */
import * as v from 'valibot';
import { PRICE_CATEGORY_TYPES } from '../domain/enums.ts';
import { DOCUMENT_KINDS } from '../domain/document-sheet.ts';
import type { Uuid } from '../domain/ids.ts';
import { LOCALES } from '../lib/locales.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

const issued = v.object({
  id: v.string(),
  kind: v.picklist(DOCUMENT_KINDS),
  number: v.string(),
  issuedOn: v.string(),
  currency: v.string(),
  /** Minor units, as all amounts below. */
  gross: v.number(),
  net: v.number(),
  vat: v.number(),
  lines: v.array(
    v.object({
      type: v.nullable(v.picklist(PRICE_CATEGORY_TYPES)),
      quantity: v.nullable(v.number()),
      unit: v.nullable(v.number()),
      rate: v.nullable(v.number()),
      gross: v.number(),
      net: v.number(),
      vat: v.number(),
    }),
  ),
  subject: v.object({
    title: v.string(),
    startsAt: v.string(),
    timeZone: v.string(),
    reference: v.string(),
    total: v.number(),
    discount: v.exactOptional(v.object({ code: v.string(), amount: v.number() })),
    due: v.exactOptional(v.number()),
  }),
  seller: v.object({
    name: v.string(),
    address: textOrNull,
    vatNumber: textOrNull,
    note: textOrNull,
    email: textOrNull,
    phone: textOrNull,
  }),
  buyer: v.nullable(v.object({ name: v.string(), address: v.string(), vatNumber: textOrNull })),
  locale: v.picklist(LOCALES),
  refersTo: v.array(v.string()),
});
export type LoadedDocument = v.InferOutput<typeof issued>;

export const readDocumentRpc = defineRpc('read_document', { response: v.object({ document: issued }) });

/** Reads a document. Fails with `not_found` unless the person may see the company's guests. */
export const readDocument = (document: Uuid, signal?: AbortSignal) => rpc(readDocumentRpc, { document }, { signal });

export const sendDocumentRpc = defineRpc('send_document', { response: v.object({ messageId: v.string() }) });

/** Mails a document to `recipient`, or to the guest. Idempotent by `request`. */
export const sendDocument = (document: Uuid, { recipient, request }: { recipient: string; request: Uuid }) =>
  rpc(sendDocumentRpc, { request, document, recipient });
