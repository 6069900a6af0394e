import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular, PersonAddRegular, ScanRegular, VehicleBusRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import { useRollCall } from './roll-call-scope.ts';

const useStyles = makeStyles({
  bar: {
    flexShrink: 0,
    display: 'flex',
    gap: '8px',
    padding: '8px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
  },
  scan: { flex: '1.2 1 0', minWidth: 0 },
  act: { flex: '1 1 0', minWidth: 0, paddingInline: '8px' },
  touch: { minHeight: '52px' },
});

/** What the thumb reaches: scan, add, depart. */
export function RollCallActions() {
  const styles = useStyles();
  const { view, openDialog, acts } = useRollCall();
  const { departed } = view.rollCall;
  return (
    <div className={styles.bar}>
        <Button
          className={mergeClasses(styles.scan, styles.touch)}
          appearance="primary"
          icon={<ScanRegular />}
          onClick={() => openDialog({ kind: 'scan' })}
        >
          <FormattedMessage id="checkIn.scan.open" />
        </Button>
        <Button className={mergeClasses(styles.act, styles.touch)} icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
          <FormattedMessage id="checkIn.walkIn.open" />
        </Button>
        {departed ? (
          <Button className={mergeClasses(styles.act, styles.touch)} icon={<ArrowUndoRegular />} onClick={() => void acts.reopen()}>
            <FormattedMessage id="checkIn.reopen" />
          </Button>
        ) : (
          <Button className={mergeClasses(styles.act, styles.touch)} icon={<VehicleBusRegular />} onClick={() => openDialog({ kind: 'depart' })}>
            <FormattedMessage id="checkIn.depart.open" />
          </Button>
        )}
    </div>
  );
}
