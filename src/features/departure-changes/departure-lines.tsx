/** Departures listed in a dialog, with an optional text each, such as why one was refused. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { DepartureToChange, ChangeContext } from './departure-change.ts';

const useStyles = makeStyles({
  lines: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  line: { ...tabular, padding: '6px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  nameWithNote: { fontWeight: weight.bold },
  reason: { color: tokens.colorNeutralForeground2 },
});

export interface DepartureLinesProps {
  context: ChangeContext;
  lines: readonly { departure: DepartureToChange; note?: ReactNode }[];
}

/** `Sat 2 May · 10:00 · Harbour walk` */
export const nameOf = ({ tourId, localDate, startsAt }: DepartureToChange, { formats, title }: ChangeContext) =>
  joinWithDots(formats.day(localDate), formats.time(startsAt), title(tourId));

export function DepartureLines({ context, lines }: DepartureLinesProps) {
  const styles = useStyles();
  return (
    <ul className={styles.lines}>
      {lines.map(({ departure, note }) => (
        <li key={departure.id} className={styles.line}>
          <div className={note ? styles.nameWithNote : undefined}>{nameOf(departure, context)}</div>
          {note && <div className={styles.reason}>{note}</div>}
        </li>
      ))}
    </ul>
  );
}
