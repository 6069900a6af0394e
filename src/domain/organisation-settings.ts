/** What an admin decides for a whole partner organisation: as it is typed, and as it is read. */
import * as v from 'valibot';
import { colour, locale, optionalEmail, optionalPhone, origins, requiredText, slug } from './fields.ts';
import { vatRateField, formatVatRate } from './vat-rate.ts';

export const organisationSettings = v.object({
  name: requiredText(200),
  contactEmail: optionalEmail(),
  contactPhone: optionalPhone(),
  defaultLocale: locale(),
  slug: slug(),
  /** '' is the product's own. */
  brandColour: v.union([v.literal(''), colour()], 'colour'),
  /** Per cent of the price that agreements begin with. */
  defaultCommission: v.pipe(
    vatRateField(),
    v.transform((rate) => rate ?? 0),
  ),
  /** Whose sites may show the guests' pages in its name in a frame. */
  embedOrigins: origins(20),
});

export type OrganisationSettingsFormValues = v.InferInput<typeof organisationSettings>;
export type OrganisationSettings = v.InferOutput<typeof organisationSettings>;

/** As the fields show it to a reader of the locale. */
export const toOrganisationSettingsFormValues = (
  settings: OrganisationSettings,
  reader: string,
): OrganisationSettingsFormValues => ({
  ...settings,
  defaultCommission: formatVatRate(settings.defaultCommission, reader),
  embedOrigins: settings.embedOrigins.join('\n'),
});
