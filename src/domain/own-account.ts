/** What a person types about their own account. */
import * as v from 'valibot';
import { email, locale, requiredText } from './fields.ts';
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
