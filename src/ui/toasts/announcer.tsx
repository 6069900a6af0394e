/** Tells a screen reader of what went wrong at once; what went well is read out by its toast. */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { unseen } from '../theme/sizes.ts';

const said = createStore('');

export function announceError(text: string): void {
  // The same words twice are silent unless the text differs: a no-break space makes it so.
  said.set(text === said.get() ? `${text}\u00a0` : text);
}

const useStyles = makeStyles({
  hidden: unseen,
});

export function Announcer() {
  const styles = useStyles();
  const text = useSyncExternalStore(said.subscribe, said.get);
  return (
    <div className={styles.hidden} aria-live="assertive" aria-atomic="true">
      {text}
    </div>
  );
}
