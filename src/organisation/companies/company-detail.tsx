import { Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OverseenCompany } from '../../data/companies.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { ownLinkTo } from '../../session/own-link.ts';
import { Detail } from '../../ui/list-and-detail.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Message } from '../../ui/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { StandingBadge } from './company-columns.tsx';
import { canOpen, standingOf } from './standing.ts';

const useStyles = makeStyles({
  facts: { ...type.body, display: 'grid', gap: '12px', margin: 0 },
  term: { color: tokens.colorNeutralForeground3 },
  value: { ...type.lead, margin: 0, overflowWrap: 'anywhere' },
});

function Fact({ term, children }: { term: MessageId; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div>
      <dt className={styles.term}>
        <FormattedMessage id={term} />
      </dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}

export function CompanyDetail({ company }: { company: OverseenCompany }) {
  const styles = useStyles();
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
      <dl className={styles.facts}>
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
      </dl>
    </Detail>
  );
}
