/** What the list of templates fills them with: names as long and as odd as the field has them. */
import type { InferOutput } from 'valibot';
import { authLink, invitationLink } from '../../functions/_shared/mail/links.ts';
import type { TEMPLATES, TemplateName } from '../../functions/_shared/mail/templates.ts';
import type { Locale } from '../../../src/lib/locales.ts';

type Samples = { [Name in TemplateName]: InferOutput<(typeof TEMPLATES)[Name]['data']> };

const TOKEN = 'pkce_0f4d6c1e9b7a583c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e';

export function samples(locale: Locale): Samples {
  const destination = { app: 'https://app.example.com', locale };
  const link = (name: Parameters<typeof authLink>[0]) => ({ link: authLink(name, TOKEN, destination) });
  return {
    'confirm-sign-up': link('signup'),
    recovery: link('recovery'),
    'magic-link': link('magiclink'),
    'email-change-old': { ...link('email_change'), newEmail: 'ana-maria.fernandez-de-la-vega@turismo-sevilla.example' },
    'email-change-new': { ...link('email_change'), newEmail: 'ana-maria.fernandez-de-la-vega@turismo-sevilla.example' },
    reauthentication: { code: '305805' },
    invite: link('invite'),
    invitation: {
      company: 'Smørrebrød & Søn “Gå-ture” <København>',
      role: 'guide_manager',
      inviter: 'Ida Kjærgaard-Østergaard',
      expiresAt: '2026-12-03T14:00:00.000Z',
      link: invitationLink('4f9d1c0b7e', destination),
    },
  };
}
