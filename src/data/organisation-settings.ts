/** The settings of a partner organisation, read and saved as one. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { OrganisationSettings } from '../domain/organisation-settings.ts';
import type { Result } from '../domain/result.ts';
import { PROFILE } from './profile-shape.ts';
import { rpc } from './rpc.ts';
import { invalid } from './tours.ts';

const SETTINGS = v.object({
  ...PROFILE,
  defaultCommission: v.number(),
  embedOrigins: v.array(v.string()),
});

const ANSWER = v.object({
  version: v.number(),
  settings: SETTINGS,
  /** WebP in base64. */
  logo: v.nullable(v.object({ tag: v.string(), base64: v.string() })),
  formerSlugs: v.array(v.string()),
});
export type LoadedOrganisation = v.InferOutput<typeof ANSWER>;

/** Fails like any call; `not_permitted` for who is no admin of it. */
export const readOrganisationSettings = (
  organisation: Uuid,
  signal?: AbortSignal,
): Promise<Result<LoadedOrganisation>> =>
  rpc('read_organisation_settings', { organisation }, { signal, answer: ANSWER });

export interface SaveOrganisation {
  organisation: Uuid;
  /** Of the settings that were edited. */
  version: number;
  settings: OrganisationSettings;
}

export type OrganisationRefusal =
  | { status: 'stale'; version: number; settings: OrganisationSettings }
  | { status: 'slug_taken' };

/** Answers the new version. The same again is ok and has no effect. */
export const saveOrganisationSettings = ({
  organisation,
  version,
  settings,
}: SaveOrganisation): Promise<Result<{ version: number }, OrganisationRefusal>> =>
  rpc(
    'save_organisation_settings',
    {
      organisation,
      version,
      name: settings.name,
      contact_email: settings.contactEmail,
      contact_phone: settings.contactPhone,
      default_locale: settings.defaultLocale,
      slug: settings.slug,
      brand_colour: (settings.brandColour || null) as string,
      default_commission: settings.defaultCommission,
      embed_origins: settings.embedOrigins,
    },
    {
      answer: v.object({ version: v.number() }),
      refusals: {
        /** Somebody saved first: what stands now. */
        stale: v.object({ version: v.number(), settings: SETTINGS }),
        slug_taken: v.object({}),
      },
    },
  );

/** Keeps an organisation's logo as `setCompanyLogo` does a company's. Refusal: `invalid`. */
export const setOrganisationLogo = (given: { organisation: Uuid; picture: string }) =>
  rpc('set_organisation_logo', { ...given }, { answer: v.object({ tag: v.string() }), refusals: invalid });

/** Takes an organisation's logo away. */
export const clearOrganisationLogo = (organisation: Uuid) =>
  rpc('clear_organisation_logo', { organisation }, { answer: v.object({}) });
