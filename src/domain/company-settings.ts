/** What an owner decides for the whole company: as it is typed, and as it is read. */
import * as v from 'valibot';
import {
  colour,
  currency,
  locale,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalUrl,
  origins,
  requiredText,
  slug,
  timeZone,
  wholeNumber,
} from './fields.ts';

/** Who says how many came; `check_ins_count`: nobody reports. */
export const ATTENDANCE_RULES = ['report_always', 'report_differences', 'check_ins_count'] as const;
export type AttendanceRule = (typeof ATTENDANCE_RULES)[number];

export const HOLD_MINUTES = { least: 5, most: 120 };

/** The choices of a form; another number that is kept stays. */
export const RETENTION_MONTHS = [1, 3, 6, 12, 24, 36, 60, 120] as const;

const retention = () =>
  v.pipe(
    v.string(),
    v.transform((typed) => (typed === '' ? null : Number(typed))),
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120))),
  );

export const companySettings = v.object({
  name: requiredText(200),
  contactEmail: optionalEmail(),
  contactPhone: optionalPhone(),
  defaultLocale: locale(),
  slug: slug(),
  /** '' is the product's own. */
  brandColour: v.union([v.literal(''), colour()], 'colour'),
  timeZone: timeZone(),
  currency: currency(),
  bookingCutOffMinutes: wholeNumber({ least: 0, most: 43_200 }),
  cancellationCutOffHours: wholeNumber({ least: 0, most: 8760 }),
  guestsMayMove: v.boolean(),
  holdMinutes: wholeNumber(HOLD_MINUTES),
  /** What guests agree to when they book; '' for nothing of the company's own. */
  termsUrl: optionalUrl(),
  /** Whose sites may show the guests' pages in a frame. */
  embedOrigins: origins(20),
  attendanceRule: v.picklist(ATTENDANCE_RULES, 'not_valid'),
  /** Who sells, as receipts and invoices say it; '': by the company's name. */
  legalName: optionalText(200),
  legalAddress: optionalText(500),
  vatNumber: optionalText(40),
  /** At the foot of each. */
  documentNote: optionalText(500),
  /** How long after a departure its guests are known; null: until somebody erases them. */
  retentionMonths: retention(),
});

export type CompanySettingsFormValues = v.InferInput<typeof companySettings>;
export type CompanySettings = v.InferOutput<typeof companySettings>;
