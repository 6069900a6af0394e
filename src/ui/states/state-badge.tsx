/** A state as icon, text and colour, never as colour alone. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleFilled,
  CircleRegular,
  ClockRegular,
  DismissCircleFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactElement, ReactNode } from 'react';
import { weight } from '../theme/sizes.ts';
import { stateColours, type StateName } from '../theme/state-colours.ts';

const pair = (state: StateName) => ({
  color: stateColours[state].foreground,
  backgroundColor: stateColours[state].background,
});

const useStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    verticalAlign: 'middle',
    minWidth: 0,
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: weight.bold,
    whiteSpace: 'nowrap',
    '& svg': { flexShrink: 0, fontSize: '16px' },
  },
  wraps: { whiteSpace: 'normal', alignSelf: 'flex-start', borderRadius: tokens.borderRadiusLarge },
  // Inline in a text: inherits its type and has no background.
  plain: {
    padding: 0,
    fontSize: 'inherit',
    lineHeight: 'inherit',
    backgroundColor: 'transparent',
    whiteSpace: 'normal',
  },
  ok: pair('ok'),
  attention: pair('attention'),
  no: pair('no'),
  waiting: pair('waiting'),
  neutral: pair('neutral'),
});

const ICONS: Record<StateName, ReactElement> = {
  ok: <CheckmarkCircleFilled aria-hidden />,
  attention: <WarningFilled aria-hidden />,
  no: <DismissCircleFilled aria-hidden />,
  waiting: <ClockRegular aria-hidden />,
  neutral: <CircleRegular aria-hidden />,
};

export interface StateBadgeProps {
  state: StateName;
  /** Replaces the state's default icon. */
  icon?: ReactElement;
  /** Inline in a text, without a background. */
  plain?: boolean;
  /** For a sentence instead of a word. */
  wraps?: boolean;
  children: ReactNode;
}

export function StateBadge({ state, icon = ICONS[state], plain = false, wraps = false, children }: StateBadgeProps) {
  const styles = useStyles();
  return (
    <span
      data-badge
      className={mergeClasses(styles.badge, styles[state], plain && styles.plain, wraps && styles.wraps)}
    >
      {icon}
      <span>{children}</span>
    </span>
  );
}
