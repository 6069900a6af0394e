import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { FailureCode } from '../domain/result.ts';
import { paths } from '../lib/paths.ts';
import { isFromImpersonationLink } from '../session/impersonation-link.ts';
import { session } from '../session/session.ts';
import { useSessionState } from '../session/use-session.ts';
import { FAILURE_TEXTS } from '../ui/format/failure-texts.ts';
import { ClosedGate, QuietOffice } from '../ui/states/illustrations.tsx';
import { LinkButton } from '../ui/address/link-button.tsx';
import { useLocalPath } from '../ui/address/local-link.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { touchTarget } from '../ui/theme/sizes.ts';
import { WaitingPage } from './waiting-page.tsx';

const useStyles = makeStyles({ page: { minHeight: '100dvh' }, touch: { minHeight: touchTarget } });

/**
 * /impersonate/{company}: starts acting for the company, then redirects as after sign-in. Asks first unless our own
 * link was followed.
 */
export function ImpersonatePage() {
  const { company = '' } = useParams();
  return <Impersonation key={company} company={company} />;
}

function Impersonation({ company }: { company: string }) {
  const { state } = useLocation();
  const [agreed, setAgreed] = useState(() => isFromImpersonationLink(state, company));
  return agreed ? <Start company={company} /> : <ConfirmStart company={company} onAgreed={() => setAgreed(true)} />;
}

/** Returns null until the session was refreshed. */
function useRefreshUnless(isKnown: boolean): FailureCode | 'done' | null {
  // The stored list of companies may be outdated, so an unknown company triggers one refresh.
  const [refreshResult, setRefreshResult] = useState<FailureCode | 'done' | null>(null);
  useEffect(() => {
    if (isKnown) return undefined;
    let current = true;
    void session.refresh().then((result) => current && setRefreshResult(result.ok ? 'done' : result.code));
    return () => {
      current = false;
    };
  }, [isKnown]);
  return refreshResult;
}

function ConfirmStart({ company, onAgreed }: { company: string; onAgreed(): void }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const sessionState = useSessionState();
  const name =
    sessionState.status === 'signed_in'
      ? sessionState.snapshot.identity.companies.find(({ id }) => id === company)?.name
      : undefined;
  const refreshResult = useRefreshUnless(name !== undefined);

  if (name === undefined) {
    if (refreshResult === null) return <WaitingPage text="impersonate.finding" />;
    return (
      <EmptyState
        page
        className={styles.page}
        drawing={<ClosedGate />}
        title={<FormattedMessage id="impersonate.unknown" />}
        actions={
          <LinkButton to={paths.home}>
            <FormattedMessage id="impersonate.confirm.back" />
          </LinkButton>
        }
      >
        <p>
          <FormattedMessage id={refreshResult === 'done' ? 'impersonate.unknown.text' : FAILURE_TEXTS[refreshResult]} />
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      page
      className={styles.page}
      drawing={<QuietOffice />}
      title={<FormattedMessage id="impersonate.confirm.title" values={{ company: name }} />}
      actions={
        <>
          <Button className={styles.touch} size="large" appearance="primary" onClick={onAgreed}>
            <FormattedMessage id="impersonate.confirm.go" />
          </Button>
          <Button className={styles.touch} size="large" onClick={() => void navigate(home, { replace: true })}>
            <FormattedMessage id="impersonate.confirm.back" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="impersonate.confirm.text" />
      </p>
    </EmptyState>
  );
}

function Start({ company }: { company: string }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setFailure(null);
    void session.impersonate(company).then((result) => {
      if (!current) return;
      if (result.ok) void navigate(home, { replace: true });
      else setFailure(result.code);
    });
    return () => {
      current = false;
    };
    // Depends on the address only: a change of language must not restart it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [company, attempt]);

  if (failure === null) return <WaitingPage key={attempt} text="impersonate.starting" />;
  return (
    <EmptyState
      page
      className={styles.page}
      drawing={<ClosedGate />}
      title={<FormattedMessage id="impersonate.failed" />}
      actions={
        <>
          <Button className={styles.touch} size="large" appearance="primary" onClick={() => setAttempt(attempt + 1)}>
            <FormattedMessage id="query.retry" />
          </Button>
          <Button className={styles.touch} size="large" onClick={() => void navigate(home, { replace: true })}>
            <FormattedMessage id="impersonate.back" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id={FAILURE_TEXTS[failure]} />
      </p>
    </EmptyState>
  );
}
