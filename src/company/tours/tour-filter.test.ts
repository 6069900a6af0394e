import { expect, test } from 'vitest';
import type { ListedTour } from '../../data/tours.ts';
import { filterTours } from './tour-filter.ts';

const tour = (id: string, more: Partial<ListedTour> = {}): ListedTour => ({
  id,
  slug: id,
  tourStatus: 'live',
  colour: '#2f6fd0',
  durationMinutes: 90,
  capacity: 20,
  version: 1,
  title: { en: id },
  pictureTag: null,
  own: false,
  week: { departures: 0, guests: 0, taken: 0, seats: 0 },
  departures: [],
  attention: [],
  ...more,
});
const TOURS = [
  tour('harbour', { own: true, title: { en: 'Harbour lights', da: 'Lys over havnen' } }),
  tour('full', { attention: ['nearly_full'] }),
  tour('draft', { tourStatus: 'draft', attention: ['draft_unfinished'] }),
  tour('old', { tourStatus: 'archived', title: { en: 'Føroyar' } }),
];
const ids = (search: string, show: Parameters<typeof filterTours>[1]['show'] = []) =>
  filterTours(TOURS, { search, show }).map(({ id }) => id);

test('hides archived tours unless asked for', () => {
  expect(ids('')).toEqual(['harbour', 'full', 'draft']);
  expect(ids('', ['archived'])).toEqual(['old']);
});

test('combines filters with or', () => {
  expect(ids('', ['own', 'attention'])).toEqual(['harbour', 'full', 'draft']);
  expect(ids('', ['draft'])).toEqual(['draft']);
});

test('finds titles in any language, with words in any order and without accents', () => {
  expect(ids('havnen lys')).toEqual(['harbour']);
  expect(ids('HARBOUR')).toEqual(['harbour']);
  expect(ids('foroyar', ['archived'])).toEqual(['old']);
  expect(ids('harbour cruise')).toEqual([]);
});
