/** An inline notice with a state's icon and colour, optional actions and an optional close button. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleFilled,
  DismissCircleFilled,
  DismissRegular,
  InfoFilled,
  WarningFilled,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { weight } from '../theme/sizes.ts';
import { tone, type StateName } from '../theme/state-colours.ts';

const useStyles = makeStyles({
  message: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gap: '8px 12px',
    alignItems: 'start',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '& > svg': { fontSize: '20px', width: '20px', height: tokens.lineHeightBase300 },
  },
  ok: tone('ok'),
  attention: tone('attention'),
  no: tone('no'),
  waiting: tone('waiting'),
  neutral: tone('neutral'),
  title: { fontWeight: weight.bold },
  close: { margin: '-8px -8px -8px 0', color: 'inherit' },
  actions: { gridColumn: '2 / -1', display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

const ICONS: Record<StateName, ReactNode> = {
  ok: <CheckmarkCircleFilled aria-hidden />,
  attention: <WarningFilled aria-hidden />,
  no: <DismissCircleFilled aria-hidden />,
  waiting: <InfoFilled aria-hidden />,
  neutral: <InfoFilled aria-hidden />,
};

export interface MessageProps {
  state: StateName;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced immediately (role alert), for the result of an action. */
  alert?: boolean;
  className?: string | undefined;
  onClose?(): void;
}

export function Message({ state, title, children, actions, alert = false, className, onClose }: MessageProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div
      className={mergeClasses(styles.message, styles[state], className)}
      role={alert ? 'alert' : undefined}
      data-message={state}
    >
      {ICONS[state]}
      <div>
        {title && <div className={styles.title}>{title}</div>}
        {children}
      </div>
      {onClose && (
        <Button
          className={styles.close}
          appearance="transparent"
          icon={<DismissRegular />}
          aria-label={intl.formatMessage({ id: 'app.close' })}
          onClick={onClose}
        />
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
