/** /forgot-password: sends a link for a new password. The response is the same for every address. */
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { sendPasswordReset } from '../../data/account.ts';
import { email } from '../../domain/fields.ts';
import { withLocale } from '../../i18n/locale-choice.ts';
import { currentLocale } from '../../i18n/locale-store.ts';
import { paths } from '../../lib/paths.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { AccountForm } from '../account-form.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { authErrorMessageId } from '../auth-error-message-id.ts';

const schema = v.object({ email: email() });
type ForgotPasswordFormValues = v.InferInput<typeof schema>;

export function ForgotPasswordPage() {
  const intl = useIntl();
  const { pathname, search } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm<ForgotPasswordFormValues, ForgotPasswordFormValues>({ schema, values: { email: '' } });
  // The link returns to the page that the person had asked for.
  const to = new URLSearchParams(search).get('to');
  const path = to?.startsWith('/') ? to : withLocale(paths.updatePassword, currentLocale(pathname));
  const sending = useMutation({ send: (address: string) => sendPasswordReset(address, { path }), invalidates: [] });
  const errorId = authErrorMessageId(sending.result);

  async function send({ email: address }: ForgotPasswordFormValues): Promise<boolean> {
    sending.reset();
    const response = await sending.save(address);
    // Only an existing account can hit this limit, so it is answered as a success to prevent account enumeration.
    const isSent = response.ok || (response.code === 'refused' && response.refusal.status === 'too_soon');
    if (isSent) setSentTo(address);
    return isSent;
  }

  const links = (
    <LocalLink to={paths.login + search}>
      <FormattedMessage id="forgot.back" />
    </LocalLink>
  );
  if (sentTo !== null)
    return (
      <AccountFrame title={<FormattedMessage id="forgot.sent.title" />} links={links}>
        <p>
          <FormattedMessage id="forgot.sent.text" values={{ email: <strong>{sentTo}</strong> }} />
        </p>
        <p>
          <FormattedMessage id="forgot.sent.next" />
        </p>
        <Button
          size="large"
          onClick={() => {
            sending.reset();
            setSentTo(null);
          }}
        >
          <FormattedMessage id="forgot.sent.other" />
        </Button>
      </AccountFrame>
    );
  return (
    <AccountFrame title={<FormattedMessage id="forgot.title" />} links={links}>
      <p>
        <FormattedMessage id="forgot.text" />
      </p>
      <AccountForm form={form} submit={<FormattedMessage id="forgot.send" />} error={errorId} onSend={send}>
        <TextField<ForgotPasswordFormValues>
          name="email"
          type="email"
          label={intl.formatMessage({ id: 'login.email' })}
          autoComplete="username"
          required
        />
      </AccountForm>
    </AccountFrame>
  );
}
