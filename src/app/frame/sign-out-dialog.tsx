/**
 * Signs out at once if everything is sent and there is a network. Otherwise asks what to do with unsent actions: keep
 * them on the device for their author, send them, or delete them.
 */
import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FailureCode } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { currentEngine } from '../../offline/device/current-engine.ts';
import { unsentActions, type Unsent } from '../../offline/device/sign-out.ts';
import { ExportButton } from '../../features/sync/outbox-buttons.tsx';
import { session } from '../../session/session.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';

type State =
  | { step: 'leaving' }
  | { step: 'offline' }
  | { step: 'unsent'; unsent: Unsent }
  | { step: 'failed'; code: FailureCode };

/** What happens to unsent actions. */
type UnsentChoice = 'send' | 'keep' | 'discard';

const useStyles = makeStyles({
  busy: { justifyContent: 'flex-start' },
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > button': { flex: '1 1 auto' } },
  // On a phone the long label has its own row, and the others share the next.
  first: { flexBasis: '100%', textWrap: 'balance' },
});

function isOffline(): boolean {
  const network = currentEngine()?.state.get().network ?? 'online';
  return !navigator.onLine || network !== 'online';
}

const countOf = ({ waiting, parked }: Unsent) => waiting + parked;

async function hasUnsent(): Promise<boolean> {
  const engine = currentEngine();
  const unsent = engine ? await unsentActions(engine) : null;
  return unsent !== null && (!unsent.ok || countOf(unsent.data) > 0);
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
  const hasStarted = useRef(false);

  const leave = useCallback(async (unsent: UnsentChoice) => {
    setState({ step: 'leaving' });
    const result = await session.signOut({ discard: unsent === 'discard', keep: unsent === 'keep' });
    if (result.ok) return;
    setState('unsent' in result ? { step: 'unsent', unsent: result.unsent } : { step: 'failed', code: result.code });
  }, []);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void (async () => {
      // The question about unsent actions comes first; it leaves the session intact.
      if (isOffline() && !(await hasUnsent())) setState({ step: 'offline' });
      else await leave('send');
    })();
  }, [leave]);

  return (
    <Overlay
      kind="confirm"
      isAlert
      title={<FormattedMessage id={TITLES[state.step]} />}
      onClose={() => state.step !== 'leaving' && onClose()}
      footer={
        state.step !== 'leaving' && (
          <Actions
            state={state}
            onLeave={(unsent) => void leave(unsent)}
            onStay={onClose}
            onExportFailed={(code) => setState({ step: 'failed', code })}
          />
        )
      }
    >
      {state.step === 'leaving' && (
        <Spinner className={styles.busy} size="small" label={<FormattedMessage id="signOut.leaving" />} />
      )}
      {state.step === 'unsent' && (
        <>
          <p className={styles.text}>
            <FormattedMessage id="signOut.unsent.text" values={{ count: countOf(state.unsent) }} />
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

interface ActionsProps {
  state: State;
  onLeave(unsent: UnsentChoice): void;
  onStay(): void;
  onExportFailed(code: FailureCode): void;
}

function Actions({ state, onLeave, onStay, onExportFailed }: ActionsProps) {
  const styles = useStyles();
  const currentUser = useCurrentUser();
  // Only people who work with bookings can use the exported file.
  const canExport = currentUser?.can('VIEW_BOOKINGS_ACCESS') || currentUser?.can('MANAGE_BOOKINGS_ACCESS');
  return (
    <div className={styles.actions}>
      {state.step === 'unsent' && (
        <Button data-first appearance="primary" className={styles.first} onClick={() => onLeave('keep')}>
          <FormattedMessage id="signOut.keep" values={{ count: countOf(state.unsent) }} />
        </Button>
      )}
      <Button
        data-first={state.step !== 'unsent' || undefined}
        appearance={state.step === 'unsent' ? 'secondary' : 'primary'}
        onClick={onStay}
      >
        <FormattedMessage id="signOut.stay" />
      </Button>
      <Button onClick={() => onLeave('send')}>
        <FormattedMessage id={state.step === 'offline' ? 'signOut.anyway' : 'signOut.sendAgain'} />
      </Button>
      {state.step === 'unsent' && (
        <>
          {canExport && <ExportButton format="csv" onResult={(result) => !result.ok && onExportFailed(result.code)} />}
          {/* The destructive button comes last and is the least prominent. */}
          <Button appearance="transparent" onClick={() => onLeave('discard')}>
            <FormattedMessage id="signOut.discard" values={{ count: countOf(state.unsent) }} />
          </Button>
        </>
      )}
    </div>
  );
}
