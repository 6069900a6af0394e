import { FormattedMessage, type IntlShape } from 'react-intl';
import type { OverseenCompany } from '../../data/companies.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { standingOf, STANDING_TEXTS, type Standing } from './standing.ts';

export function StandingBadge({ standing }: { standing: Standing }) {
  const { id, state } = STANDING_TEXTS[standing];
  return (
    <StateBadge state={state}>
      <FormattedMessage id={id} />
    </StateBadge>
  );
}

/** Only what is not as usual carries a badge. */
export function companyColumns(intl: IntlShape): TableColumn<OverseenCompany>[] {
  return [
    {
      id: 'name',
      header: intl.formatMessage({ id: 'companies.column.name' }),
      cell: ({ name }) => name,
      width: 240,
      isFixed: true,
    },
    {
      id: 'standing',
      header: intl.formatMessage({ id: 'companies.column.standing' }),
      cell: (company) => {
        const standing = standingOf(company);
        return standing === 'active' ? (
          <FormattedMessage id="companies.status.active" />
        ) : (
          <StandingBadge standing={standing} />
        );
      },
      width: 152,
      card: 'status',
    },
    {
      id: 'subscription',
      header: intl.formatMessage({ id: 'companies.column.subscription' }),
      cell: ({ hasActiveSubscription }) =>
        hasActiveSubscription ? (
          <FormattedMessage id="companies.subscription.active" />
        ) : (
          <StateBadge state="attention">
            <FormattedMessage id="companies.subscription.none" />
          </StateBadge>
        ),
      width: 176,
      card: 'status',
    },
    {
      id: 'organisation',
      header: intl.formatMessage({ id: 'companies.column.organisation' }),
      cell: ({ link }) => link?.organisationName ?? '',
      width: 200,
      card: 'meta',
    },
    {
      id: 'zone',
      header: intl.formatMessage({ id: 'companies.column.zone' }),
      cell: ({ timeZone }) => timeZone.replaceAll('_', ' '),
      width: 176,
      card: 'none',
      startsHidden: true,
    },
  ];
}
