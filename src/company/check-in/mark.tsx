/** A small mark of state: icon, word and colour together, never colour alone. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { stateColours, type StateName } from '../../ui/theme/state-colours.ts';

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '4px',
    minWidth: 0,
    padding: '2px 8px',
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    '& svg': { flexShrink: 0 },
  },
  wraps: { whiteSpace: 'normal', alignSelf: 'flex-start', borderRadius: tokens.borderRadiusLarge },
  ok: { color: stateColours.ok.foreground, backgroundColor: stateColours.ok.background },
  attention: { color: stateColours.attention.foreground, backgroundColor: stateColours.attention.background },
  no: { color: stateColours.no.foreground, backgroundColor: stateColours.no.background },
  waiting: { color: stateColours.waiting.foreground, backgroundColor: stateColours.waiting.background },
  neutral: { color: stateColours.neutral.foreground, backgroundColor: stateColours.neutral.background },
});

export interface MarkProps {
  state: StateName;
  icon: ReactElement;
  /** For a sentence instead of a word. */
  wraps?: boolean;
  children: ReactNode;
}

export function Mark({ state, icon, wraps = false, children }: MarkProps) {
  const styles = useStyles();
  return (
    <span className={mergeClasses(styles.mark, styles[state], wraps && styles.wraps)}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
