/** Tells a screen reader of what went wrong at once; what went well is read out by its toast. */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { visuallyHidden } from '../theme/sizes.ts';

const announcement = createStore('');

export function announceError(text: string): void {
  // The same words twice are silent unless the text differs: a no-break space makes it so.
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
