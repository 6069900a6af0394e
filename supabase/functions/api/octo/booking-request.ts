/** Converts a reseller's body into input of the booking engine. */
import type * as v from 'valibot';
import { LOCALES } from '../../../../src/domain/locales.ts';
import { BOOKING_QUESTIONS, UNIT_ITEM_QUESTIONS } from '../../_shared/octo/questions.ts';
import { OctoException } from './octo-error.ts';
import type { contact, questionAnswers, unitItem, unitItems } from './request-schemas.ts';

type Contact = v.InferOutput<typeof contact>;
const nameIn = ({ fullName, firstName, lastName }: Contact) =>
  fullName?.trim() || [firstName, lastName].flatMap((name) => name?.trim() || []).join(' ');

/** Drops missing and empty values. */
const withoutEmpty = (entries: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

function contactOf(details: Contact) {
  const languages = details.locales?.map((tag) => tag.slice(0, 2).toLowerCase()) ?? [];
  return withoutEmpty({
    name: nameIn(details),
    email: details.emailAddress,
    phone: details.phoneNumber,
    country: details.country,
    locale: LOCALES.find((locale) => languages.includes(locale)),
  });
}

type Answers = v.InferOutput<typeof questionAnswers>;
/** Returns answers by question; an empty value deletes the answer. Throws for an unknown question. */
function answersByQuestion<Id extends string>(answers: Answers, questions: readonly Id[]): { [id in Id]?: string } {
  const entries = (answers ?? []).map(({ questionId, value }) => {
    const id = questions.find((question) => question === questionId);
    if (id === undefined) throw new OctoException('INVALID_QUESTION_ID', { value: questionId });
    return [id, value ?? ''] as const;
  });
  return Object.fromEntries(entries) as { [id in Id]?: string };
}

const guestOf = (item: v.InferOutput<typeof unitItem>, withAnswers: boolean) => ({
  ...withoutEmpty({
    price_category_id: item.unitId,
    uuid: item.uuid?.toLowerCase(),
    reference: item.resellerReference,
    name: item.contact ? nameIn(item.contact) : null,
  }),
  ...(withAnswers ? answersByQuestion(item.questionAnswers, UNIT_ITEM_QUESTIONS) : {}),
});

interface OctoBookingBody {
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
export function toBookingRequest(body: OctoBookingBody, withAnswers: boolean) {
  const { phone, ...answers } = withAnswers ? answersByQuestion(body.questionAnswers, BOOKING_QUESTIONS) : {};
  const telephone = phone === undefined ? {} : { phone };
  return {
    ...withoutEmpty({
      tour: body.productId,
      departure: body.availabilityId,
      guests: body.unitItems?.map((item) => guestOf(item, withAnswers)),
      note: body.notes || body.contact?.notes,
      voucher_number: body.resellerReference,
      minutes: body.expirationMinutes,
    }),
    ...(body.contact || phone !== undefined
      ? { contact: { ...(body.contact ? contactOf(body.contact) : {}), ...telephone } }
      : {}),
    ...answers,
  };
}
