import * as v from 'valibot';
import { TOUR_STATUSES } from '../../domain/tours.ts';
import { oneOf, someOf, text, useUrlState } from '../../ui/address/use-url-state.ts';

/** What of an opened tour is seen: its form, or when it runs. */
export const VIEWS = ['tour', 'dates'] as const;

const NEW = 'new';
/** An id, or `new` for what is not there yet. */
const opened = () =>
  v.fallback(
    v.nullish(v.pipe(v.string(), v.regex(/^(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)), null),
    null,
  );
const SHAPE = v.object({
  search: text(),
  show: someOf(TOUR_STATUSES),
  tour: opened(),
  view: oneOf(VIEWS),
  /** Of the tour's schedules. */
  schedule: opened(),
  /** The import in place of the list. */
  import: oneOf(['', 'file']),
  /** A mail leads to the file of all tours (ADR 048). */
  export: oneOf(['', 'file']),
});

/** What is looked for, filtered and opened. */
export const useManageUrl = () => useUrlState(SHAPE);
export type ManageUrl = ReturnType<typeof useManageUrl>;
export const isNewTourId = (opened: string | null): boolean => opened === NEW;
