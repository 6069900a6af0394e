/** Dashboard: today's figures, and statistics of a period. */
import { makeStyles } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';
import type { MemberCompany } from '../../data/identity.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useCurrentUser, type CurrentUser } from '../../session/use-session.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { StatisticsSection } from './statistics/statistics-section.tsx';
import { dashboardLinks } from './dashboard-links.ts';
import { TodaySection } from './today/today-section.tsx';

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '16px' },
  heading: { ...type.title, margin: 0, fontWeight: weight.bold },
});

export function DashboardScreen() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  // The key discards all state when the company changes.
  return currentUser && company ? <Dashboard key={company.id} company={company} can={currentUser.can} /> : null;
}

function Dashboard({ company, can }: { company: MemberCompany; can: CurrentUser['can'] }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(company.timeZone);
  const today = localDateIn(company.timeZone, useNow());
  const links = useMemo(() => dashboardLinks(can), [can]);
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id="route.dashboard" />}
          meta={capitalise(formats.date(today), formats.locale)}
          menu={[
            {
              label: intl.formatMessage({ id: 'dashboard.print' }),
              icon: <PrintRegular />,
              onSelect: () => window.print(),
            },
          ]}
        />
      }
    >
      <section className={styles.section} aria-labelledby="dashboard-today">
        <h2 id="dashboard-today" className={styles.heading}>
          <FormattedMessage id="dashboard.today" />
        </h2>
        <TodaySection company={company} formats={formats} links={links} />
      </section>
      <section className={styles.section} aria-labelledby="dashboard-figures">
        <h2 id="dashboard-figures" className={styles.heading}>
          <FormattedMessage id="dashboard.figures" />
        </h2>
        <StatisticsSection company={company} today={today} formats={formats} links={links} />
      </section>
    </Screen>
  );
}
