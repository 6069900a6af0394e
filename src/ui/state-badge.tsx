/** A state said by icon, word and colour together. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleFilled,
  CircleRegular,
  ClockRegular,
  DismissCircleFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { stateColours, type StateName } from './theme/state-colours.ts';

const pair = (state: StateName) => ({
  color: stateColours[state].foreground,
  backgroundColor: stateColours[state].background,
});

const useStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    '& svg': { flexShrink: 0, fontSize: '16px' },
  },
  ok: pair('ok'),
  attention: pair('attention'),
  no: pair('no'),
  waiting: pair('waiting'),
  neutral: pair('neutral'),
});

const ICONS: Record<StateName, ReactNode> = {
  ok: <CheckmarkCircleFilled aria-hidden />,
  attention: <WarningFilled aria-hidden />,
  no: <DismissCircleFilled aria-hidden />,
  waiting: <ClockRegular aria-hidden />,
  neutral: <CircleRegular aria-hidden />,
};

export function StateBadge({ state, children }: { state: StateName; children: ReactNode }) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.badge, styles[state])}>
      {ICONS[state]}
      {children}
    </span>
  );
}
