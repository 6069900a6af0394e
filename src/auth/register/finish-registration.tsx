/**
 * /register for a signed-in person: creates the business given at sign-up, asks for it if missing, or says that they
 * already have one.
 */
import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Navigate, useLocation } from 'react-router';
import { pendingBusiness, registerBusiness, type RegisterRefusal } from '../../data/account.ts';
import { businessSchema, type Business, type BusinessFormValues } from '../../domain/registration.ts';
import type { Failure, Result } from '../../domain/result.ts';
import { currentLocale } from '../../i18n/locale-store.ts';
import { paths } from '../../lib/paths.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { session } from '../../session/session.ts';
import { hasAnyRole, type Snapshot } from '../../session/session-state.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { ClosedGate, QuietOffice } from '../../ui/states/illustrations.tsx';
import { Message } from '../../ui/states/message.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { touchTarget } from '../../ui/theme/sizes.ts';
import { AccountForm } from '../account-form.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { BusinessFields, guessBusinessDefaults, useBusinessLabels } from './business-fields.tsx';
import { ResendButton } from '../resend-button.tsx';
import { WaitingPage } from '../waiting-page.tsx';

const useStyles = makeStyles({
  touch: { minHeight: touchTarget },
});

type State =
  | { step: 'working' }
  | { step: 'failed'; failure: Failure }
  | { step: 'asks'; business: Business | null }
  | { step: 'not_confirmed' }
  | { step: 'member' }
  | { step: 'made' };

const stepAfter = ({ status }: RegisterRefusal): State => ({ step: status === 'not_confirmed' ? status : 'member' });

export function FinishRegistration({ snapshot }: { snapshot: Snapshot }) {
  const thanks = useLocalPath()(paths.thanksForRegistering);
  const [state, setState] = useState<State>(() => (hasAnyRole(snapshot) ? { step: 'member' } : { step: 'working' }));
  const isWorking = state.step === 'working';

  /** Creates the business and refreshes the session; returns the result. */
  async function register(business: Business): Promise<Result<unknown, RegisterRefusal>> {
    const result = await registerBusiness(business);
    if (!result.ok) return result;
    const refreshed = await session.refresh();
    if (refreshed.ok) setState({ step: 'made' });
    return refreshed;
  }

  useEffect(() => {
    if (!isWorking) return undefined;
    let current = true;
    const show = (next: State) => current && setState(next);
    void (async () => {
      const response = await pendingBusiness();
      if (!current) return undefined;
      if (!response.ok) return show({ step: 'failed', failure: response });
      if (response.data === null) return show({ step: 'asks', business: null });
      const result = await register(response.data);
      if (result.ok) return undefined;
      if (result.code === 'refused') return show(stepAfter(result.refusal));
      return result.code === 'invalid'
        ? show({ step: 'asks', business: response.data })
        : show({ step: 'failed', failure: result });
    })();
    return () => {
      current = false;
    };
    // Once per attempt, not for each new `register`.
  }, [isWorking]);

  switch (state.step) {
    case 'made':
      return <Navigate to={thanks} replace />;
    case 'working':
      return <WaitingPage text="register.making" />;
    case 'failed':
      return <NotMade failure={state.failure} onRetry={() => setState({ step: 'working' })} />;
    case 'not_confirmed':
      return <NotConfirmed email={snapshot.email} />;
    case 'member':
      return <AlreadyMember email={snapshot.email} />;
    case 'asks':
      return (
        <BusinessForm
          business={state.business}
          onRegister={register}
          onRefused={(refusal) => setState(stepAfter(refusal))}
        />
      );
  }
}

function NotMade({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  const styles = useStyles();
  return (
    <EmptyState
      page
      drawing={<ClosedGate />}
      title={<FormattedMessage id="register.notMade" />}
      actions={
        <Button className={styles.touch} size="large" appearance="primary" onClick={onRetry}>
          <FormattedMessage id="query.retry" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
      </p>
    </EmptyState>
  );
}

function NotConfirmed({ email }: { email: string }) {
  return (
    <AccountFrame title={<FormattedMessage id="register.sent.title" />}>
      <p>
        <FormattedMessage id="register.sent.text" values={{ email: <strong>{email}</strong> }} />
      </p>
      <ResendButton email={email} />
    </AccountFrame>
  );
}

function AlreadyMember({ email }: { email: string }) {
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="register.member" />}
      actions={
        <LinkButton to={paths.home}>
          <FormattedMessage id="account.goOn" />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id="register.member.text" values={{ email: <strong>{email}</strong> }} />
      </p>
    </EmptyState>
  );
}

/** For an account without business details, or with ones that the server refused. */
function BusinessForm(props: {
  business: Business | null;
  onRegister(business: Business): Promise<Result<unknown, RegisterRefusal>>;
  onRefused(refusal: RegisterRefusal): void;
}) {
  const { pathname } = useLocation();
  const labels = useBusinessLabels();
  const form = useForm<BusinessFormValues, Business>({
    schema: businessSchema,
    values: props.business ?? guessBusinessDefaults(currentLocale(pathname)),
  });
  const { result, save, reset } = useMutation({ send: props.onRegister, invalidates: [] });
  const { failure } = splitResult(result);

  async function send(values: Business): Promise<boolean> {
    reset();
    const saved = await save(values);
    if (!saved.ok && saved.code === 'refused') props.onRefused(saved.refusal);
    return saved.ok;
  }

  return (
    <AccountFrame
      roomy
      title={<FormattedMessage id="register.business" />}
      about={<FormattedMessage id="register.business.about" />}
    >
      <AccountForm
        form={form}
        submit={<FormattedMessage id="register.business.submit" />}
        labels={labels}
        onSend={send}
      >
        {failure && (
          <Message state="attention" alert title={<FormattedMessage id="register.notMade" />}>
            <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
          </Message>
        )}
        <BusinessFields<BusinessFormValues> />
      </AccountForm>
    </AccountFrame>
  );
}
