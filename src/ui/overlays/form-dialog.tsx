/** What asks and stores: everything that is asked scrolls, the confirming button stays in sight, and it closes only when it worked. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDirtyForm } from '../form/dirty-forms.ts';
import { FailureSlot } from '../form/failure-slot.tsx';
import { type } from '../theme/sizes.ts';
import { PressAndHoldButton } from './press-and-hold-button.tsx';
import { Overlay } from './overlay.tsx';
import { SlowNotice } from '../loading/slow-notice.tsx';

const useStyles = makeStyles({
  failure: { flex: '1 0 100%', order: 1, ':empty': { display: 'none' } },
  question: { ...type.body, flex: '1 0 100%', margin: 0, order: 1 },
  cancel: { flex: '0 0 auto' },
  // A long text goes on a second line rather than the button on a line of its own.
  confirm: { flex: '1 1 160px', minWidth: 0 },
});

export interface FormDialogProps {
  /** `confirm` asks for a yes, `form` for more. */
  kind?: 'form' | 'confirm';
  title: ReactNode;
  confirm: ReactNode;
  /** What the other button says where "Cancel" could mean the act itself. */
  leave?: ReactNode;
  icon?: ReactElement;
  disabled?: boolean;
  /** The button has to be held for a second, and looks dangerous. */
  isHeld?: boolean;
  children: ReactNode;
  onClose(): void;
  /** Answers whether it worked; the dialog stays open with what was typed when it did not. */
  onConfirm(): Promise<boolean>;
}

/** Scrolls to what keeps the act from working: the first alert, else the first field with an error. */
function revealProblem(dialog: Element | null | undefined): void {
  const problem = dialog?.querySelector('[role=alert]') ?? dialog?.querySelector('[aria-invalid=true]');
  problem?.scrollIntoView({ block: 'nearest' });
}

export function FormDialog(props: FormDialogProps) {
  const { kind = 'form', title, confirm, leave, icon, disabled = false, isHeld = false } = props;
  const { children, onClose, onConfirm } = props;
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  // Escape, a swipe, a tap beside it: easily made by mistake, and what was typed would be gone.
  const [asked, setAsked] = useState(false);
  useDirtyForm(touched);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [failures, setFailures] = useState(0);
  useLayoutEffect(() => {
    if (failures > 0) revealProblem(place?.closest('dialog'));
  }, [failures, place]);
  /** By the person, while it was still under way: what comes then closes nothing else. */
  const closed = useRef(false);
  const close = (): void => {
    closed.current = true;
    onClose();
  };

  async function submit(): Promise<void> {
    if (busy || disabled) return;
    setBusy(true);
    try {
      if (!(await onConfirm())) setFailures((count) => count + 1);
      else if (!closed.current) onClose();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Overlay
      kind={kind}
      title={title}
      onClose={touched && !asked ? () => setAsked(true) : close}
      onSubmit={() => !isHeld && void submit()}
      onInput={() => {
        setTouched(true);
        setAsked(false);
      }}
      foot={
        <>
          <div ref={setPlace} className={styles.failure} />
          {asked && (
            <p className={styles.question} role="alert">
              <FormattedMessage id="form.closeAgain" />
            </p>
          )}
          <Button className={styles.cancel} onClick={close}>
            {leave ?? <FormattedMessage id="form.cancel" />}
          </Button>
          {isHeld ? (
            <PressAndHoldButton
              className={styles.confirm}
              disabled={disabled || busy}
              onHeld={() => void submit()}
              {...(icon ? { icon } : {})}
            >
              {confirm}
            </PressAndHoldButton>
          ) : (
            <Button
              className={styles.confirm}
              appearance="primary"
              type="submit"
              disabled={disabled || busy}
              {...(kind === 'confirm' ? { 'data-first': true } : {})}
              {...(icon ? { icon } : {})}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <FailureSlot value={place}>{children}</FailureSlot>
      {busy && <SlowNotice />}
    </Overlay>
  );
}
