/**
 * /organisation/companies: the companies that the organisation oversees. One can be opened beside the list, and acted
 * for.
 */
import { ColumnTripleEditRegular, MailRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { InviteCompany } from '../../features/lazy-features.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { useManagedOrganisations } from '../../session/use-managed-organisations.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyDetail } from './company-detail.tsx';
import { CompanyList } from './company-list.tsx';
import { useCompanies, useCompanyFigures } from './use-companies.ts';
import { useCompaniesUrl } from './use-companies-url.ts';

export function CompaniesPage() {
  const currentUser = useCurrentUser();
  return currentUser && <Companies owner={currentUser.snapshot.identity.organisations[0]?.id ?? currentUser.userId} />;
}

function Companies({ owner }: { owner: string }) {
  const intl = useIntl();
  const companiesQuery = useCompanies(owner);
  const { state, go } = useCompaniesUrl();
  const { query: figuresQuery, byCompany: figures } = useCompanyFigures(owner, {
    companies: companiesQuery.data,
    days: Number(state.days),
  });
  const columns = useColumns(
    'companies',
    useMemo(() => companyColumns(intl, figures), [intl, figures]),
  );
  const [arranging, setArranging] = useState(false);
  const [inviting, setInviting] = useState<Uuid | null>(null);
  const openedId = state.company;

  const all = companiesQuery.data;
  const openCompany = all?.find(({ id }) => id === openedId) ?? null;
  const close = () => go({ company: null });

  return (
    <Screen fill header={<CompaniesHeader onInvite={setInviting} onArrange={() => setArranging(true)} />}>
      <ListAndDetail
        label={intl.formatMessage({ id: 'companies.one' })}
        openId={openCompany && openedId}
        onClose={close}
        detail={
          openCompany && (
            <CompanyDetail
              company={openCompany}
              figures={figures?.get(openCompany.id)}
              days={Number(state.days)}
              owner={owner}
            />
          )
        }
        list={
          <CompanyList
            companiesQuery={companiesQuery}
            figuresQuery={figuresQuery}
            columns={columns}
            state={state}
            onChange={go}
          />
        }
      />
      {inviting && <InviteCompany organisation={inviting} onClose={() => setInviting(null)} />}
      {arranging && <ColumnsPanel columns={columns} onClose={() => setArranging(false)} />}
    </Screen>
  );
}

interface CompaniesHeaderProps {
  onInvite(organisation: Uuid): void;
  onArrange(): void;
}

function CompaniesHeader({ onInvite, onArrange }: CompaniesHeaderProps) {
  const intl = useIntl();
  const managed = useManagedOrganisations();
  return (
    <PageHeader
      wide
      title={<FormattedMessage id="route.organisationCompanies" />}
      meta={<FormattedMessage id="companies.intro" />}
      actions={(managed.length === 1 ? managed : []).map(({ id }) => ({
        label: intl.formatMessage({ id: 'companies.invite' }),
        icon: <MailRegular />,
        onSelect: () => onInvite(id),
      }))}
      menu={[
        // People who manage several organisations choose one.
        ...(managed.length > 1 ? managed : []).map(({ id, name }) => ({
          label: intl.formatMessage({ id: 'companies.inviteFor' }, { organisation: name }),
          icon: <MailRegular />,
          onSelect: () => onInvite(id),
        })),
        {
          label: intl.formatMessage({ id: 'table.columns' }),
          icon: <ColumnTripleEditRegular />,
          onSelect: onArrange,
        },
      ]}
    />
  );
}

/** The name that the route table expects. */
export { CompaniesPage as Component };
