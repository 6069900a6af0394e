import * as v from 'valibot';
import {
  barePhone,
  currency,
  locale,
  optionalColour,
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
import { onWire } from './wire-schema.ts';

/** Who confirms attendance; `check_ins_count`: check-ins count, without reports. */
export const ATTENDANCE_RULES = ['report_always', 'report_differences', 'check_ins_count'] as const;
export type AttendanceRule = (typeof ATTENDANCE_RULES)[number];

export const HOLD_MINUTES = { min: 5, max: 120 };

/** Choices of the form; another stored number is kept. */
export const RETENTION_MONTHS = [1, 3, 6, 12, 24, 36, 60, 120] as const;

const retention = () =>
  v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120))),
    onWire({ anyOf: [{ type: 'integer', minimum: 1, maximum: 120 }, { type: 'null' }] }),
  );

/** The settings by the section of the screen in which they are edited, in its order. */
export const SETTINGS_BY_SECTION = {
  profile: {
    name: requiredText(200),
    contactEmail: optionalEmail(),
    contactPhone: optionalPhone(),
    defaultLocale: locale(),
  },
  page: {
    slug: slug(),
    brandColour: optionalColour(),
    /** Terms that guests accept when booking; '' for none. */
    termsUrl: optionalUrl(),
    /** Origins that may embed the booking pages. */
    embedOrigins: origins(20),
  },
  place: {
    timeZone: timeZone(),
    currency: currency(),
  },
  bookings: {
    bookingCutOffMinutes: wholeNumber({ min: 0, max: 43_200 }),
    cancellationCutOffHours: wholeNumber({ min: 0, max: 8760 }),
    guestsMayMove: v.boolean(),
    holdMinutes: wholeNumber(HOLD_MINUTES),
    attendanceRule: v.picklist(ATTENDANCE_RULES, 'not_valid'),
  },
  documents: {
    /** The seller on receipts and invoices; '' uses the company's name. */
    legalName: optionalText(200),
    legalAddress: optionalText(500),
    vatNumber: optionalText(40),
    /** Text at the foot of receipts and invoices. */
    documentNote: optionalText(500),
  },
  guests: {
    /** Months after a departure until guest data is erased; null keeps it. */
    retentionMonths: retention(),
  },
};

export const companySettings = v.object({
  ...SETTINGS_BY_SECTION.profile,
  ...SETTINGS_BY_SECTION.page,
  ...SETTINGS_BY_SECTION.place,
  ...SETTINGS_BY_SECTION.bookings,
  ...SETTINGS_BY_SECTION.documents,
  ...SETTINGS_BY_SECTION.guests,
});

export type CompanySettingsFormValues = v.InferInput<typeof companySettings>;
export type CompanySettings = v.InferOutput<typeof companySettings>;

/** Returns a setting as typed: numbers and lists are texts. */
function typedValue(value: CompanySettings[keyof CompanySettings]): string | boolean {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'boolean' ? value : String(value ?? '');
}

export function toCompanySettingsFormValues(settings: CompanySettings): CompanySettingsFormValues {
  const values = Object.entries(settings).map(([name, value]) => [name, typedValue(value)]);
  return {
    ...(Object.fromEntries(values) as CompanySettingsFormValues),
    contactPhone: barePhone(settings.contactPhone),
  };
}
