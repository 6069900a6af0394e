import { useMemo, type Dispatch, type SetStateAction } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import type { Acts, RollCallScope } from './roll-call-scope.ts';
import type { RowActs } from './row-acts.ts';

/** What the rows do, the same object as long as it does the same. */
export function useRowActs(
  acts: Acts,
  {
    openParty,
    openDialog,
    setOpen,
  }: Pick<RollCallScope, 'openParty' | 'openDialog'> & { setOpen: Dispatch<SetStateAction<ReadonlySet<Uuid>>> },
): RowActs {
  return useMemo<RowActs>(
    () => ({
      checkIn: (party, lines) => void acts.checkIn(party, lines),
      undoCheckIn: (party, line) => void acts.undoCheckIn(party, line),
      oneMore: (party) => void acts.oneMore(party),
      oneFewer: (party) => void acts.oneFewer(party),
      toggle: ({ booking }) =>
        setOpen((before) => {
          const after = new Set(before);
          if (!after.delete(booking.id)) after.add(booking.id);
          return after;
        }),
      settle: (deed) => openDialog({ kind: 'settle', actionId: deed.id }),
      collect: (party) => openDialog({ kind: 'collect', bookingId: party.booking.id }),
      open: (party) => openParty(party.booking.id),
    }),
    [acts, openParty, openDialog, setOpen],
  );
}
