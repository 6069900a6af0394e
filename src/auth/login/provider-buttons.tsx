/** Buttons of the sign-in providers that the project has enabled. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import type { AuthRefusal } from '../../data/auth.ts';
import { redirectToProvider, readProviders, type Provider } from '../../data/identity-providers.ts';
import type { Result } from '../../domain/result.ts';
import { withLocale } from '../../i18n/locale-choice.ts';
import { currentLocale } from '../../i18n/locale-store.ts';
import { paths } from '../../lib/paths.ts';
import { Message } from '../../ui/states/message.tsx';
import { touchTarget, type } from '../../ui/theme/sizes.ts';
import { authErrorMessageId } from '../auth-error-message-id.ts';

const useStyles = makeStyles({
  options: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  or: { ...type.note, margin: 0, textAlign: 'center', color: tokens.colorNeutralForeground3 },
  button: { minHeight: touchTarget },
});

export function ProviderButtons() {
  const styles = useStyles();
  const { pathname, search } = useLocation();
  const [failure, setFailure] = useState<Result<unknown, AuthRefusal> | null>(null);
  const [busy, setBusy] = useState(false);
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    void readProviders().then(setProviders);
  }, []);
  const errorId = authErrorMessageId(failure);

  async function leave(provider: Provider): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    // Every sign-in with a provider ends at /register, where a new account goes on to create its company.
    const back = new URLSearchParams({ by: provider });
    const to = new URLSearchParams(search).get('to');
    if (to) back.set('to', to);
    const result = await redirectToProvider(provider, {
      path: `${withLocale(paths.register, currentLocale(pathname))}?${back}`,
    });
    setBusy(false);
    if (!result.ok) setFailure(result);
  }

  if (providers.length === 0) return null;
  return (
    <div className={styles.options}>
      <p className={styles.or}>
        <FormattedMessage id="providers.or" />
      </p>
      {errorId && (
        <Message state="no" alert>
          <FormattedMessage id={errorId} />
        </Message>
      )}
      {providers.map((provider) => (
        <Button
          key={provider}
          className={styles.button}
          size="large"
          disabledFocusable={busy}
          onClick={() => void leave(provider)}
        >
          <FormattedMessage id={`providers.${provider}`} />
        </Button>
      ))}
    </div>
  );
}
