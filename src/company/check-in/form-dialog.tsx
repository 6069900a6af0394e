/** The frame of a dialog with a form: everything of a phone's width, one confirming button, closes only when it worked. */
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useDirtyForm } from '../../ui/dirty-forms.ts';
import { useClearView } from '../../ui/use-clear-view.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '520px', maxHeight: '96dvh' },
  // The form stands between the surface and the body, so the body is told how tall it may be.
  body: { maxHeight: 'calc(96dvh - 48px)' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px' },
  // Beside each other where they fit, else the confirming one above. Fluent stacks them on phones, by a query of its own.
  actions: {
    flexDirection: 'row',
    flexWrap: 'wrap-reverse',
    justifyContent: 'flex-end',
    '@media screen and (max-width: 480px)': { flexDirection: 'row' },
  },
  cancel: { flex: '0 0 auto', minHeight: '48px' },
  // A long text goes on a second line rather than the button on a line of its own.
  confirm: { minHeight: '48px', '@media (max-width: 599px)': { flex: '1 1 0', minWidth: '160px' } },
});

export interface FormDialogProps {
  title: ReactNode;
  confirm: ReactNode;
  icon?: ReactElement;
  disabled?: boolean;
  children: ReactNode;
  /** A second way to end it, beside confirm and cancel. */
  aside?: ReactNode;
  onClose(): void;
  /** Answers whether it worked; the dialog stays open with what was typed when it did not. */
  onConfirm(): Promise<boolean>;
}

export function FormDialog(props: FormDialogProps) {
  const { title, confirm, icon, disabled = false, children, aside, onClose, onConfirm } = props;
  const styles = useStyles();
  useReturnFocus();
  useClearView();
  const [busy, setBusy] = useState(false);
  const [touched, setTouched] = useState(false);
  useDirtyForm(touched);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || disabled) return;
    setBusy(true);
    try {
      if (await onConfirm()) onClose();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface}>
        <form onSubmit={(event) => void submit(event)} onInput={() => setTouched(true)} noValidate>
          <DialogBody className={styles.body}>
            <DialogTitle>{title}</DialogTitle>
            <DialogContent className={styles.content}>{children}</DialogContent>
            <DialogActions fluid className={styles.actions}>
              {aside}
              <Button className={styles.cancel} onClick={onClose}>
                <FormattedMessage id="checkIn.cancel" />
              </Button>
              <Button className={styles.confirm} appearance="primary" type="submit" disabled={disabled || busy} {...(icon ? { icon } : {})}>
                {confirm}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}
