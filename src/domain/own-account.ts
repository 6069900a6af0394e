/** What a person types about their own account. */
import * as v from 'valibot';
import { email, error, locale, optionalPhone, optionalText, requiredText } from './fields.ts';
import { passwordAlone } from './registering.ts';

export const ownProfile = v.object({ displayName: requiredText(200), locale: locale() });
export type OwnProfile = v.InferOutput<typeof ownProfile>;

export const ownEmail = v.object({ email: email() });
export type OwnEmail = v.InferOutput<typeof ownEmail>;

/** `code`: from a mail, where Auth wants one; '' before. */
export const ownPassword = v.object({
  present: v.pipe(v.string(), v.nonEmpty('required')),
  ...passwordAlone.entries,
  code: v.pipe(v.string(), v.trim()),
});
export type OwnPassword = v.InferOutput<typeof ownPassword>;

const said = { name: optionalText(200), phone: optionalPhone(), relation: optionalText(100) };
type Said = { name: string; phone: string; relation: string };
const isNobody = ({ name, phone, relation }: Said) => name === '' && phone === '' && relation === '';
/** Whom to call for a person; nothing at all is nobody. */
export const emergencyContact = v.pipe(
  v.object(said),
  v.forward(
    v.check((given) => isNobody(given) || given.name !== '', error('required')),
    ['name'],
  ),
  v.forward(
    v.check((given) => isNobody(given) || given.phone !== '', error('required')),
    ['phone'],
  ),
);
export type EmergencyContact = v.InferOutput<typeof emergencyContact>;
