/** Tells a screen reader of what went wrong at once; what went well is read out by its toast. */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';
import { useScreenKeys, type ScreenKey } from '../../ui/screen-keys.ts';
import { useCheckInUrl } from './use-check-in-url.ts';

let said = '';
const listeners = new Set<() => void>();

export function announceError(text: string): void {
  // The same words twice are silent unless the text differs: a no-break space makes it so.
  said = text === said ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly ScreenKey[] = [];
const ROLL_CALL: readonly ScreenKey[] = [
  { keys: ['/'], text: 'keys.search' },
  { keys: ['↑', '↓'], text: 'keys.rows' },
  { keys: ['←', '→'], text: 'keys.inRow' },
  { keys: ['Space'], text: 'keys.checkIn' },
  { keys: ['Enter'], text: 'keys.open' },
];

const useStyles = makeStyles({
  hidden: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});

export function Announcer() {
  const styles = useStyles();
  useScreenKeys(useCheckInUrl().place.departureId === null ? NONE : ROLL_CALL);
  const text = useSyncExternalStore(subscribe, () => said);
  return (
    <div className={styles.hidden} aria-live="assertive" aria-atomic="true">
      {text}
    </div>
  );
}
