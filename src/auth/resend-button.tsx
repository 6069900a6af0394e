/** Resends the confirmation mail, with a countdown until the next one is allowed. */
import { Button, Spinner } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import { resendConfirmation } from '../data/account.ts';
import { paths } from '../lib/paths.ts';
import { useMutation } from '../online/use-mutation.ts';
import { withLocale } from '../i18n/locale-choice.ts';
import { currentLocale } from '../i18n/locale-store.ts';
import { Message } from '../ui/states/message.tsx';
import { authErrorMessageId } from './auth-error-message-id.ts';

/** Auth's minimum interval in seconds between two mails to an address. */
const RESEND_INTERVAL_SECONDS = 60;

export function ResendButton({ email, justSent = false }: { email: string; justSent?: boolean }) {
  const { pathname } = useLocation();
  const [secondsLeft, setSecondsLeft] = useState(justSent ? RESEND_INTERVAL_SECONDS : 0);
  const path = withLocale(paths.register, currentLocale(pathname));
  const { busy, result, save } = useMutation({
    send: (to: string) => resendConfirmation(to, { path }),
    invalidates: [],
  });
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function send(): Promise<void> {
    const response = await save(email);
    if (response.ok || response.code === 'refused') setSecondsLeft(RESEND_INTERVAL_SECONDS);
  }

  const errorId = authErrorMessageId(result);
  return (
    <>
      {errorId && (
        <Message state="attention" alert>
          <FormattedMessage id={errorId} />
        </Message>
      )}
      {result?.ok && (
        <Message state="ok" alert>
          <FormattedMessage id="account.resend.sent" />
        </Message>
      )}
      <Button
        size="large"
        disabledFocusable={busy || isWaiting}
        icon={busy ? <Spinner size="tiny" aria-hidden /> : null}
        onClick={() => !busy && !isWaiting && void send()}
      >
        {isWaiting ? (
          <FormattedMessage id="account.resend.wait" values={{ seconds: secondsLeft }} />
        ) : (
          <FormattedMessage id="account.resend" />
        )}
      </Button>
    </>
  );
}
