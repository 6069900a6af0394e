import { Button, Title2, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { QuietOffice } from '../../ui/illustrations.tsx';
import { Message } from '../../ui/message.tsx';
import { StatusPage } from '../../ui/status-page.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { CompanyList, CompanyListSkeleton } from './company-list.tsx';
import { useCompanies } from './use-companies.ts';

const useStyles = makeStyles({
  page: { display: 'grid', gap: '24px', maxWidth: '960px', margin: '0 auto', padding: `24px ${gutter} 48px` },
  heading: { margin: 0 },
  intro: { margin: '4px 0 0', color: tokens.colorNeutralForeground2 },
});

/** /organisation/companies: the companies overseen; "Open" acts for one. */
export function CompaniesPage() {
  const styles = useStyles();
  const { state, reload } = useCompanies();
  return (
    <div className={styles.page}>
      <div>
        <Title2 as="h1" className={styles.heading} tabIndex={-1} data-page-heading>
          <FormattedMessage id="route.organisationCompanies" />
        </Title2>
        <p className={styles.intro}>
          <FormattedMessage id="companies.intro" />
        </p>
      </div>
      {state.failure && (
        <Message
          state="no"
          alert
          title={<FormattedMessage id="companies.failed" />}
          actions={
            <Button onClick={reload}>
              <FormattedMessage id="companies.again" />
            </Button>
          }
        >
          <FormattedMessage id={FAILURE_TEXTS[state.failure]} />
        </Message>
      )}
      {state.companies === null ? (
        !state.failure && <CompanyListSkeleton />
      ) : state.companies.length === 0 ? (
        <StatusPage level="h2" art={<QuietOffice />} title={<FormattedMessage id="companies.empty.title" />}>
          <p>
            <FormattedMessage id="companies.empty.text" />
          </p>
        </StatusPage>
      ) : (
        <CompanyList companies={state.companies} />
      )}
    </div>
  );
}
