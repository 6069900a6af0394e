import { Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { capitalised, density, tabular, type, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  times: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  day: { ...type.body, ...capitalised, padding: 0, fontWeight: weight.bold },
  time: { minHeight: density.target, alignItems: 'center', ...tabular },
  note: { color: tokens.colorNeutralForeground3 },
});

export interface DepartureTime {
  id: Uuid;
  time: string;
  /** Language and availability. */
  note: string;
  /** Whether the party fits; otherwise the note stands out. */
  hasRoom: boolean;
}

export interface DepartureTimesProps {
  /** The day as text. */
  day: string;
  times: readonly DepartureTime[];
  selected: Uuid | null;
  /** Shown without departures. */
  empty?: ReactNode;
  onSelect(departure: Uuid): void;
}

/** The departures of a day by time. */
export function DepartureTimes({ day, times, selected, empty, onSelect }: DepartureTimesProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <fieldset className={styles.times}>
      <legend className={styles.day}>{day}</legend>
      {times.length === 0 ? (
        empty
      ) : (
        <RadioGroup
          aria-label={intl.formatMessage({ id: 'bookings.time' })}
          value={selected ?? ''}
          onChange={(_, data) => onSelect(data.value)}
        >
          {times.map(({ id, time, note, hasRoom }) => (
            <Radio
              key={id}
              className={styles.time}
              value={id}
              label={
                <>
                  {time} <span className={hasRoom ? styles.note : undefined}>{note}</span>
                </>
              }
            />
          ))}
        </RadioGroup>
      )}
    </fieldset>
  );
}
