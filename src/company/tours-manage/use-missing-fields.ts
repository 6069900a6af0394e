import { useWatch } from 'react-hook-form';
import { missingTexts, type Missing } from '../../domain/tours.ts';
import { textsByLocale, type TextName, type TourFormValues } from '../../domain/tour-form.ts';
import type { TourFormState } from './use-tour-form.ts';
import type { EditedTour } from './use-tour.ts';

/** Returns the form field of a text that is required for publishing. */
export const textNameOf = (field: Missing['field']): TextName =>
  field === 'meeting_point' ? 'meetingPoint' : (field as TextName);

/**
 * Returns what is missing for publishing, from the form's current values; whether there are departures comes from the
 * server.
 */
export function useMissingFields(form: TourFormState['form'], loadedTour: EditedTour): Missing[] {
  const values = useWatch({ control: form.control }) as TourFormValues;
  const lacks = (field: Missing['field'], isMissing: boolean): Missing[] =>
    isMissing ? [{ field, language: null }] : [];
  return [
    ...missingTexts(textsByLocale(values)),
    ...lacks('prices', !values.prices.some(({ isActive }) => isActive)),
    ...lacks('capacity', Number(values.capacity) === 0),
    ...lacks(
      'departures',
      loadedTour.missing.some(({ field }) => field === 'departures'),
    ),
  ];
}
