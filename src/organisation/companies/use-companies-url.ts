import * as v from 'valibot';
import { oneOf, someOf, text, useUrlState, uuidOrNull } from '../../ui/address/use-url-state.ts';
import { COMPANY_STATUSES } from './company-status.ts';

const SHAPE = v.object({
  search: text(),
  status: someOf(COMPANY_STATUSES),
  /** Number of days until today that the figures cover. */
  // The default comes first.
  days: oneOf(['30', '7', '90']),
  company: uuidOrNull(),
});

export const useCompaniesUrl = () => useUrlState(SHAPE);
