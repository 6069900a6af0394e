import type { Weekday } from './local-dates.ts';
import type { CompanyKey } from './people.ts';

export type DemoLocale = 'en' | 'es' | 'da' | 'it';
export type DemoCategory = 'ADULT' | 'YOUTH' | 'CHILD' | 'INFANT' | 'SENIOR' | 'STUDENT';

export interface SeedTourTexts {
  title: string;
  summary: string;
  description: string;
  meeting_point: string;
  meeting_notes: string;
}

export interface DemoSchedule {
  time: string;
  days: readonly Weekday[];
  /** Only the nth weekday of each month: 2 is the second. */
  nth?: number;
  language: string;
}

export interface DemoTour {
  company: CompanyKey;
  slug: string;
  minutes: number;
  meetingPoint: readonly [latitude: number, longitude: number];
  languages: readonly string[];
  capacity: number;
  minimumGuests: number;
  bookingCutOffMinutes: number;
  cancellationCutOffHours: number;
  colour: string;
  status: 'live' | 'paused' | 'draft' | 'archived';
  /** Minor units of the company's currency. */
  prices: Partial<Record<DemoCategory, number>>;
  schedules: readonly DemoSchedule[];
  /** All languages, except for a draft. */
  texts: Partial<Record<DemoLocale, SeedTourTexts>>;
}

export const EVERY_DAY: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** Age limits of price categories, the same in every tour of the demo. */
export const AGES: Record<DemoCategory, readonly [number | null, number | null]> = {
  ADULT: [18, null],
  YOUTH: [12, 17],
  CHILD: [4, 11],
  INFANT: [0, 3],
  SENIOR: [65, null],
  STUDENT: [18, 30],
};

/** Categories that need an accompanying adult. */
export const ACCOMPANIED: readonly DemoCategory[] = ['CHILD', 'INFANT'];
/** Categories of adults. */
export const GROWN_UP: readonly DemoCategory[] = ['ADULT', 'SENIOR', 'STUDENT'];
