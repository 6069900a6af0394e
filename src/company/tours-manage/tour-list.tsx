/** List of the company's tours with their status; archived ones are hidden unless asked for. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { AddRegular, ArrowDownloadRegular, ArrowUploadRegular, CopyRegular, EditRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { ListedTour } from '../../data/tours.ts';
import { normalizeText } from '../../domain/search-text.ts';
import { TOUR_STATUSES } from '../../domain/tours.ts';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { TOUR_STATUS_TEXTS } from '../../ui/states/tour-status-badge.tsx';
import { useFormats } from '../../ui/format/use-formats.ts';
import { tourColumns } from './tour-columns.tsx';
import { useDuplicateTour } from './use-duplicate-tour.ts';
import type { ManageUrl } from './use-manage-url.ts';
import { useTourList } from './use-tour.ts';
import { useToursFile } from './use-tours-file.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
});

export function TourList({ company, url }: { company: MemberCompany; url: ManageUrl }) {
  const { state, go } = url;
  const intl = useIntl();
  const query = useTourList(company.id);
  const writeFile = useExport(company, url);
  const duplicate = useDuplicateTour(company.id, (copy) => go({ tour: copy }));
  const formats = useFormats(query.data?.timeZone ?? 'UTC');
  const columns = useColumns(
    'tours-manage',
    useMemo(() => tourColumns(intl, formats), [intl, formats]),
  );
  const all = query.data?.tours;
  const visibleTours = all && filterTours(all, state);
  const create = () => go({ tour: 'new', view: 'tour' });
  const edit = ({ id }: ListedTour) => go({ tour: id, view: 'tour' });

  return (
    <Screen
      fill
      header={<Header onCreate={create} onImport={() => go({ import: 'file' })} onExport={() => void writeFile()} />}
    >
      {all !== undefined && all.length > 0 && <Filters tours={all} url={url} />}
      <ListQueryNotice query={query} failed={<FormattedMessage id="manage.failed" />}>
        <DataTable<ListedTour>
          label={intl.formatMessage({ id: 'route.toursManage' })}
          columns={columns}
          rows={visibleTours}
          idOf={({ id }) => id}
          nameOf={({ title }) => formats.text(title) || intl.formatMessage({ id: 'manage.untitled' })}
          of={`${state.search} ${state.show.join()}`}
          onOpen={edit}
          menuOf={(tour) => [
            { label: intl.formatMessage({ id: 'manage.edit' }), icon: <EditRegular />, onSelect: () => edit(tour) },
            {
              label: intl.formatMessage({ id: 'manage.duplicate' }),
              icon: <CopyRegular />,
              onSelect: () => void duplicate(tour.id),
            },
          ]}
          footer={visibleTours && visibleTours.length > 0 && <TableFoot loading={false} count={visibleTours.length} />}
          empty={
            all?.length === 0 ? (
              <NoTours onCreate={create} />
            ) : (
              <NoMatch onShowAll={() => go({ search: '', show: [] })} />
            )
          }
        />
      </ListQueryNotice>
    </Screen>
  );
}

/** Returns a function that writes the tours to a file; also does so when the URL asks for it. */
function useExport(company: MemberCompany, { state, go }: ManageUrl): () => Promise<void> {
  const writeFile = useToursFile(company);
  const latest = useRef({ writeFile, go });
  latest.current = { writeFile, go };
  const isExporting = state.export === 'file';
  useEffect(() => {
    if (!isExporting) return;
    latest.current.go({ export: '' }, { replace: true });
    void latest.current.writeFile();
  }, [isExporting]);
  return writeFile;
}

function filterTours(tours: readonly ListedTour[], { search, show }: ManageUrl['state']): ListedTour[] {
  const words = normalizeText(search).split(' ').filter(Boolean);
  return tours.filter(({ tourStatus, title, slug }) => {
    const searchText = normalizeText([...Object.values(title), slug].join(' '));
    const matchesStatus = show.length === 0 ? tourStatus !== 'archived' : show.includes(tourStatus);
    return matchesStatus && words.every((word) => searchText.includes(word));
  });
}

interface HeaderProps {
  onCreate(): void;
  onImport(): void;
  onExport(): void;
}

function Header({ onCreate, onImport, onExport }: HeaderProps) {
  const intl = useIntl();
  return (
    <PageHeader
      wide
      title={<FormattedMessage id="route.toursManage" />}
      actions={[
        { label: intl.formatMessage({ id: 'manage.new' }), icon: <AddRegular />, primary: true, onSelect: onCreate },
      ]}
      menu={[
        { label: intl.formatMessage({ id: 'manage.import' }), icon: <ArrowUploadRegular />, onSelect: onImport },
        { label: intl.formatMessage({ id: 'manage.export' }), icon: <ArrowDownloadRegular />, onSelect: onExport },
      ]}
    />
  );
}

function Filters({ tours, url: { state, go } }: { tours: readonly ListedTour[]; url: ManageUrl }) {
  const styles = useStyles();
  const intl = useIntl();
  const { search, show } = state;
  return (
    <div className={styles.tools}>
      <SearchBox
        className={styles.search}
        placeholder={intl.formatMessage({ id: 'manage.search' })}
        aria-label={intl.formatMessage({ id: 'manage.search' })}
        value={search}
        onChange={(_, data) => go({ search: data.value }, { isTyping: true })}
      />
      <FilterChips
        label={intl.formatMessage({ id: 'manage.column.status' })}
        choose="any"
        selected={show}
        onChange={(statuses) => go({ show: statuses })}
        chips={TOUR_STATUSES.map((value) => {
          const count = tours.filter(({ tourStatus }) => tourStatus === value).length;
          return { value, label: intl.formatMessage({ id: TOUR_STATUS_TEXTS[value] }, { count }), count };
        }).filter(({ value, count }) => count > 0 || show.includes(value))}
      />
    </div>
  );
}

function NoTours({ onCreate }: { onCreate(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="manage.empty" />}
      actions={
        <Button appearance="primary" icon={<AddRegular />} onClick={onCreate}>
          <FormattedMessage id="manage.new" />
        </Button>
      }
    />
  );
}

function NoMatch({ onShowAll }: { onShowAll(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="manage.none" />}
      actions={
        <Button appearance="primary" onClick={onShowAll}>
          <FormattedMessage id="manage.showAll" />
        </Button>
      }
    />
  );
}
