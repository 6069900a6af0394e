import { FormattedMessage, type IntlShape } from 'react-intl';
import type { CompanyFigures, OverseenCompany } from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { companyStatusOf, COMPANY_STATUS_TEXTS, type CompanyStatus } from './company-status.ts';
import { formatWhen } from '../../ui/format/format-when.ts';

export function CompanyStatusBadge({ status }: { status: CompanyStatus }) {
  const { id, state } = COMPANY_STATUS_TEXTS[status];
  return (
    <StateBadge state={state}>
      <FormattedMessage id={id} values={{ count: 1 }} />
    </StateBadge>
  );
}

/** Columns of the companies. Only unusual states have a badge. */
export function companyColumns(
  intl: IntlShape,
  figures: ReadonlyMap<Uuid, CompanyFigures> | undefined,
): TableColumn<OverseenCompany>[] {
  return [
    {
      id: 'name',
      header: intl.formatMessage({ id: 'companies.column.name' }),
      cell: ({ name }) => name,
      width: 208,
      isFixed: true,
    },
    ...stateColumns(intl),
    ...figureColumns(intl, figures),
    {
      id: 'organisation',
      header: intl.formatMessage({ id: 'companies.column.organisation' }),
      cell: ({ link }) => link?.organisationName ?? '',
      width: 184,
      card: 'meta',
    },
    {
      id: 'zone',
      header: intl.formatMessage({ id: 'companies.column.zone' }),
      cell: ({ timeZone }) => timeZone.replaceAll('_', ' '),
      width: 176,
      card: 'none',
      isInitiallyHidden: true,
    },
  ];
}

const stateColumns = (intl: IntlShape): TableColumn<OverseenCompany>[] => [
  {
    id: 'status',
    header: intl.formatMessage({ id: 'companies.column.status' }),
    cell: (company) => {
      const status = companyStatusOf(company);
      return status === 'active' ? (
        <FormattedMessage id="companies.status.active" values={{ count: 1 }} />
      ) : (
        <CompanyStatusBadge status={status} />
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
    width: 152,
    card: 'status',
  },
];

const figureColumns = (
  intl: IntlShape,
  figures: ReadonlyMap<Uuid, CompanyFigures> | undefined,
): TableColumn<OverseenCompany>[] => [
  {
    id: 'next',
    header: intl.formatMessage({ id: 'companies.next' }),
    cell: ({ id, timeZone }) => {
      const next = figures?.get(id)?.next[0];
      return next ? formatWhen(next, { intl, timeZone }) : '';
    },
    width: 152,
    card: 'meta',
  },
  {
    id: 'bookings',
    header: intl.formatMessage({ id: 'companies.bookings' }),
    cell: ({ id }) => {
      const figuresOfCompany = figures?.get(id);
      return figuresOfCompany && figuresOfCompany.asOf !== null ? intl.formatNumber(figuresOfCompany.bookings) : '';
    },
    width: 104,
    isNumber: true,
  },
  {
    id: 'attendance',
    header: intl.formatMessage({ id: 'companies.attendance' }),
    cell: ({ id }) => {
      const figuresOfCompany = figures?.get(id);
      return figuresOfCompany && figuresOfCompany.asOf !== null && figuresOfCompany.booked > 0
        ? intl.formatNumber(figuresOfCompany.attended / figuresOfCompany.booked, { style: 'percent' })
        : '';
    },
    width: 112,
    isNumber: true,
  },
];
