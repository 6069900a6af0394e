/** What a person types about their own account. */
import * as v from 'valibot';
import { email, fieldError, locale, optionalPhone, optionalText, requiredText } from './fields.ts';
import { passwordSchema } from './registration.ts';

export const profileSchema = v.object({ displayName: requiredText(200), locale: locale() });
export type Profile = v.InferOutput<typeof profileSchema>;

export const emailChangeSchema = v.object({ email: email() });
export type EmailChange = v.InferOutput<typeof emailChangeSchema>;

/** `code`: from a mail, where Auth wants one; '' before. */
export const passwordChangeSchema = v.object({
  present: v.pipe(v.string(), v.nonEmpty('required')),
  ...passwordSchema.entries,
  code: v.pipe(v.string(), v.trim()),
});
export type PasswordChangeInput = v.InferOutput<typeof passwordChangeSchema>;

const contactEntries = { name: optionalText(200), phone: optionalPhone(), relation: optionalText(100) };
type Said = { name: string; phone: string; relation: string };
const isNobody = ({ name, phone, relation }: Said) => name === '' && phone === '' && relation === '';
/** Whom to call for a person; nothing at all is nobody. */
export const emergencyContactSchema = v.pipe(
  v.object(contactEntries),
  v.forward(
    v.check((given) => isNobody(given) || given.name !== '', fieldError('required')),
    ['name'],
  ),
  v.forward(
    v.check((given) => isNobody(given) || given.phone !== '', fieldError('required')),
    ['phone'],
  ),
);
export type EmergencyContact = v.InferOutput<typeof emergencyContactSchema>;
