import type { FieldError } from '../../domain/fields.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/** What each code of `domain/fields.ts` says at its field; `{name}` is the field's label. */
export const FIELD_ERROR_TEXTS = {
  required: 'form.required',
  email: 'form.email',
  url: 'form.url',
  too_long: 'form.tooLong',
  whole_number: 'form.wholeNumber',
  too_small: 'form.tooSmall',
  too_large: 'form.tooLarge',
  slug: 'form.slug',
  colour: 'form.colour',
  time_zone: 'form.timeZone',
  currency: 'form.currency',
  origin: 'form.origin',
  not_valid: 'form.notValid',
} as const satisfies Record<FieldError, MessageId>;
