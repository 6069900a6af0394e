/** Payload of Auth's send-email hook, and the mails it produces. */
import { check, looseObject, minLength, object, optional, picklist, pipe, string, type InferOutput } from 'valibot';
import { isEmailAddress } from '../../../src/domain/email-address.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '../../../src/lib/locales.ts';
import { authLink, type AuthLinkName } from '../_shared/mail/links.ts';
import type { TemplateName } from '../_shared/mail/templates.ts';

const Address = pipe(string(), check(isEmailAddress));
const none = optional(string(), '');

export const AuthHook = object({
  user: looseObject({
    id: pipe(string(), minLength(1)),
    email: Address,
    new_email: optional(Address),
    user_metadata: optional(looseObject({ locale: optional(string()) }), {}),
  }),
  email_data: looseObject({
    email_action_type: picklist(['signup', 'recovery', 'magiclink', 'invite', 'email_change', 'reauthentication']),
    token: none,
    token_hash: none,
    token_hash_new: none,
    redirect_to: none,
  }),
});
export type AuthHook = InferOutput<typeof AuthHook>;

export interface AuthMail {
  to: string;
  template: TemplateName;
  data: Record<string, string>;
}

const PLAIN = { signup: 'confirm-sign-up', recovery: 'recovery', magiclink: 'magic-link', invite: 'invite' } as const;

/** Returns the locale of the page that made the request, else the one of the sign-up. */
export function localeOf({ user, email_data }: AuthHook): Locale {
  const first = webPage(email_data.redirect_to)?.pathname.split('/')[1];
  if (isLocale(first)) return first;
  const { locale } = user.user_metadata;
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}

/**
 * Returns the mails for a hook call. `app` is the app's origin; Auth has already checked the hook's redirect against
 * its allow list.
 */
export function authMails(hook: AuthHook, app: string): AuthMail[] {
  const { user, email_data: about } = hook;
  const redirect = webPage(about.redirect_to);
  const onwards = redirect && redirect.pathname !== '/' ? redirect.pathname + redirect.search : undefined;
  const destination = { app: redirect?.origin ?? app, locale: localeOf(hook), onwards };
  const link = (name: AuthLinkName, tokenHash: string) => authLink(name, tokenHash, destination);
  const action = about.email_action_type;
  if (action === 'reauthentication')
    return [{ to: user.email, template: 'reauthentication', data: { code: about.token } }];
  if (action !== 'email_change')
    return [{ to: user.email, template: PLAIN[action], data: { link: link(action, about.token_hash) } }];
  const newEmail = user.new_email ?? user.email;
  const toNew: AuthMail = {
    to: newEmail,
    template: 'email-change-new',
    data: { newEmail, link: link('email_change', about.token_hash) },
  };
  // Auth's naming: token_hash_new belongs to the old address and is present only if that address must agree, too.
  return about.token_hash_new
    ? [
        {
          to: user.email,
          template: 'email-change-old',
          data: { newEmail, link: link('email_change', about.token_hash_new) },
        },
        toNew,
      ]
    : [toNew];
}

const webPage = (address: string): URL | null =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? new URL(address) : null;
