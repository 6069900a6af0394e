import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  DismissRegular,
  ErrorCircleRegular,
  InfoRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { dismiss, type ShownNotification } from './notifications.ts';
import { stateColours } from '../theme/state-colours.ts';
import { weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    alignItems: 'start',
    gap: '4px 12px',
    padding: '12px',
    pointerEvents: 'auto',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
  },
  icon: { fontSize: '24px', lineHeight: 0, paddingTop: '4px', color: stateColours.waiting.foreground },
  success: { color: stateColours.ok.foreground },
  warning: { color: stateColours.attention.foreground },
  error: { color: stateColours.no.foreground },
  description: { paddingTop: '4px' },
  title: { fontWeight: weight.bold },
  text: { color: tokens.colorNeutralForeground2 },
  action: { gridColumn: '2 / -1', justifySelf: 'start', marginTop: '4px' },
});

const ICONS = {
  info: <InfoRegular />,
  success: <CheckmarkCircleRegular />,
  warning: <WarningRegular />,
  error: <ErrorCircleRegular />,
  loading: <Spinner size="tiny" aria-hidden />,
};

export function NotificationCard({ notification }: { notification: ShownNotification }) {
  const styles = useStyles();
  const intl = useIntl();
  const tone = toneOf(notification);
  return (
    <div className={styles.card} data-notification>
      <span className={mergeClasses(styles.icon, tone !== null && styles[tone])} aria-hidden>
        {ICONS[notification.intent]}
      </span>
      <div className={styles.description}>
        <div className={styles.title}>{notification.title}</div>
        {notification.text && <div className={styles.text}>{notification.text}</div>}
      </div>
      <Button
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={intl.formatMessage({ id: 'notification.close' })}
        onClick={() => dismiss(notification.id)}
      />
      {notification.action && (
        <Button
          className={styles.action}
          appearance="primary"
          onClick={() => {
            dismiss(notification.id);
            notification.action?.onSelect();
          }}
        >
          {notification.action.label}
        </Button>
      )}
    </div>
  );
}

function toneOf({ intent }: ShownNotification): 'success' | 'warning' | 'error' | null {
  return intent === 'success' || intent === 'warning' || intent === 'error' ? intent : null;
}
