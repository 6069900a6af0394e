import type { Uuid } from '../../../domain/ids.ts';
import type { SignedEntry } from '../../../domain/scan-result.ts';
import type { DepartureView } from '../../../offline/read/views.ts';

/** Returns the guests of a signed ticket who are not checked in yet. */
export const guestsLeftToAdmit = ({ guests }: SignedEntry, view: DepartureView): Uuid[] =>
  guests.filter((id) => view.rollCall.guests.get(id)?.status !== 'checked_in');
