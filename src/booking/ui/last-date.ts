import type { LocalDate } from '../../domain/ids.ts';
import { addMonths, lastDayOf, monthOf } from '../../lib/month-grid.ts';

/** Months that the calendars can be turned forward. */
const MONTHS_AHEAD = 18;

/** Returns the last date to choose in the calendars. */
export const lastDateToChoose = (today: LocalDate): LocalDate => lastDayOf(addMonths(monthOf(today), MONTHS_AHEAD));
