/** What asks and stores: everything that is asked scrolls, the confirming button stays in sight, and it closes only when it worked. */
import { Button, makeStyles } from '@fluentui/react-components';
import { useState, type ReactElement, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDirtyForm } from '../../ui/dirty-forms.ts';
import { Overlay } from '../../ui/overlay.tsx';

const useStyles = makeStyles({
  // Beside each other where they fit, else the confirming one above.
  actions: { display: 'flex', flexWrap: 'wrap-reverse', justifyContent: 'flex-end', gap: '8px' },
  cancel: { flex: '0 0 auto' },
  // A long text goes on a second line rather than the button on a line of its own.
  confirm: { flex: '1 1 160px', minWidth: 0 },
});

export interface FormDialogProps {
  /** `confirm` asks for a yes, `form` for more. */
  kind?: 'form' | 'confirm';
  title: ReactNode;
  confirm: ReactNode;
  icon?: ReactElement;
  disabled?: boolean;
  children: ReactNode;
  onClose(): void;
  /** Answers whether it worked; the dialog stays open with what was typed when it did not. */
  onConfirm(): Promise<boolean>;
}

export function FormDialog(props: FormDialogProps) {
  const { kind = 'form', title, confirm, icon, disabled = false, children, onClose, onConfirm } = props;
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  useDirtyForm(touched);

  async function submit(): Promise<void> {
    if (busy || disabled) return;
    setBusy(true);
    try {
      if (await onConfirm()) onClose();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Overlay
      kind={kind}
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      onInput={() => setTouched(true)}
      foot={
        <div className={styles.actions}>
          <Button className={styles.cancel} onClick={onClose}>
            <FormattedMessage id="checkIn.cancel" />
          </Button>
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
        </div>
      }
    >
      {children}
    </Overlay>
  );
}
