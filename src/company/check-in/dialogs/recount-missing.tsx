/** Collapsible list of everyone checked in, to tick who is missing. */
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { VList } from 'virtua';
import type { GuestLine } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { MissingNames } from '../roll-call/missing-names.tsx';
import { centred } from './payment-fields.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const ROW_HEIGHT = 48;
const VISIBLE_ROWS = 6;

const useStyles = makeStyles({
  text: { color: stateColours.attention.foreground, fontWeight: weight.bold },
  open: { alignSelf: 'flex-start' },
  list: {
    boxSizing: 'border-box',
    flexShrink: 0,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  // Unticked names must stay readable; Fluent greys them out.
  row: {
    ...centred,
    color: tokens.colorNeutralForeground1,
    ':hover': { color: tokens.colorNeutralForeground1 },
    boxSizing: 'border-box',
    height: `${ROW_HEIGHT}px`,
    width: '100%',
    maxWidth: '100%',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});

export interface RecountMissingProps {
  checkedIn: readonly { line: GuestLine; name: string }[];
  missing: ReadonlySet<Uuid>;
  /** How many guests the count says are missing, beyond those ticked. */
  unnamed: number;
  onTick(id: Uuid, isMissing: boolean): void;
}

export function RecountMissing({ checkedIn, missing, unnamed, onTick }: RecountMissingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { formats } = useRollCall();
  const [unfolded, setUnfolded] = useState(false);
  const names = checkedIn.filter(({ line }) => missing.has(line.guest.id)).map(({ name }) => name);
  return (
    <>
      <div aria-live="polite" className={styles.text}>
        {names.length > 0 && (
          <div>
            <MissingNames names={names} formats={formats} />
          </div>
        )}
        {unnamed > 0 && <FormattedMessage id="checkIn.recount.unnamed" values={{ count: unnamed }} />}
      </div>
      {!unfolded ? (
        <Button className={styles.open} icon={<ChevronDownRegular />} onClick={() => setUnfolded(true)}>
          <FormattedMessage id="checkIn.recount.who" />
        </Button>
      ) : (
        <VList
          className={styles.list}
          style={{ height: Math.min(checkedIn.length, VISIBLE_ROWS) * ROW_HEIGHT }}
          data={checkedIn}
          itemSize={ROW_HEIGHT}
          role="group"
          aria-label={intl.formatMessage({ id: 'checkIn.recount.hint' })}
          tabIndex={0}
        >
          {({ line, name }) => (
            <Checkbox
              key={line.guest.id}
              className={styles.row}
              checked={missing.has(line.guest.id)}
              label={name}
              onChange={(_, data) => onTick(line.guest.id, data.checked === true)}
            />
          )}
        </VList>
      )}
    </>
  );
}
