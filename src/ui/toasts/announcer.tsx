/** Announces errors to screen readers immediately; success messages are announced by their toast. */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { visuallyHidden } from '../theme/sizes.ts';

const announcement = createStore('');

export function announceError(text: string): void {
  // A live region ignores an identical text; a no-break space makes it differ.
  announcement.set(text === announcement.get() ? `${text}\u00a0` : text);
}

const useStyles = makeStyles({
  hidden: visuallyHidden,
});

export function Announcer() {
  const styles = useStyles();
  const text = useSyncExternalStore(announcement.subscribe, announcement.get);
  return (
    <div className={styles.hidden} aria-live="assertive" aria-atomic="true">
      {text}
    </div>
  );
}
