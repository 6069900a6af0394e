/** /bookings-advanced: every field to filter by, columns as one likes them, views of the team, totals, many at once, and files. */
import { Button } from '@fluentui/react-components';
import {
  ArrowDownloadRegular,
  ArrowUploadRegular,
  ColumnTripleEditRegular,
  DeleteRegular,
  SaveRegular,
  SearchRegular,
} from '@fluentui/react-icons';
import { useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ListedBooking } from '../../../data/booking-list.ts';
import type { MemberCompany } from '../../../data/identity.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { ImportBookings } from '../../../parts/late-import-bookings.ts';
import { useActing } from '../../../session/use-session.ts';
import { ListAnswer } from '../../../ui/list-answer.tsx';
import { useNow } from '../../../ui/clock.ts';
import { DataTable, TableFoot } from '../../../ui/data-table/data-table.tsx';
import { useColumns, type Columns } from '../../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QuietOffice } from '../../../ui/illustrations.tsx';
import { ListAndDetail } from '../../../ui/list-and-detail.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useBookingScope } from '../booking-scope.ts';
import { BookingDetail } from '../detail/booking-detail.tsx';
import { headOf, sortOf } from '../list/booking-query.ts';
import { useBookingChoices } from '../list/use-booking-choices.ts';
import { advancedColumns } from './advanced-columns.tsx';
import { AdvancedDialog, type OpenDialog } from './advanced-dialog.tsx';
import { AdvancedTools } from './advanced-tools.tsx';
import { BULK_ACTS } from './bulk/bulk-acts.tsx';
import { BULK_ICONS } from './bulk/bulk-icons.tsx';
import { filterChoices } from './filter/filter-choices.ts';
import { countConditions } from './filter/filter-draft.ts';
import { Totals, useFound } from './totals.tsx';
import { readFilter, useAdvancedUrl } from './use-advanced-url.ts';
import { useAdvancedKeys } from './use-advanced-keys.ts';
import { useAdvancedBookings } from './use-advanced-bookings.ts';
import { differs } from './views/differs.ts';
import { useOpenView } from './views/use-open-view.ts';

export function AdvancedPage() {
  const acting = useActing();
  const { state, go } = useAdvancedUrl();
  const company = acting?.company;
  if (!company) return null;
  if (state.import) return <ImportBookings key={company.id} company={company} onClose={() => go({ import: '' })} />;
  return <Advanced key={company.id} company={company} />;
}

function Advanced({ company }: { company: MemberCompany }) {
  const intl = useIntl();
  const scope = useBookingScope({ company, mayChange: true });
  const { state, go } = useAdvancedUrl();
  const filter = useMemo(() => readFilter(state.filter), [state.filter]);
  const asked = useMemo(
    () => ({ search: state.search.trim(), filter, sort: state.sort }),
    [state.search, filter, state.sort],
  );
  const answer = useAdvancedBookings(company.id, asked);
  const found = useFound(asked, scope);
  const now = useNow();
  const today = answer.data?.[0]?.today ?? localDateIn(company.timeZone, now);
  const { rows } = answer;
  const known = useBookingChoices(scope);
  const choices = useMemo(() => filterChoices(intl, { scope, known }), [intl, scope, known]);
  const all = useMemo(() => advancedColumns(intl, scope), [intl, scope]);
  const columns = useColumns('bookings-advanced', all) as Columns<ListedBooking>;
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useAdvancedKeys({ search, onFilter: () => setOpen({ kind: 'filter' }) });

  const { views, opened, openView } = useOpenView(company.id, {
    url: { state, go },
    columns,
    onOpened: () => setSelection(new Set()),
  });

  const chosen = useMemo(
    () => (selection.size > 0 && rows?.filter(({ id }) => selection.has(id))) || [],
    [rows, selection],
  );
  const say = (id: MessageId) => intl.formatMessage({ id });

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.bookingsAdvanced" />}
          actions={[
            {
              label: say('advanced.export'),
              icon: <ArrowDownloadRegular />,
              onSelect: () => setOpen({ kind: 'export', chosen: false }),
            },
          ]}
          menu={[
            {
              label: say('table.columns'),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setOpen({ kind: 'columns' }),
            },
            { label: say('advanced.import'), icon: <ArrowUploadRegular />, onSelect: () => go({ import: 'file' }) },
            { label: say('advanced.view.save'), icon: <SaveRegular />, onSelect: () => setOpen({ kind: 'save' }) },
            ...(opened
              ? [
                  {
                    label: say('advanced.view.delete'),
                    icon: <DeleteRegular />,
                    dangerous: true,
                    onSelect: () => setOpen({ kind: 'delete' }),
                  },
                ]
              : []),
          ]}
        />
      }
    >
      <ListAndDetail
        label={say('bookings.one')}
        opened={state.booking}
        onClose={() => go({ booking: null })}
        detail={
          state.booking && (
            <BookingDetail
              key={state.booking}
              id={state.booking}
              scope={scope}
              onOpen={(id) => go({ booking: id }, { replace: true })}
            />
          )
        }
        list={
          <>
            <AdvancedTools
              state={state}
              views={views}
              opened={opened}
              isChanged={opened !== null && differs(opened.view, { ...asked, columns: columns.arrangement })}
              conditions={countConditions(filter)}
              search={search}
              onView={openView}
              onChange={go}
              onFilter={() => setOpen({ kind: 'filter' })}
            />
            <Totals asked={asked} scope={scope} />
            <ListAnswer answer={answer} failed={<FormattedMessage id="bookings.failed" />}>
              <DataTable<ListedBooking>
                label={say('route.bookingsAdvanced')}
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                nameOf={({ contact }) => contact.name}
                of={JSON.stringify(asked)}
                sort={headOf(state.sort)}
                onSort={(sort) => go({ sort: sortOf(sort) })}
                opened={state.booking}
                onOpen={({ id }) => go({ booking: id }, { replace: state.booking !== null })}
                onReachEnd={answer.more}
                onView={answer.see}
                selection={selection}
                onSelection={setSelection}
                actions={[
                  ...BULK_ACTS.map((act) => ({
                    label: say(`advanced.bulk.${act}`),
                    icon: BULK_ICONS[act],
                    onSelect: () => setOpen({ kind: 'bulk', act, chosen }),
                  })),
                  {
                    label: say('advanced.export'),
                    icon: <ArrowDownloadRegular />,
                    onSelect: () => setOpen({ kind: 'export', chosen: true }),
                  },
                ]}
                foot={rows && <TableFoot coming={answer.hasMore} count={rows.length} />}
                empty={<NoneFound isAsked={asked.search !== '' || filter !== null} onClear={() => openView(null)} />}
              />
            </ListAnswer>
          </>
        }
      />
      {open && (
        <AdvancedDialog
          open={open}
          scope={scope}
          asked={asked}
          found={found}
          today={today}
          chosen={chosen}
          choices={choices}
          columns={columns}
          all={all}
          opened={opened}
          onChange={(change) => {
            go(change, { replace: !('filter' in change) });
            if ('filter' in change) setSelection(new Set());
          }}
          onRun={() => setSelection(new Set())}
          onClose={() => setOpen(null)}
        />
      )}
    </Screen>
  );
}

function NoneFound({ isAsked, onClear }: { isAsked: boolean; onClear(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={isAsked ? 'bookings.none' : 'bookings.empty'} />}
      actions={
        isAsked && (
          <Button appearance="primary" icon={<SearchRegular />} onClick={onClear}>
            <FormattedMessage id="bookings.showAll" />
          </Button>
        )
      }
    />
  );
}

/** As the table of routes takes it. */
export { AdvancedPage as Component };
