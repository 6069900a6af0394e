/** The input of the booking import and the payload of each row. */
import type { BookingSource, BookingStatus, PriceCategoryType } from '../enums.ts';
import type { LocalDate, MinorUnits, Uuid } from '../ids.ts';
import type { LocalisedText } from '../locales.ts';
import type { BookingField } from './booking-fields.ts';
import type { Mapping } from './columns.ts';
import type { DateOrder } from './dates.ts';
import type { RowFingerprint } from './rows.ts';

export interface LookupTour {
  id: Uuid;
  slug: string;
  title: LocalisedText;
  minimumParty: number;
  prices: readonly {
    id: Uuid;
    type: PriceCategoryType;
    amount: MinorUnits;
    seats: number;
    accompaniedBy: readonly Uuid[];
  }[];
}
export interface LookupDeparture {
  id: Uuid;
  tourId: Uuid;
  localDate: LocalDate;
  /** Minutes from midnight in the company's time zone. */
  minute: number;
  language: string;
  /** Free seats. */
  left: number;
  state: 'open' | 'closed' | 'cancelled';
}

export interface BookingLookup {
  tours: readonly LookupTour[];
  departures: readonly LookupDeparture[];
}

/** The payload of a row. `private.import_row`. */
export interface ImportedBooking {
  key: string;
  fingerprint: RowFingerprint;
  departureId: Uuid;
  party: Readonly<Record<Uuid, number>>;
  contact: { name: string; email: string | null; phone: string | null; country: string | null; locale?: string };
  state: BookingStatus;
  note: string | null;
  source: BookingSource;
  voucherNumber: string | null;
  total: MinorUnits | null;
  paid: MinorUnits;
  createdAt: string | null;
}

/** The user's answers. */
export interface BookingAnswers {
  /** By field of the column. */
  order: Partial<Record<'date' | 'created', DateOrder>>;
  /** Tours by the normalised name in the file; '' means none. */
  tours: Readonly<Record<string, Uuid | ''>>;
  /** `left_out`: amounts are in a foreign currency and ignored. */
  amounts: 'own' | 'left_out';
}

export interface BookingColumns {
  mapping: Mapping<BookingField>;
  currency: string;
  /** ISO 3166-1 country of phone numbers without a country code. */
  country: string | undefined;
}
