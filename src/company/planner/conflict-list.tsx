/** Lists the conflicts of an assignment, each with icon and sentence. */
import { makeStyles } from '@fluentui/react-components';
import {
  CalendarCancelRegular,
  ClockDismissRegular,
  LocalLanguageRegular,
  PersonWalkingRegular,
  SquareMultipleRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { Conflict, ConflictKind } from '../../domain/assignment.ts';
import { type } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import type { PlannerContext } from './planner-context.ts';

const ICONS: Record<ConflictKind, ReactElement> = {
  overlap: <SquareMultipleRegular aria-hidden />,
  travel: <PersonWalkingRegular aria-hidden />,
  language: <LocalLanguageRegular aria-hidden />,
  hours: <ClockDismissRegular aria-hidden />,
  time_off: <CalendarCancelRegular aria-hidden />,
};

const useStyles = makeStyles({
  list: {
    ...type.body,
    display: 'grid',
    gap: '2px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    color: stateColours.attention.foreground,
  },
  item: {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr)',
    gap: '6px',
    '& svg': { height: '20px', fontSize: '16px' },
  },
});

export function ConflictList({ conflicts, context }: { conflicts: readonly Conflict[]; context: PlannerContext }) {
  const styles = useStyles();
  return (
    <ul className={styles.list}>
      {conflicts.map((conflict) => (
        <li key={`${conflict.kind} ${conflict.otherId ?? ''}`} className={styles.item}>
          {ICONS[conflict.kind]}
          <span>{context.conflictSentence(conflict)}</span>
        </li>
      ))}
    </ul>
  );
}
