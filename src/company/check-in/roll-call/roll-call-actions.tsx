import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ArrowUndoRegular,
  PeopleSearchRegular,
  PersonAddRegular,
  QrCodeRegular,
  VehicleBusRegular,
} from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage } from 'react-intl';
import { barHeight, touchTarget, type } from '../../../ui/theme/sizes.ts';
import type { RollCallContextValue } from './roll-call-context.ts';

const useStyles = makeStyles({
  bottom: {
    flexShrink: 0,
    display: 'flex',
    padding: '0 4px env(safe-area-inset-bottom)',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  top: { flex: '0 1 auto', display: 'flex', flexWrap: 'wrap', gap: '8px' },
  act: { minWidth: 0, flexGrow: 1, whiteSpace: 'nowrap' },
  // On a phone, the label is below the icon, so that four actions fit.
  thumb: {
    ...type.note,
    flex: '1 1 0',
    minWidth: 0,
    height: barHeight,
    paddingInline: '2px',
    paddingBlock: 0,
    flexDirection: 'column',
    gap: 0,
    lineHeight: '14px',
    whiteSpace: 'normal',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    '& .fui-Button__icon': { margin: 0 },
  },
  first: { margin: '4px 4px 4px 0', height: touchTarget },
});

export interface RollCallActionsProps {
  phone: boolean;
  departed: boolean;
  openDialog: RollCallContextValue['openDialog'];
  actions: RollCallContextValue['actions'];
}

/**
 * Actions of a roll-call (scan, walk-in, recount, depart): at the bottom on phones, else at the top, where toasts do
 * not cover them.
 */
export const RollCallActions = memo(function RollCallActions({
  phone,
  departed,
  openDialog,
  actions,
}: RollCallActionsProps) {
  const styles = useStyles();
  const act = mergeClasses(styles.act, phone && styles.thumb);
  const quiet = phone ? 'subtle' : 'secondary';
  return (
    <div className={phone ? styles.bottom : styles.top} data-bottom-bar={phone || undefined}>
      <Button
        className={mergeClasses(act, phone && styles.first)}
        appearance="primary"
        icon={<QrCodeRegular />}
        onClick={() => openDialog({ kind: 'scan' })}
      >
        <FormattedMessage id="checkIn.scan.open" />
      </Button>
      <Button
        className={act}
        appearance={quiet}
        icon={<PersonAddRegular />}
        onClick={() => openDialog({ kind: 'walk_in' })}
      >
        <FormattedMessage id="checkIn.walkIn.open" />
      </Button>
      <Button
        className={act}
        appearance={quiet}
        icon={<PeopleSearchRegular />}
        onClick={() => openDialog({ kind: 'recount' })}
      >
        <FormattedMessage id="checkIn.recount.open" />
      </Button>
      {departed ? (
        <Button className={act} appearance={quiet} icon={<ArrowUndoRegular />} onClick={() => void actions.reopen()}>
          <FormattedMessage id="checkIn.reopen" />
        </Button>
      ) : (
        <Button
          className={act}
          appearance={quiet}
          icon={<VehicleBusRegular />}
          onClick={() => openDialog({ kind: 'depart' })}
        >
          <FormattedMessage id="checkIn.depart.open" />
        </Button>
      )}
    </div>
  );
});
