/** Outbox: sent, pending and failed mails, and how to send them again. */
import { Button, makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { readOutbox, OUTBOX_PAGE, type OutboxMessage, type OutboxPage } from '../../../data/outbox.ts';
import { MESSAGE_STATES, type MessageState } from '../../../domain/bookings.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { usePagedQuery } from '../../../online/use-paged-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { FilterChips } from '../../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import type { BookingContext } from '../booking-context.ts';
import { FailedJobsNotice } from './failed-jobs-notice.tsx';
import { OutboxRow } from './outbox-row.tsx';

const useStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyleType: 'none' },
  more: { justifySelf: 'start' },
  rows: { display: 'grid', gap: '12px' },
});

export interface OutboxProps {
  context: BookingContext;
  /** Limits the outbox to one booking. */
  booking?: Uuid;
  filter: MessageState | null;
  onFilter(filter: MessageState | null): void;
  /** Whether to list other failed jobs; for users with access to the whole company. */
  canSeeFailedJobs?: boolean;
  /** Opens the booking of a mail; omitted where that booking is already open. */
  onOpen?(booking: Uuid): void;
  onClose(): void;
}

export function Outbox({ context, booking, filter, onFilter, canSeeFailedJobs = false, onOpen, onClose }: OutboxProps) {
  const styles = useStyles();
  const query = usePagedQuery<OutboxPage, Uuid, OutboxMessage>({
    key: [context.company, 'outbox', booking ?? null, filter],
    fetch: (after, signal) => readOutbox(context.company, { filter, booking: booking ?? null, after }, signal),
    nextCursorOf: ({ messages }) => (messages.length === OUTBOX_PAGE ? messages.at(-1)!.id : null),
    rowsOf: ({ messages }) => messages,
  });
  return (
    <Overlay
      kind="details"
      title={<FormattedMessage id="bookings.outbox" />}
      header={<StateFilter counts={query.data?.[0]?.counts} selected={filter} onChange={onFilter} />}
      onClose={onClose}
    >
      {canSeeFailedJobs && (filter === null || filter === 'failed') && <FailedJobsNotice context={context} />}
      <QueryView
        query={query}
        failed={<FormattedMessage id="bookings.outbox.unread" />}
        skeleton={
          <Skeleton className={styles.rows}>
            {[1, 2, 3].map((n) => (
              <SkeletonItem key={n} shape="rectangle" style={{ height: 72 }} />
            ))}
          </Skeleton>
        }
        empty={() => (query.rows?.length === 0 ? <NoMails filter={filter} /> : null)}
      >
        {() => (
          <>
            <ul className={styles.list}>
              {query.rows?.map((message) => (
                <OutboxRow key={message.id} message={message} context={context} onOpen={onOpen} />
              ))}
            </ul>
            {query.hasMore && (
              <Button className={styles.more} disabledFocusable={!query.fetchMore} onClick={() => query.fetchMore?.()}>
                <FormattedMessage id="bookings.outbox.more" />
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Overlay>
  );
}

interface StateFilterProps {
  counts: OutboxPage['counts'] | undefined;
  selected: MessageState | null;
  onChange(state: MessageState | null): void;
}

function StateFilter({ counts, selected, onChange }: StateFilterProps) {
  const intl = useIntl();
  return (
    <FilterChips
      label={intl.formatMessage({ id: 'bookings.mails' })}
      choose="one"
      chips={MESSAGE_STATES.map((value) => ({
        value,
        label: intl.formatMessage({ id: `bookings.outbox.${value}` }),
        ...(counts ? { count: counts[value] } : {}),
      }))}
      selected={selected === null ? [] : [selected]}
      onChange={([state]) => onChange(state ?? null)}
    />
  );
}

function NoMails({ filter }: { filter: MessageState | null }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={filter === null ? 'bookings.outbox.empty' : `bookings.outbox.none.${filter}`} />}
    />
  );
}
