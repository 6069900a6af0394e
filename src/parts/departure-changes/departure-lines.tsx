/** Departures under each other in a dialog: which were done, and which were not, with why. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { joinFacts } from '../../lib/join-facts.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { Changing, ChangeScope } from './changes.ts';

const useStyles = makeStyles({
  lines: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  line: { ...tabular, padding: '6px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  which: { fontWeight: weight.bold },
  why: { color: tokens.colorNeutralForeground2 },
});

export interface DepartureLinesProps {
  scope: ChangeScope;
  lines: readonly { departure: Changing; said?: ReactNode }[];
}

/** `Sat 2 May · 10:00 · Harbour walk` */
export const nameOf = ({ tourId, localDate, startsAt }: Changing, { formats, title }: ChangeScope) =>
  joinFacts(formats.day(localDate), formats.time(startsAt), title(tourId));

export function DepartureLines({ scope, lines }: DepartureLinesProps) {
  const styles = useStyles();
  return (
    <ul className={styles.lines}>
      {lines.map(({ departure, said }) => (
        <li key={departure.id} className={styles.line}>
          <div className={said ? styles.which : undefined}>{nameOf(departure, scope)}</div>
          {said && <div className={styles.why}>{said}</div>}
        </li>
      ))}
    </ul>
  );
}
