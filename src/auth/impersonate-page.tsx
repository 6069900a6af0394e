import { Button, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useNavigate, useParams } from 'react-router';
import type { FailureCode } from '../domain/result.ts';
import { paths } from '../lib/paths.ts';
import { session } from '../session/session.ts';
import { FAILURE_TEXTS } from '../ui/failure-texts.ts';
import { ClosedGate } from '../ui/illustrations.tsx';
import { LocalLink, useLocalPath } from '../ui/local-link.tsx';
import { StatusPage } from '../ui/status-page.tsx';

const useStyles = makeStyles({ page: { minHeight: '100dvh' } });

/** /impersonate/{company}: starts to act for the company, then goes where a sign-in would go. */
export function ImpersonatePage() {
  const styles = useStyles();
  const { company = '' } = useParams();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    setFailure(null);
    void session.impersonate(company).then((answer) => {
      if (!current) return;
      if (answer.ok) void navigate(home, { replace: true });
      else setFailure(answer.code);
    });
    return () => {
      current = false;
    };
    // The address decides; a change of language on the way must not start it again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [company, attempt]);

  if (failure === null)
    return (
      <StatusPage className={styles.page} title={<FormattedMessage id="impersonate.starting" />}>
        <Spinner />
      </StatusPage>
    );
  return (
    <StatusPage
      className={styles.page}
      art={<ClosedGate />}
      title={<FormattedMessage id="impersonate.failed" />}
      actions={
        <>
          <Button appearance="primary" onClick={() => setAttempt(attempt + 1)}>
            <FormattedMessage id="companies.again" />
          </Button>
          <LocalLink to={paths.home}>
            <FormattedMessage id="impersonate.back" />
          </LocalLink>
        </>
      }
    >
      <p>
        <FormattedMessage id={FAILURE_TEXTS[failure]} />
      </p>
    </StatusPage>
  );
}
