/** Dialog of a bulk action: input first, then progress (bulk-run.tsx). */
import { Checkbox, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingActionChange } from '../../../../data/bookings/actions.ts';
import {
  findBookings,
  type BookingCursor,
  type BookingSearch,
  type ListedBooking,
} from '../../../../data/bookings/list.ts';
import { eachPage, MAX_PAGE_SIZE } from '../../../../data/each-page.ts';
import { queryClient } from '../../../../online/query-client.ts';
import { RestoreDraftNotice } from '../../../../features/form-drafts/restore-draft-notice.tsx';
import { useDirtyForm } from '../../../../ui/form/dirty-forms.ts';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../../ui/states/message.tsx';
import { useConfirmClose } from '../../../../ui/overlays/use-confirm-close.ts';
import type { BookingContext } from '../../booking-context.ts';
import { useBookingChoices } from '../../list/use-booking-choices.ts';
import { sumMoney, type ResultSummary } from '../result-summary.ts';
import { useBulkForm, type BulkAction } from './bulk-actions.tsx';
import { BulkRun, MAX_VISIBLE_ROWS, type BulkStage } from './bulk-run.tsx';
import { runBulk, type BulkResult } from './run-bulk.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });
/** Actions that mail guests unless staff opt out. Cancelling has its own message field instead. */
const MAILS_GUEST: ReadonlySet<BulkAction> = new Set(['confirm', 'move']);

export interface BulkDialogProps {
  action: BulkAction;
  selected: readonly ListedBooking[];
  /** Query of the list, whose results can be used instead of the selection. */
  query: BookingSearch;
  /** Count and sums of the matching bookings; null while loading. */
  summary: ResultSummary | null;
  context: BookingContext;
  /** Called when the run has ended or was stopped. */
  onRun(): void;
  onClose(): void;
}

const applyMailOption = (change: BookingActionChange, isSilent: boolean): BookingActionChange =>
  isSilent ? ({ ...change, change: { ...change.change, mail: false } } as BookingActionChange) : change;

export function BulkDialog({ action, selected, query, summary, context, onRun, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { senders } = useBookingChoices(context);
  const { fields, changeFor, draft, clear } = useBulkForm(action, { context, senders });
  const [appliesToAll, setAppliesToAll] = useState(false);
  const [sendsMail, setSendsMail] = useState(true);
  const [stage, setStage] = useState<BulkStage | { kind: 'asking' }>({ kind: 'asking' });
  const abortRef = useRef<AbortController | null>(null);
  useEffect(() => () => abortRef.current?.abort(), []);
  // Leaving the page stops the run.
  useDirtyForm(stage.kind === 'running', [], { isWork: true });
  const count = appliesToAll ? (summary?.count ?? 0) : selected.length;
  const confirmClose = useConfirmClose(stage.kind === 'running', () => {
    abortRef.current?.abort();
    onClose();
  });
  const sums = appliesToAll ? (summary?.sums ?? []) : sumMoney(selected);

  async function run(): Promise<void> {
    if (changeFor === null) return;
    const controller = new AbortController();
    abortRef.current = controller;
    const { signal } = controller;
    setStage({ kind: 'running', done: 0, total: null, results: [] });
    // Deduplicates by id: a booking that moves while pages load can appear on two of them.
    const bookingsById = new Map((appliesToAll ? [] : selected).map((booking) => [booking.id, booking]));
    // Collects all bookings before the first change, because a changed booking may drop out of the query.
    if (appliesToAll) {
      const result = await eachPage(
        (after: BookingCursor | null) =>
          findBookings(context.company, { ...query, after, pageSize: MAX_PAGE_SIZE, signal }),
        (page) => page.bookings.forEach((booking) => bookingsById.set(booking.id, booking)),
        signal,
      );
      if (!result.ok || signal.aborted) {
        setStage({ kind: 'over', results: [], failed: !result.ok });
        return;
      }
    }
    const bookings = [...bookingsById.values()];
    const unsuccessful: BulkResult[] = [];
    let done = 0;
    const results = await runBulk({
      bookings,
      changeFor: (booking) => applyMailOption(changeFor(booking), MAILS_GUEST.has(action) && !sendsMail),
      signal,
      onResult: (result) => {
        done += 1;
        if (result.outcome.kind !== 'done') unsuccessful.push(result);
        setStage({ kind: 'running', done, total: bookings.length, results: unsuccessful.slice(0, MAX_VISIBLE_ROWS) });
      },
    });
    setStage({ kind: 'over', results, failed: false });
    clear();
    onRun();
    await queryClient.invalidateQueries({ queryKey: [context.company] });
  }

  const title = <FormattedMessage id={`advanced.bulk.${action}.title`} values={{ count }} />;
  if (stage.kind === 'asking')
    return (
      <FormDialog
        title={title}
        confirm={<FormattedMessage id={`advanced.bulk.${action}.confirm`} values={{ count }} />}
        {...(action === 'cancel' ? { leave: <FormattedMessage id="bookings.cancel.leave" values={{ count }} /> } : {})}
        disabled={changeFor === null || count === 0}
        onClose={onClose}
        onConfirm={() => {
          // The dialog stays open and shows the progress.
          void run();
          return Promise.resolve(false);
        }}
      >
        <div className={styles.form}>
          {summary !== null && summary.count > selected.length && (
            <RadioGroup
              aria-label={intl.formatMessage({ id: 'advanced.bulk.which' })}
              value={appliesToAll ? 'all' : 'chosen'}
              onChange={(_, data) => setAppliesToAll(data.value === 'all')}
            >
              {selected.length > 0 && (
                <Radio
                  value="chosen"
                  label={intl.formatMessage({ id: 'advanced.bulk.chosen' }, { count: selected.length })}
                />
              )}
              <Radio value="all" label={intl.formatMessage({ id: 'advanced.bulk.all' }, { count: summary.count })} />
            </RadioGroup>
          )}
          <RestoreDraftNotice draft={draft} />
          {fields}
          {MAILS_GUEST.has(action) && (
            <Checkbox
              checked={sendsMail}
              label={intl.formatMessage({ id: 'advanced.bulk.mailCount' })}
              onChange={(_, data) => setSendsMail(data.checked === true)}
            />
          )}
          {(action === 'paid' || action === 'cancel') &&
            sums.map((sum) => (
              <Message key={sum.currency} state="neutral">
                <FormattedMessage
                  id={`advanced.bulk.${action}.sum`}
                  values={{
                    due: context.formats.money(sum.due, sum.currency),
                    paid: context.formats.money(sum.paid, sum.currency),
                  }}
                />
              </Message>
            ))}
        </div>
      </FormDialog>
    );

  return (
    <BulkRun
      stage={stage}
      title={title}
      count={count}
      context={context}
      isConfirmingClose={confirmClose.isClosePending}
      onStop={() => abortRef.current?.abort()}
      onClose={confirmClose.onClose}
    />
  );
}
