/**
 * /organisation/companies: the companies that the organisation oversees. One can be opened beside the list, and acted
 * for.
 */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { ColumnTripleEditRegular, MailRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OverseenCompany } from '../../data/companies.ts';
import type { Uuid } from '../../domain/ids.ts';
import { normalizeText } from '../../domain/search-text.ts';
import { InviteCompany } from '../../features/lazy-features.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useManagedOrganisations } from '../../session/use-managed-organisations.ts';
import { companyColumns } from './company-columns.tsx';
import { CompanyDetail } from './company-detail.tsx';
import { companyStatusOf, COMPANY_STATUSES, COMPANY_STATUS_TEXTS } from './company-status.ts';
import { useCompanies, useCompanyFigures } from './use-companies.ts';
import { useCompaniesUrl } from './use-companies-url.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
});

const DAYS = ['7', '30', '90'] as const;

export function CompaniesPage() {
  const currentUser = useCurrentUser();
  return currentUser && <Companies owner={currentUser.snapshot.identity.organisations[0]?.id ?? currentUser.userId} />;
}

function Companies({ owner }: { owner: string }) {
  const styles = useStyles();
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
  const managed = useManagedOrganisations();
  const [inviting, setInviting] = useState<Uuid | null>(null);
  const { search, status, company: openedId } = state;

  const all = companiesQuery.data;
  const query = normalizeText(search.trim());
  const visibleCompanies = all?.filter(
    (company) =>
      normalizeText(company.name).includes(query) && (status.length === 0 || status.includes(companyStatusOf(company))),
  );
  const openCompany = all?.find(({ id }) => id === openedId) ?? null;
  const close = () => go({ company: null });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.organisationCompanies" />}
          meta={<FormattedMessage id="companies.intro" />}
          actions={managed.slice(0, managed.length === 1 ? 1 : 0).map(({ id }) => ({
            label: intl.formatMessage({ id: 'companies.invite' }),
            icon: <MailRegular />,
            onSelect: () => setInviting(id),
          }))}
          menu={[
            // People who manage several organisations choose one.
            ...(managed.length > 1 ? managed : []).map(({ id, name }) => ({
              label: intl.formatMessage({ id: 'companies.inviteFor' }, { organisation: name }),
              icon: <MailRegular />,
              onSelect: () => setInviting(id),
            })),
            {
              label: intl.formatMessage({ id: 'table.columns' }),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setArranging(true),
            },
          ]}
        />
      }
    >
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
          <>
            {all !== undefined && all.length > 0 && (
              <div className={styles.tools}>
                <SearchBox
                  className={styles.search}
                  placeholder={intl.formatMessage({ id: 'companies.search' })}
                  aria-label={intl.formatMessage({ id: 'companies.search' })}
                  value={search}
                  onChange={(_, data) => go({ search: data.value }, { isTyping: true })}
                />
                <FilterChips
                  label={intl.formatMessage({ id: 'companies.column.status' })}
                  choose="any"
                  selected={status}
                  onChange={(selected) => go({ status: selected })}
                  chips={COMPANY_STATUSES.map((value) => ({
                    value,
                    label: intl.formatMessage({ id: COMPANY_STATUS_TEXTS[value].id }),
                    count: all.filter((company) => companyStatusOf(company) === value).length,
                  })).filter(({ value, count }) => count > 0 || status.includes(value))}
                />
                <Segmented
                  kind="choice"
                  label={intl.formatMessage({ id: 'companies.days' })}
                  value={state.days}
                  segments={DAYS.map((value) => ({
                    value,
                    label: intl.formatMessage({ id: 'companies.days.last' }, { days: Number(value) }),
                  }))}
                  onChange={(days) => go({ days })}
                />
              </div>
            )}
            {figuresQuery && (
              <ListQueryNotice query={figuresQuery} failed={<FormattedMessage id="companies.figures.failed" />}>
                {null}
              </ListQueryNotice>
            )}
            <ListQueryNotice query={companiesQuery} failed={<FormattedMessage id="companies.failed" />}>
              <DataTable<OverseenCompany>
                label={intl.formatMessage({ id: 'route.organisationCompanies' })}
                columns={columns}
                rows={visibleCompanies}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                of={`${search} ${status.join()}`}
                openId={openedId}
                onOpen={({ id }) => go({ company: id }, { replace: openedId !== null })}
                footer={visibleCompanies && <TableFoot loading={false} count={visibleCompanies.length} />}
                empty={
                  all?.length === 0 ? (
                    <NoCompanies onRetry={companiesQuery.refetch} />
                  ) : (
                    <NoneFound onClear={() => go({ search: '', status: [] })} />
                  )
                }
              />
            </ListQueryNotice>
          </>
        }
      />
      {inviting && <InviteCompany organisation={inviting} onClose={() => setInviting(null)} />}
      {arranging && <ColumnsPanel columns={columns} onClose={() => setArranging(false)} />}
    </Screen>
  );
}

function NoCompanies({ onRetry }: { onRetry(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="companies.empty.title" />}
      actions={
        <Button appearance="primary" onClick={onRetry}>
          <FormattedMessage id="companies.empty.again" />
        </Button>
      }
    >
      <p>
        <FormattedMessage id="companies.empty.text" />
      </p>
    </EmptyState>
  );
}

function NoneFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="companies.none" />}
      actions={
        <Button appearance="primary" onClick={onClear}>
          <FormattedMessage id="companies.showAll" />
        </Button>
      }
    />
  );
}

/** The name that the route table expects. */
export { CompaniesPage as Component };
