import * as v from 'valibot';
import { locale, optionalColour, optionalEmail, optionalPhone, origins, requiredText, slug } from './fields.ts';
import { onWire } from './wire-schema.ts';
import { formatPercent, percentField } from './percent.ts';

export const organisationSettings = v.object({
  name: requiredText(200),
  contactEmail: optionalEmail(),
  contactPhone: optionalPhone(),
  defaultLocale: locale(),
  slug: slug(),
  brandColour: optionalColour(),
  /** Default commission of new agreements, in per cent of the price. */
  defaultCommission: v.pipe(
    percentField(),
    v.transform((rate) => rate ?? 0),
    onWire({ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 }),
  ),
  /** Origins that may embed the booking pages in the organisation's name. */
  embedOrigins: origins(20),
});

export type OrganisationSettingsFormValues = v.InferInput<typeof organisationSettings>;
export type OrganisationSettings = v.InferOutput<typeof organisationSettings>;

export const toOrganisationSettingsFormValues = (
  settings: OrganisationSettings,
  reader: string,
): OrganisationSettingsFormValues => ({
  ...settings,
  defaultCommission: formatPercent(settings.defaultCommission, reader),
  embedOrigins: settings.embedOrigins.join('\n'),
});
