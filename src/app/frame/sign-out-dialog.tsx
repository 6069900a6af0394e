/** Signs out at once if everything is sent and there is a network; otherwise says what would be lost, and lets the person decide. */
import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FailureCode, Result } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { currentEngine } from '../../offline/device/current-engine.ts';
import { unsentActions, type Unsent } from '../../offline/device/sign-out.ts';
import { ExportButton } from '../../parts/queue-buttons.tsx';
import { session } from '../../session/session.ts';
import { FAILURE_TEXTS } from '../../ui/words/failure-texts.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';

type State =
  | { step: 'leaving' }
  | { step: 'offline' }
  | { step: 'unsent'; unsent: Unsent }
  | { step: 'failed'; code: FailureCode };

const useStyles = makeStyles({
  busy: { justifyContent: 'flex-start' },
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { flex: '1 1 auto' } },
});

function isOffline(): boolean {
  const network = currentEngine()?.state.get().network ?? 'online';
  return !navigator.onLine || network !== 'online';
}

async function hasUnsent(): Promise<boolean> {
  const engine = currentEngine();
  const unsent = engine ? await unsentActions(engine) : null;
  return unsent !== null && (!unsent.ok || unsent.data.waiting + unsent.data.parked > 0);
}

const TITLES = {
  leaving: 'signOut.action',
  failed: 'signOut.action',
  offline: 'signOut.offline.title',
  unsent: 'signOut.unsent.title',
} as const satisfies Record<State['step'], MessageId>;

export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const [state, setState] = useState<State>({ step: 'leaving' });
  const begun = useRef(false);

  const leave = useCallback(async (discard: boolean) => {
    setState({ step: 'leaving' });
    const answer = await session.signOut({ discard });
    if (answer.ok) return;
    setState('unsent' in answer ? { step: 'unsent', unsent: answer.unsent } : { step: 'failed', code: answer.code });
  }, []);

  const exported = (answer: Result<unknown>) => {
    if (!answer.ok) setState({ step: 'failed', code: answer.code });
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void (async () => {
      // Unsent actions are the more urgent question; with them nothing is left yet.
      if (isOffline() && !(await hasUnsent())) setState({ step: 'offline' });
      else await leave(false);
    })();
  }, [leave]);

  return (
    <Overlay
      kind="confirm"
      alert
      title={<FormattedMessage id={TITLES[state.step]} />}
      onClose={() => state.step !== 'leaving' && onClose()}
      foot={
        state.step !== 'leaving' && (
          <div className={styles.actions}>
            <Button data-first appearance="primary" onClick={onClose}>
              <FormattedMessage id="signOut.stay" />
            </Button>
            <Button onClick={() => void leave(false)}>
              <FormattedMessage id={state.step === 'offline' ? 'signOut.anyway' : 'signOut.sendAgain'} />
            </Button>
            {state.step === 'unsent' && (
              <>
                <ExportButton format="csv" onResult={exported} />
                {/* What loses data comes last and draws no eye. */}
                <Button appearance="transparent" onClick={() => void leave(true)}>
                  <FormattedMessage id="signOut.discard" />
                </Button>
              </>
            )}
          </div>
        )
      }
    >
      {state.step === 'leaving' && (
        <Spinner className={styles.busy} size="small" label={<FormattedMessage id="signOut.leaving" />} />
      )}
      {state.step === 'unsent' && (
        <>
          <p className={styles.text}>
            <FormattedMessage id="signOut.unsent.text" values={{ count: state.unsent.waiting + state.unsent.parked }} />
          </p>
          {state.unsent.parked > 0 && (
            <p className={styles.text}>
              <FormattedMessage id="signOut.unsent.parked" values={{ count: state.unsent.parked }} />
            </p>
          )}
        </>
      )}
      {(state.step === 'offline' || (state.step === 'unsent' && isOffline())) && (
        <p className={styles.text}>
          <FormattedMessage id="signOut.offline.text" />
        </p>
      )}
      {state.step === 'failed' && <FormattedMessage id={FAILURE_TEXTS[state.code]} />}
    </Overlay>
  );
}
