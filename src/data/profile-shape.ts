import * as v from 'valibot';
import { LOCALES } from '../lib/locales.ts';

/** Schema entries that company and organisation settings share. */
export const PROFILE = {
  name: v.string(),
  contactEmail: v.string(),
  contactPhone: v.string(),
  defaultLocale: v.picklist(LOCALES),
  slug: v.string(),
  brandColour: v.pipe(
    v.nullable(v.string()),
    v.transform((colour) => colour ?? ''),
  ),
};
