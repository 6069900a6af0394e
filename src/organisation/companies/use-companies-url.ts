import * as v from 'valibot';
import { someOf, text, useUrlState, uuidOrNull } from '../../ui/use-url-state.ts';
import { STANDINGS } from './standing.ts';

const SHAPE = v.object({
  search: text(),
  standing: someOf(STANDINGS),
  company: uuidOrNull(),
});

/** What is looked for, filtered and opened. */
export const useCompaniesUrl = () => useUrlState(SHAPE);
