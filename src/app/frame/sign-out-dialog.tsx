/** Signs out at once if everything is sent; otherwise says what would be lost, and lets the person decide. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Spinner,
  makeStyles,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FailureCode } from '../../domain/result.ts';
import { saveQueue } from '../../offline/export-queue.ts';
import type { Unsent } from '../../offline/sign-out.ts';
import { session } from '../../session/session.ts';
import { download } from '../../ui/download.ts';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';

type State = { step: 'leaving' } | { step: 'unsent'; unsent: Unsent } | { step: 'failed'; code: FailureCode };

const useStyles = makeStyles({
  busy: { justifyContent: 'flex-start' },
  paragraph: { marginTop: '8px' },
  actions: { flexWrap: 'wrap' },
  touch: { minHeight: '48px' },
});

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

  const save = async () => {
    const answer = await saveQueue('csv', download);
    if (!answer.ok) setState({ step: 'failed', code: answer.code });
  };

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void leave(false);
  }, [leave]);

  return (
    <Dialog open modalType="alert" onOpenChange={() => state.step !== 'leaving' && onClose()}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>
            <FormattedMessage id={state.step === 'unsent' ? 'signOut.unsent.title' : 'signOut.action'} />
          </DialogTitle>
          <DialogContent>
            {state.step === 'leaving' && (
              <Spinner className={styles.busy} size="small" label={<FormattedMessage id="signOut.leaving" />} />
            )}
            {state.step === 'unsent' && (
              <>
                <FormattedMessage
                  id="signOut.unsent.text"
                  values={{ count: state.unsent.waiting + state.unsent.parked }}
                />
                {state.unsent.parked > 0 && (
                  <div className={styles.paragraph}>
                    <FormattedMessage id="signOut.unsent.parked" values={{ count: state.unsent.parked }} />
                  </div>
                )}
              </>
            )}
            {state.step === 'failed' && <FormattedMessage id={FAILURE_TEXTS[state.code]} />}
          </DialogContent>
          {state.step !== 'leaving' && (
            <DialogActions fluid className={styles.actions}>
              <Button className={styles.touch} appearance="primary" onClick={onClose}>
                <FormattedMessage id="signOut.stay" />
              </Button>
              <Button className={styles.touch} onClick={() => void leave(false)}>
                <FormattedMessage id="signOut.sendAgain" />
              </Button>
              {state.step === 'unsent' && (
                <>
                  <Button className={styles.touch} icon={<ArrowDownloadRegular />} onClick={() => void save()}>
                    <FormattedMessage id="checkIn.sync.export" values={{ format: 'CSV' }} />
                  </Button>
                  {/* What loses data comes last and draws no eye. */}
                  <Button className={styles.touch} appearance="transparent" onClick={() => void leave(true)}>
                    <FormattedMessage id="signOut.discard" />
                  </Button>
                </>
              )}
            </DialogActions>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
