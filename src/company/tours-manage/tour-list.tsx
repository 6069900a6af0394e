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
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
});

export function TourList({ company: at, url: { state, go } }: { company: MemberCompany; url: ManageUrl }) {
  const company = at.id;
  const styles = useStyles();
  const intl = useIntl();
  const query = useTourList(company);
  const writeFile = useToursFile(at);
  const latest = useRef({ writeFile, go });
  latest.current = { writeFile, go };
  const isExporting = state.export === 'file';
  useEffect(() => {
    if (!isExporting) return;
    latest.current.go({ export: '' }, { replace: true });
    void latest.current.writeFile();
  }, [isExporting]);
  const duplicate = useDuplicateTour(company, (copy) => go({ tour: copy }));
  const formats = useFormats(query.data?.timeZone ?? 'UTC');
  const columns = useColumns(
    'tours-manage',
    useMemo(() => tourColumns(intl, formats), [intl, formats]),
  );
  const { search, show } = state;
  const all = query.data?.tours;
  const words = normalizeText(search).split(' ').filter(Boolean);
  const visibleTours = all?.filter(({ tourStatus, title, slug }) => {
    const searchText = normalizeText([...Object.values(title), slug].join(' '));
    const matchesStatus = show.length === 0 ? tourStatus !== 'archived' : show.includes(tourStatus);
    return matchesStatus && words.every((word) => searchText.includes(word));
  });
  const create = () => go({ tour: 'new', view: 'tour' });
  const edit = ({ id }: ListedTour) => go({ tour: id, view: 'tour' });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.toursManage" />}
          actions={[
            { label: intl.formatMessage({ id: 'manage.new' }), icon: <AddRegular />, primary: true, onSelect: create },
          ]}
          menu={[
            {
              label: intl.formatMessage({ id: 'manage.import' }),
              icon: <ArrowUploadRegular />,
              onSelect: () => go({ import: 'file' }),
            },
            {
              label: intl.formatMessage({ id: 'manage.export' }),
              icon: <ArrowDownloadRegular />,
              onSelect: () => void writeFile(),
            },
          ]}
        />
      }
    >
      {all !== undefined && all.length > 0 && (
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
            chips={TOUR_STATUSES.map((value) => ({
              value,
              label: intl.formatMessage({ id: TOUR_STATUS_TEXTS[value] }),
              count: all.filter(({ tourStatus }) => tourStatus === value).length,
            })).filter(({ value, count }) => count > 0 || show.includes(value))}
          />
        </div>
      )}
      <ListQueryNotice query={query} failed={<FormattedMessage id="manage.failed" />}>
        <DataTable<ListedTour>
          label={intl.formatMessage({ id: 'route.toursManage' })}
          columns={columns}
          rows={visibleTours}
          idOf={({ id }) => id}
          nameOf={({ title }) => formats.text(title) || intl.formatMessage({ id: 'manage.untitled' })}
          of={`${search} ${show.join()}`}
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
              <EmptyState
                drawing={<QuietOffice />}
                title={<FormattedMessage id="manage.empty" />}
                actions={
                  <Button appearance="primary" icon={<AddRegular />} onClick={create}>
                    <FormattedMessage id="manage.new" />
                  </Button>
                }
              />
            ) : (
              <EmptyState
                drawing={<QuietOffice />}
                title={<FormattedMessage id="manage.none" />}
                actions={
                  <Button appearance="primary" onClick={() => go({ search: '', show: [] })}>
                    <FormattedMessage id="manage.showAll" />
                  </Button>
                }
              />
            )
          }
        />
      </ListQueryNotice>
    </Screen>
  );
}
