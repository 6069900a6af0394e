import * as v from 'valibot';
import { oneOf, someOf, text, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { STANDINGS } from './standing.ts';

const SHAPE = v.object({
  search: text(),
  standing: someOf(STANDINGS),
  /** Of how many days until today bookings and attendance are. */
  days: oneOf(['30', '7', '90']),
  company: uuidOrNull(),
});

/** What is looked for, filtered and opened. */
export const useCompaniesUrl = () => useUrlState(SHAPE);
