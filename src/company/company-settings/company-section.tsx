/** Company section: subscription, export of all data, and closing the company. */
import { Skeleton, SkeletonItem } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { readCompanyData } from '../../data/company-data.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { CloseCompanyCard } from './close-company-card.tsx';
import { ExportCard } from './export-card.tsx';
import type { SettingsSectionProps } from './section-props.ts';

export function CompanySection({ company }: SettingsSectionProps) {
  const name = useCurrentUser()?.company?.name ?? '';
  const query = useServerQuery({
    key: [company, 'company-data'],
    fetch: (signal) => readCompanyData(company, signal),
  });
  return (
    <QueryView
      query={query}
      skeleton={
        <Skeleton>
          <SkeletonItem shape="rectangle" style={{ height: 160 }} />
        </Skeleton>
      }
      failed={<FormattedMessage id="settings.company.failed" />}
    >
      {(companyData) => (
        <>
          <FormSection title="settings.subscription">
            <div>
              <StateBadge state={companyData.hasActiveSubscription ? 'ok' : 'attention'}>
                <FormattedMessage
                  id={`settings.subscription.${companyData.hasActiveSubscription ? 'active' : 'none'}`}
                />
              </StateBadge>
            </div>
            <span>
              <FormattedMessage
                id={`settings.subscription.${companyData.hasActiveSubscription ? 'active' : 'none'}.text`}
              />
            </span>
          </FormSection>
          {companyData.mayDecide ? (
            <>
              <ExportCard
                company={company}
                archive={companyData.export}
                timeZone={companyData.timeZone}
                refetch={query.refetch}
              />
              <CloseCompanyCard company={company} name={name} companyData={companyData} />
            </>
          ) : (
            <FormSection title="settings.closing">
              <FormattedMessage id="settings.company.acting" />
            </FormSection>
          )}
        </>
      )}
    </QueryView>
  );
}
