/** Settings of a partner organisation, read and saved as a whole. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { organisationSettings, type OrganisationSettings } from '../domain/organisation-settings.ts';
import type { Result } from '../domain/result.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { storedForm } from './stored-form.ts';
import { invalid } from './tours.ts';

const RESPONSE = v.object({
  version: v.number(),
  settings: storedForm(organisationSettings),
  /** WebP in base64. */
  logo: v.nullable(v.object({ tag: v.string(), base64: v.string() })),
  formerSlugs: v.array(v.string()),
});
export type LoadedOrganisation = v.InferOutput<typeof RESPONSE>;

export const readOrganisationSettingsRpc = defineRpc('read_organisation_settings', { response: RESPONSE });

/** Reads the settings. Fails with `not_permitted` unless the person is an admin of the organisation. */
export const readOrganisationSettings = (
  organisation: Uuid,
  signal?: AbortSignal,
): Promise<Result<LoadedOrganisation>> => rpc(readOrganisationSettingsRpc, { organisation }, { signal });

export interface OrganisationSettingsInput {
  organisation: Uuid;
  /** Version of the settings that were edited. */
  version: number;
  settings: OrganisationSettings;
}

export type OrganisationRefusal =
  | { status: 'stale'; version: number; settings: OrganisationSettings }
  | { status: 'slug_taken' };

export const saveOrganisationSettingsRpc = defineRpc('save_organisation_settings', {
  form: organisationSettings,
  response: v.object({ version: v.number() }),
  refusals: {
    /** Someone else saved first; carries the current settings. */
    stale: v.object({ version: v.number(), settings: storedForm(organisationSettings) }),
    slug_taken: v.object({}),
  },
});

/** Saves the settings and returns the new version. Saving the same settings again changes nothing. */
export const saveOrganisationSettings = ({
  organisation,
  version,
  settings,
}: OrganisationSettingsInput): Promise<Result<{ version: number }, OrganisationRefusal>> =>
  rpc(saveOrganisationSettingsRpc, { organisation, version, input: settings });

export const setOrganisationLogoRpc = defineRpc('set_organisation_logo', {
  response: v.object({ tag: v.string() }),
  refusals: invalid,
});

/** Stores an organisation's logo, with the limits of `setCompanyLogo`. Refusal: `invalid`. */
export const setOrganisationLogo = (input: { organisation: Uuid; picture: string }) =>
  rpc(setOrganisationLogoRpc, { ...input });

export const deleteOrganisationLogoRpc = defineRpc('delete_organisation_logo', { response: v.object({}) });

export const deleteOrganisationLogo = (organisation: Uuid) => rpc(deleteOrganisationLogoRpc, { organisation });
