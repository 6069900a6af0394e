import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PeopleSearchRegular, PersonAddRegular, QrCodeRegular, VehicleBusRegular } from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage } from 'react-intl';
import type { RollCallScope } from './roll-call-scope.ts';

const useStyles = makeStyles({
  bottom: {
    flexShrink: 0,
    display: 'flex',
    gap: '8px',
    padding: '8px 12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow4,
  },
  top: { flex: '1 1 auto', display: 'flex', gap: '8px' },
  act: { minHeight: '48px', whiteSpace: 'nowrap', minWidth: 0, flexGrow: 1 },
  // On a phone the word stands under its icon: three acts, one thumb.
  thumb: {
    flex: '1 1 0',
    minHeight: '56px',
    paddingInline: '4px',
    flexDirection: 'column',
    gap: '2px',
    whiteSpace: 'normal',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase100,
    '& .fui-Button__icon': { margin: 0 },
  },
});

export interface RollCallActionsProps {
  phone: boolean;
  departed: boolean;
  openDialog: RollCallScope['openDialog'];
}

/** Scan, add, depart: where the thumb is on a phone, beside the search where toasts would cover the bottom. */
export const RollCallActions = memo(function RollCallActions({ phone, departed, openDialog }: RollCallActionsProps) {
  const styles = useStyles();
  const act = mergeClasses(styles.act, phone && styles.thumb);
  return (
    <div className={phone ? styles.bottom : styles.top}>
        <Button
          className={act}
          appearance="primary"
          icon={<QrCodeRegular />}
          onClick={() => openDialog({ kind: 'scan' })}
        >
          <FormattedMessage id="checkIn.scan.open" />
        </Button>
        <Button className={act} icon={<PersonAddRegular />} onClick={() => openDialog({ kind: 'walk_in' })}>
          <FormattedMessage id="checkIn.walkIn.open" />
        </Button>
        {departed ? (
          // On the way the group is counted again at every stop; reopening is rare, and in the menu.
          <Button className={act} icon={<PeopleSearchRegular />} onClick={() => openDialog({ kind: 'recount' })}>
            <FormattedMessage id="checkIn.recount.open" />
          </Button>
        ) : (
          <Button className={act} icon={<VehicleBusRegular />} onClick={() => openDialog({ kind: 'depart' })}>
            <FormattedMessage id="checkIn.depart.open" />
          </Button>
        )}
    </div>
  );
});
