import { useEffect, useSyncExternalStore } from 'react';
import { FormattedMessage } from 'react-intl';
import { dismiss, notify } from '../../ui/toasts/notifications.ts';
import { updates } from '../start/updates.ts';

/** Notification that a newer version is available; the person decides when to reload. */
export function UpdateNotice() {
  const available = useSyncExternalStore(updates.subscribe, updates.getState);
  useEffect(() => {
    if (!available) return undefined;
    const id = notify({
      intent: 'info',
      title: <FormattedMessage id="update.title" />,
      text: <FormattedMessage id="update.text" />,
      action: { label: <FormattedMessage id="update.reload" />, onSelect: updates.apply },
      duration: Number.POSITIVE_INFINITY,
    });
    return () => dismiss(id);
  }, [available]);
  return null;
}
