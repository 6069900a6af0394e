/** Container of notifications: top right, below the bar on small screens (specification, section 9). */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { lazyWithPreload } from '../loading/lazy-component.tsx';
import { notifications } from './notifications.ts';
import { PHONE } from '../theme/breakpoints.ts';
import { barHeight } from '../theme/sizes.ts';

const NotificationCard = lazyWithPreload(
  () => import('./notification-card.tsx').then((module) => module.NotificationCard),
  {
    onLoadError: 'keep',
  },
);

const useStyles = makeStyles({
  host: {
    position: 'fixed',
    top: 0,
    right: 0,
    zIndex: 4000,
    boxSizing: 'border-box',
    width: 'min(100%, 420px)',
    padding: '16px',
    pointerEvents: 'none',
    // Below the top bar on small screens only.
    [`@media ${PHONE}`]: { marginTop: barHeight },
  },
});

export function NotificationHost() {
  const styles = useStyles();
  const notification = useSyncExternalStore(notifications.subscribe, notifications.getState);
  return (
    <div className={styles.host} aria-live={notification?.intent === 'error' ? 'assertive' : 'polite'}>
      {notification && <NotificationCard key={notification.id} notification={notification} />}
    </div>
  );
}
