import { expect, test } from 'vitest';
import { toTourFormValues } from '../../domain/tour-form.ts';
import type { TourForm } from '../../domain/tours.ts';
import { previewCatalog, type PreviewOptions } from './preview-catalog.ts';

const TOUR: TourForm = {
  slug: 'walk',
  durationMinutes: 90,
  latitude: null,
  longitude: null,
  guideLanguages: ['en'],
  capacity: 20,
  minimumGuests: 1,
  bookingCutOffMinutes: 60,
  cancellationCutOffHours: 24,
  depositPercent: null,
  asksNames: false,
  colour: '#2f6fd0',
  vatRate: null,
  texts: {},
  prices: [
    {
      id: 'adult',
      type: 'ADULT',
      amount: 45_000,
      minimumAge: null,
      maximumAge: null,
      seats: 1,
      vatRate: null,
      accompaniedBy: [],
      isActive: true,
    },
  ],
};
const OPTIONS: PreviewOptions = {
  company: { name: 'Walks', slug: 'walks', brandColour: null },
  logo: null,
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  tour: 'tour',
  picture: null,
  locale: 'en',
};

test.each([
  ['450', [45_000]],
  ['0', [0]],
  ['0.00', [0]],
  [' 0,0 ', [0]],
  ['', []],
  ['free', []],
])('shows the price typed as %j', (amount, amounts) => {
  const values = toTourFormValues(TOUR, OPTIONS);
  const prices = values.prices.map((price) => ({ ...price, amount }));
  const [tour] = previewCatalog({ ...values, prices }, OPTIONS).tours;
  expect(tour?.categories.map((category) => category.amount)).toEqual(amounts);
});
