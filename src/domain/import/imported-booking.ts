/** What is known before bookings are read from a file, and what is sent of each row. */
import type { BookingSource, BookingStatus, PriceCategoryType } from '../closed-lists.ts';
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
  /** From midnight, by the company's clock. */
  minute: number;
  language: string;
  left: number;
  state: 'open' | 'closed' | 'cancelled';
}

export interface BookingLookup {
  tours: readonly LookupTour[];
  departures: readonly LookupDeparture[];
}

/** What is sent of a row; `private.import_row`. */
export interface ImportedBooking {
  key: string;
  marks: RowFingerprint;
  departureId: Uuid;
  party: Readonly<Record<Uuid, number>>;
  contact: { name: string; email: string | null; phone: string | null; country: string | null; locale?: string };
  state: BookingStatus;
  note: string | null;
  source: BookingSource;
  externalReference: string | null;
  total: MinorUnits | null;
  paid: MinorUnits;
  createdAt: string | null;
}

/** What only the person knows. */
export interface BookingAnswers {
  /** By the field of the column. */
  order: Partial<Record<'date' | 'created', DateOrder>>;
  /** Tours by the folded name that the file has for them; '' is none. */
  tours: Readonly<Record<string, Uuid | ''>>;
  /** `left_out`: amounts that are in no currency of ours. */
  amounts: 'own' | 'left_out';
}

export interface BookingColumns {
  mapping: Mapping<BookingField>;
  currency: string;
  /** ISO 3166, of telephone numbers that name none. */
  country: string | undefined;
}
