import type { ChangePlan } from '../../data/change-plan.ts';
import { readCompanySettings } from '../../data/company-settings.ts';
import {
  archiveTour,
  readTours,
  TOURS_CACHE_SCHEMA,
  pauseTour,
  publishTour,
  readTour,
  restoreTour,
  saveTour,
  type TourToSave,
} from '../../data/tours.ts';
import type { CompanySettings } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { LOCALES } from '../../domain/locales.ts';
import type { Result } from '../../domain/result.ts';
import { REQUIRED_TEXTS, type Missing, type Problem, type TourForm } from '../../domain/tours.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { RAIL_COLOURS } from '../../ui/theme/rail-colours.ts';

/** A tour as its editor needs it. */
export type EditedTour = Omit<Extract<Awaited<ReturnType<typeof readTour>>, { ok: true }>['data'], 'id' | 'companyId'>;

export function useTourList(company: Uuid) {
  useInvalidation(company);
  return useServerQuery({
    key: [company, 'tours'],
    fetch: (signal) => readTours(company, { signal }),
    cacheSchema: TOURS_CACHE_SCHEMA,
  });
}

/** Returns an unsaved tour with the company's defaults. */
function blankTour({ slug, currency, timeZone, ...settings }: CompanySettings, logo: string | null): EditedTour {
  const tour: TourForm = {
    slug: '',
    durationMinutes: 120,
    latitude: null,
    longitude: null,
    guideLanguages: [settings.defaultLocale],
    capacity: 20,
    minimumGuests: 1,
    bookingCutOffMinutes: settings.bookingCutOffMinutes,
    cancellationCutOffHours: settings.cancellationCutOffHours,
    depositPercent: null,
    asksNames: false,
    colour: RAIL_COLOURS[0],
    vatRate: null,
    texts: {},
    prices: [],
  };
  const missing: Missing[] = [
    ...LOCALES.flatMap((language) => REQUIRED_TEXTS.map((field) => ({ field, language }))),
    { field: 'prices', language: null },
    { field: 'departures', language: null },
  ];
  return {
    companySlug: slug,
    tourStatus: 'draft',
    version: 0,
    tour,
    missing,
    currency,
    timeZone,
    pictureTag: null,
    companyLogo: logo,
    formerSlugs: [],
    bookedPrices: [],
  };
}

/** Queries a tour for its editor, or returns a blank one. */
export function useTour(company: Uuid, { tour, isNew }: { tour: Uuid; isNew: boolean }) {
  const tourQuery = useServerQuery({
    key: [company, 'tour', tour],
    fetch: (signal) => readTour(tour, { signal }),
    enabled: !isNew,
  });
  const settings = useServerQuery({
    key: [company, 'settings'],
    fetch: (signal) => readCompanySettings(company, signal),
    enabled: isNew,
  });
  const newTour = settings.data && blankTour(settings.data.settings, settings.data.logo?.tag ?? null);
  return {
    query: isNew ? settings : tourQuery,
    loadedTour: (isNew ? newTour : tourQuery.data) as EditedTour | undefined,
  };
}

export type SaveRefusal =
  | { status: 'invalid'; problems: Problem[] }
  | { status: 'stale'; version: number; current: TourForm }
  | ({ status: 'undecided' } & ChangePlan);

export const useTourSave = (company: Uuid) =>
  useMutation<TourToSave, { version: number }, SaveRefusal>({
    send: (args) => saveTour(args),
    invalidates: [[company]],
  });

const TOUR_ACTIONS = { publish: publishTour, pause: pauseTour, archive: archiveTour, restore: restoreTour } as const;
export type TourAction = keyof typeof TOUR_ACTIONS;
export type TourActionRefusal =
  | { status: 'stale'; version: number; current: TourForm }
  | { status: 'incomplete'; missing: Missing[] }
  | { status: 'booked'; departures: number }
  | { status: 'archived' }
  | { status: 'not_live' };

export const useTourAction = (company: Uuid, tour: Uuid) =>
  useMutation<{ action: TourAction; version: number }, { version: number; created: number }, TourActionRefusal>({
    send: ({ action, version }) =>
      TOUR_ACTIONS[action]({ tour, version }) as Promise<
        Result<{ version: number; created: number }, TourActionRefusal>
      >,
    invalidates: [[company]],
  });
