/** The table of companies, with its search and filters. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OverseenCompany } from '../../data/companies.ts';
import { normalizeText } from '../../domain/search-text.ts';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import type { useColumns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { companyStatusOf, COMPANY_STATUSES, COMPANY_STATUS_TEXTS } from './company-status.ts';
import type { useCompanies, useCompanyFigures } from './use-companies.ts';
import type { useCompaniesUrl } from './use-companies-url.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
});

const DAYS = ['7', '30', '90'] as const;

type CompaniesUrl = ReturnType<typeof useCompaniesUrl>;

interface CompanyListProps {
  companiesQuery: ReturnType<typeof useCompanies>;
  figuresQuery: ReturnType<typeof useCompanyFigures>['query'];
  columns: ReturnType<typeof useColumns<OverseenCompany>>;
  state: CompaniesUrl['state'];
  onChange: CompaniesUrl['go'];
}

export function CompanyList({ companiesQuery, figuresQuery, columns, state, onChange: go }: CompanyListProps) {
  const intl = useIntl();
  const { search, status, company: openedId } = state;
  const all = companiesQuery.data;
  const query = normalizeText(search.trim());
  const visibleCompanies = all?.filter(
    (company) =>
      normalizeText(company.name).includes(query) && (status.length === 0 || status.includes(companyStatusOf(company))),
  );
  return (
    <>
      {all !== undefined && all.length > 0 && <CompanyTools companies={all} state={state} onChange={go} />}
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
  );
}

interface CompanyToolsProps extends Pick<CompanyListProps, 'state' | 'onChange'> {
  companies: readonly OverseenCompany[];
}

function CompanyTools({ companies, state, onChange: go }: CompanyToolsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { search, status } = state;
  return (
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
        chips={COMPANY_STATUSES.map((value) => {
          const count = companies.filter((company) => companyStatusOf(company) === value).length;
          return { value, label: intl.formatMessage({ id: COMPANY_STATUS_TEXTS[value].id }, { count }), count };
        }).filter(({ value, count }) => count > 0 || status.includes(value))}
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
