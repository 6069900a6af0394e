import * as v from 'valibot';
import { dateOrNull, someOf, someTexts, useUrlState, UUID } from '../../ui/address/use-url-state.ts';
import { VIEWS } from './calendar-range.ts';
import { DEPARTURE_CONDITIONS } from './calendar-filter.ts';

/** `view` null: chosen by screen size. `on` is a day of the shown range, `day` the one whose pane is open. */
const SHAPE = v.object({
  view: v.fallback(v.nullish(v.picklist(VIEWS), null), null),
  on: dateOrNull(),
  day: dateOrNull(),
  tour: someTexts(UUID),
  guide: someTexts(UUID),
  language: someTexts(/^[a-z]{2,3}$/),
  show: someOf(DEPARTURE_CONDITIONS),
});

export const useCalendarUrl = () => useUrlState(SHAPE);
