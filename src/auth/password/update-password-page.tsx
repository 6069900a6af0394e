/** /update-password: sets a new password after a recovery link, on any device. */
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router';
import { setNewPassword } from '../../data/account.ts';
import { passwordSchema, type PasswordFormValues } from '../../domain/registration.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../online/use-mutation.ts';
import type { Snapshot } from '../../session/session-state.ts';
import { useSessionState } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { AccountForm } from '../account-form.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { authErrorMessageId } from '../auth-error-message-id.ts';
import { parseMailLink } from '../../domain/mail-link.ts';
import { ExpiredLink, MailLinkView } from '../mail-link-view.tsx';
import { PasswordField, validatePassword } from '../password-field.tsx';
import { endRecovery, isRecovering, startRecovery } from './password-recovery.ts';
import { WaitingPage } from '../waiting-page.tsx';

export function UpdatePasswordPage() {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const state = useSessionState();
  const [isDone, setDone] = useState(false);
  const link = parseMailLink(hash);
  if (link)
    return (
      <MailLinkView
        key={link.tokenHash}
        link={link}
        onEntered={() => {
          startRecovery();
          const to = link.to ? `?to=${encodeURIComponent(link.to)}` : search;
          void navigate(pathname + to, { replace: true });
        }}
      />
    );
  if (state.status === 'unknown') return <WaitingPage text="account.link.taking" />;
  if (isDone) return <Done />;
  // Other signed-in people change it in the account menu, with the current password.
  if (state.status !== 'signed_in' || !isRecovering(state.snapshot.identity.userId)) return <ExpiredLink type={null} />;
  return <NewPassword snapshot={state.snapshot} onSaved={() => setDone(true)} />;
}

function NewPassword({ snapshot, onSaved }: { snapshot: Snapshot; onSaved(): void }) {
  const intl = useIntl();
  const form = useForm<PasswordFormValues, PasswordFormValues>({ schema: passwordSchema, values: { password: '' } });
  const choosing = useMutation({ send: (password: string) => setNewPassword(password), invalidates: [] });
  const personalWords = [snapshot.identity.displayName, snapshot.email.split('@')[0] ?? ''];
  const errorId = authErrorMessageId(choosing.result);

  async function send({ password }: PasswordFormValues): Promise<boolean> {
    choosing.reset();
    if (!(await validatePassword(form, { name: 'password', personalWords }))) return false;
    const response = await choosing.save(password);
    if (!response.ok) return false;
    endRecovery();
    onSaved();
    return true;
  }

  return (
    <AccountFrame title={<FormattedMessage id="newPassword.title" />}>
      <p>
        <FormattedMessage id="newPassword.text" values={{ email: <strong>{snapshot.email}</strong> }} />
      </p>
      <AccountForm form={form} submit={<FormattedMessage id="newPassword.save" />} error={errorId} onSend={send}>
        {/* Tells password managers which account this is. */}
        <input type="text" name="username" autoComplete="username" value={snapshot.email} readOnly hidden />
        <PasswordField<PasswordFormValues>
          name="password"
          label={intl.formatMessage({ id: 'newPassword.password' })}
          personalWords={personalWords}
        />
      </AccountForm>
    </AccountFrame>
  );
}

function Done() {
  const { search } = useLocation();
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="newPassword.done" />}
      actions={
        // Through the sign-in page, whose guard validates the return path.
        <LinkButton to={paths.login + search}>
          <FormattedMessage id="account.goOn" />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id="newPassword.done.text" />
      </p>
    </EmptyState>
  );
}
