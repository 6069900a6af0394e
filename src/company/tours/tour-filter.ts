import type { ListedTour } from '../../data/tours.ts';
import { normalizeText } from '../../domain/search-text.ts';
import type { TourFilter } from './use-tours.ts';

const FITS: Record<TourFilter, (tour: ListedTour) => boolean> = {
  own: ({ own }) => own,
  attention: ({ attention }) => attention.length > 0,
  draft: ({ tourStatus }) => tourStatus === 'draft',
  paused: ({ tourStatus }) => tourStatus === 'paused',
  archived: ({ tourStatus }) => tourStatus === 'archived',
};

export const matchesTourFilter = (tour: ListedTour, filter: TourFilter): boolean => FITS[filter](tour);

/**
 * Returns tours that match any of the filters and whose title contains all words in some language. Without a
 * filter, archived tours are hidden.
 */
export function filterTours(
  tours: readonly ListedTour[],
  { search, show }: { search: string; show: readonly TourFilter[] },
): ListedTour[] {
  const words = normalizeText(search).split(' ').filter(Boolean);
  return tours.filter((tour) => {
    const matchesShow =
      show.length === 0 ? tour.tourStatus !== 'archived' : show.some((filter) => matchesTourFilter(tour, filter));
    const titles = normalizeText(Object.values(tour.title).join(' '));
    return matchesShow && words.every((word) => titles.includes(word));
  });
}
