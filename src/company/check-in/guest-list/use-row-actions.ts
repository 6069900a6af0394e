import { useMemo, type Dispatch, type SetStateAction } from 'react';
import type { Uuid } from '../../../domain/ids.ts';
import type { RecordActions, RollCallContextValue } from '../roll-call/roll-call-context.ts';
import type { RowActions } from './row-actions.ts';

/** Returns the row handlers, with a stable identity. */
export function useRowActions(
  actions: RecordActions,
  {
    openParty,
    openDialog,
    setExpanded,
  }: Pick<RollCallContextValue, 'openParty' | 'openDialog'> & {
    setExpanded: Dispatch<SetStateAction<ReadonlySet<Uuid>>>;
  },
): RowActions {
  return useMemo<RowActions>(
    () => ({
      checkIn: (party, lines) => void actions.checkIn(party, lines),
      undoCheckIn: (party, line) => void actions.undoCheckIn(party, line),
      checkInNext: (party) => void actions.checkInNext(party),
      undoLatest: (party) => void actions.undoLatest(party),
      toggle: ({ booking }) =>
        setExpanded((before) => {
          const after = new Set(before);
          if (!after.delete(booking.id)) after.add(booking.id);
          return after;
        }),
      resolve: (action) => openDialog({ kind: 'resolve', actionId: action.id }),
      collect: (party) => openDialog({ kind: 'collect', bookingId: party.booking.id }),
      open: (party) => openParty(party.booking.id),
    }),
    [actions, openParty, openDialog, setExpanded],
  );
}
