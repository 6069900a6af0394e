/** Requests a change of the email address. It takes effect through links in two mails, on any device. */
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { authErrorMessageId } from '../../../auth/auth-error-message-id.ts';
import { changeEmail, type OwnAccount } from '../../../data/own-account.ts';
import { emailChangeSchema, type EmailChange } from '../../../domain/own-account.ts';
import { signedOutFailure } from '../../../domain/result.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { withLocale } from '../../../i18n/locale-choice.ts';
import { currentLocale } from '../../../i18n/locale-store.ts';
import { paths } from '../../../lib/paths.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { useFieldStyles } from './dialog-styles.ts';

export function EmailDialog({ account, onClose }: { account: OwnAccount; onClose(): void }) {
  const styles = useFieldStyles();
  const intl = useIntl();
  const { pathname } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSame, setSame] = useState(false);
  const form = useForm<EmailChange, EmailChange>({ schema: emailChangeSchema, values: { email: '' } });
  const saving = useMutation({
    send: (email: string) => changeEmail(email, { path: withLocale(paths.login, currentLocale(pathname)) }),
    invalidates: [],
  });
  const refusalId = authErrorMessageId(saving.result);
  const errorId: MessageId | null = isSame ? 'myAccount.email.same' : refusalId;
  const { email: currentEmail } = account.user;

  async function send(): Promise<boolean> {
    await submitForm(form, async ({ email }) => {
      const same = email.toLowerCase() === currentEmail.toLowerCase();
      setSame(same);
      if (same) return false;
      const result = await saving.save(email);
      if (result.ok) setSentTo(email);
      return result.ok;
    });
    // The dialog stays open and shows the next step.
    return false;
  }

  if (sentTo !== null) return <LinksSent from={currentEmail} to={sentTo} onClose={onClose} />;
  return (
    <FormDialog
      title={<FormattedMessage id="myAccount.email.title" />}
      confirm={<FormattedMessage id="myAccount.email.send" />}
      disabled={saving.busy}
      onClose={onClose}
      onConfirm={send}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          {errorId && (
            <ActionFailed
              failure={(isSame ? null : signedOutFailure(saving.result)) ?? intl.formatMessage({ id: errorId })}
            />
          )}
          <p>
            <FormattedMessage id="myAccount.email.present" values={{ email: <strong>{currentEmail}</strong> }} />
          </p>
          <TextField<EmailChange>
            name="email"
            type="email"
            label={intl.formatMessage({ id: 'myAccount.email.new' })}
            autoComplete="email"
            required
          />
          <p>
            <FormattedMessage id="myAccount.email.consequence" />
          </p>
        </div>
      </FormProvider>
    </FormDialog>
  );
}

function LinksSent({ from, to, onClose }: { from: string; to: string; onClose(): void }) {
  const styles = useFieldStyles();
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="myAccount.email.sent" />}
      onClose={onClose}
      footer={
        <Button data-first appearance="primary" onClick={onClose}>
          <FormattedMessage id="app.close" />
        </Button>
      }
    >
      <div className={styles.fields} role="status">
        <p>
          <FormattedMessage
            id="myAccount.email.sent.text"
            values={{ old: <strong>{from}</strong>, new: <strong>{to}</strong> }}
          />
        </p>
        <p>
          <FormattedMessage id="myAccount.email.sent.next" />
        </p>
      </div>
    </Overlay>
  );
}
