import * as v from 'valibot';
import { oneOf, someOf, text, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { COMPANY_STATUSES } from './company-status.ts';

const SHAPE = v.object({
  search: text(),
  standing: someOf(COMPANY_STATUSES),
  /** Of how many days until today bookings and attendance are. */
  days: oneOf(['30', '7', '90']),
  company: uuidOrNull(),
});

/** What is looked for, filtered and opened. */
export const useCompaniesUrl = () => useUrlState(SHAPE);
