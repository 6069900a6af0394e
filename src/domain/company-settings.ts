import * as v from 'valibot';
import {
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

export const companySettings = v.object({
  name: requiredText(200),
  contactEmail: optionalEmail(),
  contactPhone: optionalPhone(),
  defaultLocale: locale(),
  slug: slug(),
  brandColour: optionalColour(),
  timeZone: timeZone(),
  currency: currency(),
  bookingCutOffMinutes: wholeNumber({ min: 0, max: 43_200 }),
  cancellationCutOffHours: wholeNumber({ min: 0, max: 8760 }),
  guestsMayMove: v.boolean(),
  holdMinutes: wholeNumber(HOLD_MINUTES),
  /** Terms that guests accept when booking; '' for none. */
  termsUrl: optionalUrl(),
  /** Origins that may embed the booking pages. */
  embedOrigins: origins(20),
  attendanceRule: v.picklist(ATTENDANCE_RULES, 'not_valid'),
  /** The seller on receipts and invoices; '' uses the company's name. */
  legalName: optionalText(200),
  legalAddress: optionalText(500),
  vatNumber: optionalText(40),
  /** Text at the foot of receipts and invoices. */
  documentNote: optionalText(500),
  /** Months after a departure until guest data is erased; null keeps it. */
  retentionMonths: retention(),
});

export type CompanySettingsFormValues = v.InferInput<typeof companySettings>;
export type CompanySettings = v.InferOutput<typeof companySettings>;
