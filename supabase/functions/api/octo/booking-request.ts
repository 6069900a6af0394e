/** Converts a reseller's body into input of the booking engine. */
import type * as v from 'valibot';
import { LOCALES } from '../../../../src/domain/locales.ts';
import { BOOKING_QUESTIONS, UNIT_ITEM_QUESTIONS } from '../../_shared/octo/questions.ts';
import { OctoException } from './octo-error.ts';
import type { contact, questionAnswers, unitItem, unitItems } from './request-schemas.ts';

type Contact = v.InferOutput<typeof contact>;
const nameIn = ({ fullName, firstName, lastName }: Contact) =>
  fullName?.trim() || [firstName, lastName].flatMap((part) => part?.trim() || []).join(' ');

/** Drops missing and empty values. */
const response = (entries: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

function contactOf(given: Contact) {
  const languages = given.locales?.map((tag) => tag.slice(0, 2).toLowerCase()) ?? [];
  return response({
    name: nameIn(given),
    email: given.emailAddress,
    phone: given.phoneNumber,
    country: given.country,
    locale: LOCALES.find((locale) => languages.includes(locale)),
  });
}

type Answers = v.InferOutput<typeof questionAnswers>;
/** Returns answers by question; an empty value deletes the answer. Throws for an unknown question. */
function answered<Id extends string>(answers: Answers, asked: readonly Id[]): { [id in Id]?: string } {
  const entries = (answers ?? []).map(({ questionId, value }) => {
    const id = asked.find((one) => one === questionId);
    if (id === undefined) throw new OctoException('INVALID_QUESTION_ID', { given: questionId });
    return [id, value ?? ''] as const;
  });
  return Object.fromEntries(entries) as { [id in Id]?: string };
}

const guestOf = (item: v.InferOutput<typeof unitItem>, withAnswers: boolean) => ({
  ...response({
    price_category_id: item.unitId,
    uuid: item.uuid?.toLowerCase(),
    reference: item.resellerReference,
    name: item.contact ? nameIn(item.contact) : null,
  }),
  ...(withAnswers ? answered(item.questionAnswers, UNIT_ITEM_QUESTIONS) : {}),
});

interface Given {
  productId?: string | undefined;
  availabilityId?: string | undefined;
  unitItems?: v.InferOutput<typeof unitItems> | undefined;
  contact?: Contact | null | undefined;
  notes?: string | null | undefined;
  resellerReference?: string | null | undefined;
  expirationMinutes?: number | undefined;
  questionAnswers?: Answers;
}
/** Returns the engine's input. Answers count only if the client uses octo/questions. */
export function toBookingRequest(given: Given, withAnswers: boolean) {
  const { phone, ...answers } = withAnswers ? answered(given.questionAnswers, BOOKING_QUESTIONS) : {};
  const telephone = phone === undefined ? {} : { phone };
  return {
    ...response({
      tour: given.productId,
      departure: given.availabilityId,
      guests: given.unitItems?.map((item) => guestOf(item, withAnswers)),
      note: given.notes || given.contact?.notes,
      external_reference: given.resellerReference,
      minutes: given.expirationMinutes,
    }),
    ...(given.contact || phone !== undefined
      ? { contact: { ...(given.contact ? contactOf(given.contact) : {}), ...telephone } }
      : {}),
    ...answers,
  };
}
