import { Button, Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  DismissRegular,
  ErrorCircleRegular,
  InfoRegular,
  WarningRegular,
} from '@fluentui/react-icons';
import { useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { dismiss, notifications } from './notifications.ts';
import { stateColours } from './theme/state-colours.ts';

const useStyles = makeStyles({
  place: {
    position: 'fixed',
    top: 0,
    right: 0,
    zIndex: 4000,
    boxSizing: 'border-box',
    width: 'min(100%, 420px)',
    padding: '16px',
    pointerEvents: 'none',
    // Clear of the top bar on small screens only.
    marginTop: '56px',
    '@media (min-width: 768px)': { marginTop: 0 },
  },
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
  words: { paddingTop: '4px' },
  title: { fontWeight: tokens.fontWeightSemibold },
  text: { color: tokens.colorNeutralForeground2 },
  action: { gridColumn: '2 / -1', justifySelf: 'start', marginTop: '4px' },
});

const ICONS = {
  info: <InfoRegular />,
  success: <CheckmarkCircleRegular />,
  warning: <WarningRegular />,
  error: <ErrorCircleRegular />,
  loading: <Spinner size="tiny" />,
};

export function NotificationHost() {
  const styles = useStyles();
  const intl = useIntl();
  const shown = useSyncExternalStore(notifications.subscribe, notifications.getState);
  const tone = shown?.intent === 'success' || shown?.intent === 'warning' || shown?.intent === 'error' ? shown.intent : null;
  return (
    <div className={styles.place} aria-live={tone === 'error' ? 'assertive' : 'polite'}>
      {shown && (
        <div className={styles.card} key={shown.id} data-notification>
          <span className={mergeClasses(styles.icon, tone !== null && styles[tone])} aria-hidden>
            {ICONS[shown.intent]}
          </span>
          <div className={styles.words}>
            <div className={styles.title}>{shown.title}</div>
            {shown.text && <div className={styles.text}>{shown.text}</div>}
          </div>
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: 'notification.close' })}
            onClick={() => dismiss(shown.id)}
          />
          {shown.action && (
            <Button
              className={styles.action}
              appearance="primary"
              onClick={() => {
                dismiss(shown.id);
                shown.action?.onSelect();
              }}
            >
              {shown.action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
