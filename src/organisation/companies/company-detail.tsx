import { Link as FluentLink } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OverseenCompany } from '../../data/companies.ts';
import { paths } from '../../lib/paths.ts';
import { ownLinkTo } from '../../session/own-link.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Detail } from '../../ui/list-and-detail.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Message } from '../../ui/message.tsx';
import { StandingBadge } from './company-columns.tsx';
import { canOpen, standingOf } from './standing.ts';

export function CompanyDetail({ company }: { company: OverseenCompany }) {
  const intl = useIntl();
  const standing = standingOf(company);
  const { contactEmail, contactPhone, link } = company;
  return (
    <Detail
      title={company.name}
      status={<StandingBadge standing={standing} />}
      foot={
        canOpen(company) && (
          <LinkButton to={paths.impersonate(company.id)} state={ownLinkTo(company.id)}>
            <FormattedMessage id="companies.open" values={{ company: company.name }} />
          </LinkButton>
        )
      }
    >
      {!canOpen(company) && (
        <Message state={standing === 'off' ? 'no' : 'neutral'}>
          <FormattedMessage id="companies.closed" values={{ standing }} />
        </Message>
      )}
      <Facts>
        {link && <Fact term="companies.column.organisation">{link.organisationName}</Fact>}
        <Fact term="companies.column.subscription">
          <FormattedMessage
            id={company.hasActiveSubscription ? 'companies.subscription.active' : 'companies.subscription.none'}
          />
        </Fact>
        {contactEmail && (
          <Fact term="companies.email">
            <FluentLink href={`mailto:${contactEmail}`}>{contactEmail}</FluentLink>
          </Fact>
        )}
        {contactPhone && (
          <Fact term="companies.phone">
            <FluentLink href={`tel:${contactPhone}`}>{contactPhone}</FluentLink>
          </Fact>
        )}
        <Fact term="companies.column.zone">{company.timeZone.replaceAll('_', ' ')}</Fact>
        <Fact term="companies.currency">
          {intl.formatDisplayName(company.currency, { type: 'currency' }) ?? company.currency}
        </Fact>
      </Facts>
    </Detail>
  );
}
