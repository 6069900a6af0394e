/** Says to a screen reader what a glance would tell: results when there is a pause, errors at once. */
import { makeStyles } from '@fluentui/react-components';
import { useSyncExternalStore } from 'react';

interface Said {
  polite: string;
  assertive: string;
}

let said: Said = { polite: '', assertive: '' };
const listeners = new Set<() => void>();

function say(part: Partial<Said>): void {
  said = { ...said, ...part };
  for (const listener of listeners) listener();
}

// The same words twice are silent unless the text differs: a no-break space makes it so.
const differing = (text: string, before: string) => (text === before ? `${text}\u00a0` : text);

export const announce = (text: string): void => say({ polite: differing(text, said.polite) });
export const announceError = (text: string): void => say({ assertive: differing(text, said.assertive) });

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const useStyles = makeStyles({
  hidden: { position: 'absolute', width: '1px', height: '1px', margin: '-1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
});

export function Announcer() {
  const styles = useStyles();
  const { polite, assertive } = useSyncExternalStore(subscribe, () => said);
  return (
    <>
      <div className={styles.hidden} aria-live="polite" aria-atomic="true">
        {polite}
      </div>
      <div className={styles.hidden} aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </>
  );
}
