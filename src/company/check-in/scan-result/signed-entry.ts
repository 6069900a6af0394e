import type { Uuid } from '../../../domain/ids.ts';
import type { SignedEntry } from '../../../domain/scan-result.ts';
import type { DepartureView } from '../../../offline/read/views.ts';

/** Whom a signed ticket names and who is not here yet. */
export const guestsLeftToAdmit = ({ guests }: SignedEntry, view: DepartureView): Uuid[] =>
  guests.filter((id) => view.rollCall.guests.get(id)?.status !== 'checked_in');
