/** A dialog with a form: its fields scroll, the submit button stays visible, and it closes only after success. */
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
  // Long labels wrap inside the button instead of moving the button to its own line.
  confirm: { flex: '1 1 160px', minWidth: 0 },
});

export interface FormDialogProps {
  /** `confirm` only asks for confirmation, `form` has fields. */
  kind?: 'form' | 'confirm';
  title: ReactNode;
  confirm: ReactNode;
  /** Label of the closing button where "Cancel" could be read as the action itself. */
  leave?: ReactNode;
  icon?: ReactElement;
  disabled?: boolean;
  /** A dangerous action: the button must be held for a second. */
  requiresHold?: boolean;
  children: ReactNode;
  onClose(): void;
  /** Resolves to whether it succeeded; otherwise the dialog stays open with its input. */
  onConfirm(): Promise<boolean>;
}

/** After each failure, scrolls to the first alert, or else to the first invalid field, of the element's dialog. */
function useRevealProblem(failures: number) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (failures === 0) return;
    const dialog = element?.closest('dialog');
    const problem = dialog?.querySelector('[role=alert]') ?? dialog?.querySelector('[aria-invalid=true]');
    problem?.scrollIntoView({ block: 'nearest' });
  }, [failures, element]);
  return [element, setElement] as const;
}

function useSubmission({ disabled, onClose, onConfirm }: FormDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  /** Whether the person closed the dialog while submitting: its response must not close it a second time. */
  const closed = useRef(false);

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

  function close(): void {
    closed.current = true;
    onClose();
  }

  return { busy, failures, submit, close };
}

export function FormDialog(props: FormDialogProps) {
  const { kind = 'form', title, confirm, leave, icon, disabled = false, requiresHold = false, children } = props;
  const styles = useStyles();
  const { busy, failures, submit, close } = useSubmission(props);
  const [touched, setTouched] = useState(false);
  // Whether to ask before closing: Escape, a swipe or a tap on the backdrop is easily accidental and would lose input.
  const [isClosePending, setIsClosePending] = useState(false);
  useDirtyForm(touched);
  const [footElement, setFootElement] = useRevealProblem(failures);
  // Disabling the focused button would move the focus to the page: keep it focusable while its action runs, and after a
  // failure.
  const staysFocusable = busy || failures > 0;
  const common = { className: styles.confirm, ...(icon ? { icon } : {}) };

  return (
    <Overlay
      kind={kind}
      title={title}
      onClose={touched && !isClosePending ? () => setIsClosePending(true) : close}
      onSubmit={() => !requiresHold && void submit()}
      onInput={() => {
        setTouched(true);
        setIsClosePending(false);
      }}
      footer={
        <>
          <div ref={setFootElement} className={styles.failure} />
          {isClosePending && (
            <p className={styles.question} role="alert">
              <FormattedMessage id="form.closeAgain" />
            </p>
          )}
          <Button className={styles.cancel} onClick={close}>
            {leave ?? <FormattedMessage id="form.cancel" />}
          </Button>
          {requiresHold ? (
            <PressAndHoldButton
              {...common}
              disabled={disabled || busy}
              isFocusable={staysFocusable}
              onComplete={() => void submit()}
            >
              {confirm}
            </PressAndHoldButton>
          ) : (
            <Button
              {...common}
              appearance="primary"
              type="submit"
              disabled={disabled && !staysFocusable}
              disabledFocusable={busy || (disabled && staysFocusable)}
              {...(kind === 'confirm' ? { 'data-first': true } : {})}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      <FailureSlot value={footElement}>{children}</FailureSlot>
      {busy && <SlowNotice />}
    </Overlay>
  );
}
