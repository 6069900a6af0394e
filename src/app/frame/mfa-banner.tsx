/**
 * Says that a company requires two-factor authentication, and opens its setup at once. During a roll-call only the
 * banner shows.
 */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedList, FormattedMessage } from 'react-intl';
import { AddFactor } from '../../features/mfa/add-factor.tsx';
import { mfaRequirement } from '../../session/mfa-requirement.ts';
import { session } from '../../session/session.ts';
import { gutter, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { useIsInRollCall } from './navigation.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 16px',
    padding: `8px ${gutter}`,
    backgroundColor: stateColours.attention.strong,
    color: stateColours.attention.onStrong,
  },
  text: { flex: '1 1 320px', textWrap: 'pretty' },
  start: {
    minHeight: '48px',
    padding: 0,
    border: 'none',
    font: 'inherit',
    fontWeight: weight.bold,
    textDecorationLine: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    color: 'inherit',
    backgroundColor: 'transparent',
    ':focus-visible': { outline: `2px solid ${stateColours.attention.onStrong}`, outlineOffset: '2px' },
  },
});

export function MfaBanner({ companies }: { companies: readonly string[] }) {
  const styles = useStyles();
  const inRollCall = useIsInRollCall();
  const [isOpen, setOpen] = useState(!inRollCall);
  const [isSetUp, setIsSetUp] = useState(false);

  /** Reloads what was forbidden without the second factor. */
  function close(): void {
    setOpen(false);
    if (!isSetUp) return;
    mfaRequirement.set(null);
    void session.refresh();
  }

  return (
    <>
      {!isSetUp && (
        <div className={styles.bar} role="alert">
          <span className={styles.text}>
            <FormattedMessage
              id="mfa.banner"
              values={{ companies: <FormattedList type="conjunction" value={companies} /> }}
            />
          </span>
          <button type="button" className={styles.start} onClick={() => setOpen(true)}>
            <FormattedMessage id="mfa.banner.start" />
          </button>
        </div>
      )}
      {isOpen && <AddFactor factors={[]} onAdded={() => setIsSetUp(true)} onClose={close} />}
    </>
  );
}
