import * as v from 'valibot';
import { email, fieldError, locale, optionalPhone, optionalText, requiredText } from './fields.ts';
import { passwordSchema } from './registration.ts';

export const profileSchema = v.object({ displayName: requiredText(200), locale: locale() });
export type Profile = v.InferOutput<typeof profileSchema>;

export const emailChangeSchema = v.object({ email: email() });
export type EmailChange = v.InferOutput<typeof emailChangeSchema>;

/** `code`: reauthentication code from a mail, if Supabase Auth requires one; else ''. */
export const passwordChangeSchema = v.object({
  currentPassword: v.pipe(v.string(), v.nonEmpty('required')),
  ...passwordSchema.entries,
  code: v.pipe(v.string(), v.trim()),
});
export type PasswordChangeInput = v.InferOutput<typeof passwordChangeSchema>;

const contactEntries = { name: optionalText(200), phone: optionalPhone(), relation: optionalText(100) };
type EmergencyContactFields = { name: string; phone: string; relation: string };
const isNobody = ({ name, phone, relation }: EmergencyContactFields) => name === '' && phone === '' && relation === '';
/** A person's emergency contact; all fields empty means none. */
export const emergencyContactSchema = v.pipe(
  v.object(contactEntries),
  v.forward(
    v.check((contact) => isNobody(contact) || contact.name !== '', fieldError('required')),
    ['name'],
  ),
  v.forward(
    v.check((contact) => isNobody(contact) || contact.phone !== '', fieldError('required')),
    ['phone'],
  ),
);
export type EmergencyContact = v.InferOutput<typeof emergencyContactSchema>;
