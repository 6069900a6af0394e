/** /thanks-for-registering: next steps, ticked off automatically. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, CircleRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import {
  FIRST_STEPS,
  reportInstalledApp,
  readFirstSteps,
  type FirstStep,
  type FirstSteps,
} from '../../data/account.ts';
import type { MemberCompany } from '../../data/identity.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { density, type, visuallyHidden, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  steps: { display: 'grid', gap: '8px', maxWidth: '640px', margin: 0, padding: 0, listStyleType: 'none' },
  step: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr) auto',
    gap: '0 12px',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: density.row,
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    '& svg': { fontSize: '24px', color: tokens.colorNeutralForeground3 },
  },
  // Finished steps are less prominent.
  done: { backgroundColor: 'transparent', '& svg': { color: stateColours.ok.foreground } },
  name: { ...type.lead, fontWeight: weight.bold, margin: 0 },
  doneName: { fontWeight: weight.regular, color: tokens.colorNeutralForeground2 },
  reason: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  visuallyHidden,
  coming: { minHeight: '400px' },
});

const TEXTS: Record<FirstStep, { name: MessageId; why: MessageId; to: string | null }> = {
  tour: { name: 'steps.tour', why: 'steps.tour.why', to: `${paths.toursManage}?tour=new` },
  price: { name: 'steps.price', why: 'steps.price.why', to: paths.toursManage },
  date: { name: 'steps.date', why: 'steps.date.why', to: paths.toursManage },
  guide: { name: 'steps.guide', why: 'steps.guide.why', to: paths.companyTeam },
  booking: { name: 'steps.booking', why: 'steps.booking.why', to: paths.bookings },
  app: { name: 'steps.app', why: 'steps.app.why', to: null },
};

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

export function ThanksForRegisteringPage() {
  const currentUser = useCurrentUser();
  if (currentUser?.company && currentUser.can('COMPANY_ALL_ACCESS'))
    return <Steps key={currentUser.company.id} company={currentUser.company} />;
  const isPartner = currentUser?.can('ORGANISATION_ALL_ACCESS', 'person') ?? false;
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id={isPartner ? 'thanks.partner' : 'thanks.nothing'} />}
      actions={
        <LinkButton to={isPartner ? paths.home : paths.register}>
          <FormattedMessage id={isPartner ? 'account.goOn' : 'register.business'} />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id={isPartner ? 'thanks.partner.text' : 'thanks.nothing.text'} />
      </p>
    </EmptyState>
  );
}

function Steps({ company }: { company: MemberCompany }) {
  const styles = useStyles();
  const query = useServerQuery({
    key: [company.id, 'first-steps'],
    fetch: (signal) => readFirstSteps(company.id, signal),
  });
  useInvalidation(company.id);
  const { data, refetch } = query;
  // Only the installed app can tell that it is installed.
  const mustReport = data?.app === false && isInstalled();
  useEffect(() => {
    if (mustReport) void reportInstalledApp(company.id).then((result) => result.ok && refetch());
  }, [mustReport, company.id, refetch]);
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id="thanks.title" values={{ company: company.name }} />}
          meta={<FormattedMessage id="thanks.meta" />}
        />
      }
    >
      <QueryView
        query={query}
        skeleton={<div className={styles.coming} />}
        failed={<FormattedMessage id="thanks.failed" />}
      >
        {(steps) => (
          <>
            {!steps.hasSubscription && (
              <Message state="waiting" title={<FormattedMessage id="thanks.subscription" />}>
                <FormattedMessage id="thanks.subscription.text" />
              </Message>
            )}
            <ol className={styles.steps}>
              {FIRST_STEPS.map((step) => (
                <Step key={step} step={step} steps={steps} />
              ))}
            </ol>
          </>
        )}
      </QueryView>
    </Screen>
  );
}

function Step({ step, steps }: { step: FirstStep; steps: FirstSteps }) {
  const styles = useStyles();
  const { name, why, to } = TEXTS[step];
  const isDone = steps[step];
  // Most steps need a tour.
  const isPossible = !isDone && to !== null && (steps.tour || step === 'tour' || step === 'guide');
  return (
    <li className={mergeClasses(styles.step, isDone && styles.done)} data-step={step} data-done={isDone}>
      {isDone ? <CheckmarkCircleFilled aria-hidden /> : <CircleRegular aria-hidden />}
      <div>
        <p className={mergeClasses(styles.name, isDone && styles.doneName)}>
          <FormattedMessage id={name} />
          {isDone && (
            <span className={styles.visuallyHidden}>
              <FormattedMessage id="steps.done" />
            </span>
          )}
        </p>
        {!isDone && (
          <p className={styles.reason}>
            <FormattedMessage id={why} />
          </p>
        )}
      </div>
      {isPossible && (
        <LocalLink to={to}>
          <FormattedMessage id="steps.go" />
        </LocalLink>
      )}
    </li>
  );
}
