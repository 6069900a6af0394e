import { Link as FluentLink } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { useState } from 'react';
import type { CompanyFigures, OverseenCompany } from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { paths } from '../../lib/paths.ts';
import { impersonationLinkState } from '../../session/impersonation-link.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { Message } from '../../ui/states/message.tsx';
import { CompanyStatusBadge } from './company-columns.tsx';
import { CompanyNumbers } from './company-numbers.tsx';
import { CompanyStatusDialog } from './company-status-dialog.tsx';
import { canActFor, companyStatusOf } from './company-status.ts';
import { PhoneNumber } from '../../ui/format/phone-number.tsx';

export interface CompanyDetailProps {
  company: OverseenCompany;
  /** Undefined while loading, or if the person may not see them. */
  figures: CompanyFigures | undefined;
  /** Number of days that the figures cover. */
  days: number;
  owner: Uuid;
}

export function CompanyDetail({ company, figures, days, owner }: CompanyDetailProps) {
  const intl = useIntl();
  const currentUser = useCurrentUser();
  const [switching, setSwitching] = useState(false);
  const isPlatform = currentUser?.snapshot.identity.assignments.some(
    (grant) => grant.company === null && grant.organisation === null && grant.permissions.includes('ALL_ACCESS'),
  );
  const status = companyStatusOf(company);
  const { contactEmail, contactPhone, link } = company;
  return (
    <Detail
      title={company.name}
      status={<CompanyStatusBadge status={status} />}
      menu={
        isPlatform
          ? [{ label: intl.formatMessage({ id: 'companies.setStatus.change' }), onSelect: () => setSwitching(true) }]
          : []
      }
      footer={
        canActFor(company) && (
          <LinkButton to={paths.impersonate(company.id)} state={impersonationLinkState(company.id)}>
            <FormattedMessage id="companies.open" values={{ company: company.name }} />
          </LinkButton>
        )
      }
    >
      {!canActFor(company) && (
        <Message state={status === 'off' ? 'no' : 'neutral'}>
          <FormattedMessage id="companies.closed" values={{ status }} />
        </Message>
      )}
      {figures && <CompanyNumbers company={company} figures={figures} days={days} />}
      <DescriptionList>
        {link && <DescriptionItem term="companies.column.organisation">{link.organisationName}</DescriptionItem>}
        <DescriptionItem term="companies.column.subscription">
          <FormattedMessage
            id={company.hasActiveSubscription ? 'companies.subscription.active' : 'companies.subscription.none'}
          />
        </DescriptionItem>
        {contactEmail && (
          <DescriptionItem term="companies.email">
            <FluentLink href={`mailto:${contactEmail}`}>{contactEmail}</FluentLink>
          </DescriptionItem>
        )}
        {contactPhone && (
          <DescriptionItem term="companies.phone">
            <FluentLink href={`tel:${contactPhone}`}>
              <PhoneNumber phone={contactPhone} />
            </FluentLink>
          </DescriptionItem>
        )}
        <DescriptionItem term="companies.column.zone">{company.timeZone.replaceAll('_', ' ')}</DescriptionItem>
        <DescriptionItem term="companies.currency">
          {intl.formatDisplayName(company.currency, { type: 'currency' }) ?? company.currency}
        </DescriptionItem>
      </DescriptionList>
      {switching && <CompanyStatusDialog company={company} owner={owner} onClose={() => setSwitching(false)} />}
    </Detail>
  );
}
