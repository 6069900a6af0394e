/** Bar with actions on the selected departures, at the bottom of the view. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { WIDE } from '../../ui/theme/breakpoints.ts';
import { gutter, type, weight } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { departureActions } from './departure-actions.tsx';
import {
  MAX_DEPARTURES,
  type Change,
  type DepartureToChange,
} from '../../features/departure-changes/departure-change.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexShrink: 0,
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: `12px ${gutter}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  excess: { ...type.body, display: 'block', fontWeight: weight.regular },
  count: { marginInlineEnd: 'auto', alignSelf: 'center', fontWeight: weight.bold },
});

export interface SelectionActionsProps {
  departures: readonly DepartureToChange[];
  /** How many more were selected than can be changed at once. */
  excess: number;
  onAct(change: Change): void;
  onClear(): void;
}

/** Content of the bar, for reuse in an existing footer: buttons on wide screens, else a menu. */
export function SelectionActions({ departures, excess, onAct, onClear }: SelectionActionsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const isWide = useMediaQuery(WIDE);
  const actions = departureActions(departures, { intl, onAct });
  return (
    <>
      <span role="status" className={styles.count}>
        <FormattedMessage id="calendar.chosen" values={{ count: departures.length }} />
        {excess > 0 && (
          <span className={styles.excess}>
            <FormattedMessage id="calendar.chosenMost" values={{ max: MAX_DEPARTURES, left: excess }} />
          </span>
        )}
      </span>
      {isWide ? (
        actions.map(({ change, label, icon, onSelect }) => (
          <Button key={change} {...(icon ? { icon } : {})} onClick={onSelect}>
            {label}
          </Button>
        ))
      ) : (
        <MoreMenu label={intl.formatMessage({ id: 'calendar.chosenActs' })} entries={actions} />
      )}
      <Button appearance="subtle" icon={<DismissRegular />} onClick={onClear}>
        <FormattedMessage id="calendar.clear" />
      </Button>
    </>
  );
}

export function SelectionBar(props: SelectionActionsProps) {
  const styles = useStyles();
  const intl = useIntl();
  if (props.departures.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={intl.formatMessage({ id: 'calendar.chosenActs' })}>
      <SelectionActions {...props} />
    </div>
  );
}
