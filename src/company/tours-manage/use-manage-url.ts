import * as v from 'valibot';
import { TOUR_STATUSES } from '../../domain/tours.ts';
import { oneOf, someOf, text, useUrlState } from '../../ui/address/use-url-state.ts';

export const VIEWS = ['tour', 'dates'] as const;

const NEW = 'new';
/** An id, or `new` for an unsaved object. */
const idParam = () =>
  v.fallback(
    v.nullish(v.pipe(v.string(), v.regex(/^(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)), null),
    null,
  );
const SHAPE = v.object({
  search: text(),
  show: someOf(TOUR_STATUSES),
  tour: idParam(),
  view: oneOf(VIEWS),
  schedule: idParam(),
  /** `file` shows the import instead of the list. */
  import: oneOf(['', 'file']),
  /** Downloads the export of all tours, linked from a mail (ADR 048). */
  export: oneOf(['', 'file']),
});

/** URL state: search, filter and what is open. */
export const useManageUrl = () => useUrlState(SHAPE);
export type ManageUrl = ReturnType<typeof useManageUrl>;
export const isNewId = (id: string | null): boolean => id === NEW;
