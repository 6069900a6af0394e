/** Dialog of a bulk action: input first, then progress (bulk-run.tsx). */
import { Checkbox, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActChange } from '../../../../data/bookings/actions.ts';
import type { BookingSearch, ListedBooking } from '../../../../data/bookings/list.ts';
import { queryClient } from '../../../../online/query-client.ts';
import { RestoreDraftNotice } from '../../../../features/restore-draft-notice.tsx';
import { useDirtyForm } from '../../../../ui/form/dirty-forms.ts';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../../ui/states/message.tsx';
import { useConfirmClose } from '../../../../ui/overlays/use-confirm-close.ts';
import type { BookingScope } from '../../booking-scope.ts';
import { useBookingChoices } from '../../list/use-booking-choices.ts';
import { eachResultPage } from '../each-result-page.ts';
import { sumMoney, type ResultSummary } from '../result-summary.ts';
import { useBulkForm, type BulkAction } from './bulk-actions.tsx';
import { BulkRun, MAX_SHOWN_ROWS, type BulkStage } from './bulk-run.tsx';
import { runBulk, type BulkResult } from './run-bulk.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });
/** Actions that mail guests unless staff opt out. Cancelling has its own message field instead. */
const MAILED: ReadonlySet<BulkAction> = new Set(['confirm', 'move']);

export interface BulkDialogProps {
  act: BulkAction;
  chosen: readonly ListedBooking[];
  /** Query of the list, whose results can be used instead of the selection. */
  asked: BookingSearch;
  /** Count and sums of the matching bookings; null while loading. */
  found: ResultSummary | null;
  scope: BookingScope;
  /** Called when the run has ended or was stopped. */
  onRun(): void;
  onClose(): void;
}

const silenced = (change: ActChange, isSilent: boolean): ActChange =>
  isSilent ? ({ ...change, change: { ...change.change, mail: false } } as ActChange) : change;

export function BulkDialog({ act, chosen, asked, found, scope, onRun, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { senders } = useBookingChoices(scope);
  const { fields, changeFor, draft, end } = useBulkForm(act, { scope, senders });
  const [all, setAll] = useState(false);
  const [tells, setTells] = useState(true);
  const [stage, setStage] = useState<BulkStage | { kind: 'asking' }>({ kind: 'asking' });
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);
  // Leaving the page stops the run.
  useDirtyForm(stage.kind === 'running', [], { isWork: true });
  const count = all ? (found?.count ?? 0) : chosen.length;
  const careful = useConfirmClose(stage.kind === 'running', () => {
    giveUp.current?.abort();
    onClose();
  });
  const sums = all ? (found?.sums ?? []) : sumMoney(chosen);

  async function run(): Promise<void> {
    if (changeFor === null) return;
    const control = new AbortController();
    giveUp.current = control;
    const { signal } = control;
    setStage({ kind: 'running', done: 0, total: null, results: [] });
    // Deduplicates by id: a booking that moves while pages load can appear on two of them.
    const known = new Map((all ? [] : chosen).map((booking) => [booking.id, booking]));
    // Collects all bookings before the first change, because a changed booking may drop out of the query.
    if (all) {
      const read = await eachResultPage(scope.company, {
        asked,
        signal,
        onPage: (page) => page.forEach((one) => known.set(one.id, one)),
      });
      if (!read.ok || signal.aborted) {
        setStage({ kind: 'over', results: [], failed: !read.ok });
        return;
      }
    }
    const bookings = [...known.values()];
    const shown: BulkResult[] = [];
    let done = 0;
    const results = await runBulk({
      bookings,
      changeFor: (booking) => silenced(changeFor(booking), MAILED.has(act) && !tells),
      signal,
      onResult: (result) => {
        done += 1;
        if (result.outcome.kind !== 'done') shown.push(result);
        setStage({ kind: 'running', done, total: bookings.length, results: shown.slice(0, MAX_SHOWN_ROWS) });
      },
    });
    setStage({ kind: 'over', results, failed: false });
    end();
    onRun();
    await queryClient.invalidateQueries({ queryKey: [scope.company] });
  }

  const title = <FormattedMessage id={`advanced.bulk.${act}.title`} values={{ count }} />;
  if (stage.kind === 'asking')
    return (
      <FormDialog
        title={title}
        confirm={<FormattedMessage id={`advanced.bulk.${act}.confirm`} values={{ count }} />}
        {...(act === 'cancel' ? { leave: <FormattedMessage id="bookings.cancel.leave" values={{ count }} /> } : {})}
        disabled={changeFor === null || count === 0}
        onClose={onClose}
        onConfirm={() => {
          // The dialog stays open and shows the progress.
          void run();
          return Promise.resolve(false);
        }}
      >
        <div className={styles.form}>
          {found !== null && found.count > chosen.length && (
            <RadioGroup
              aria-label={intl.formatMessage({ id: 'advanced.bulk.which' })}
              value={all ? 'all' : 'chosen'}
              onChange={(_, data) => setAll(data.value === 'all')}
            >
              {chosen.length > 0 && (
                <Radio
                  value="chosen"
                  label={intl.formatMessage({ id: 'advanced.bulk.chosen' }, { count: chosen.length })}
                />
              )}
              <Radio value="all" label={intl.formatMessage({ id: 'advanced.bulk.all' }, { count: found.count })} />
            </RadioGroup>
          )}
          <RestoreDraftNotice draft={draft} />
          {fields}
          {MAILED.has(act) && (
            <Checkbox
              checked={tells}
              label={intl.formatMessage({ id: 'advanced.bulk.tells' })}
              onChange={(_, data) => setTells(data.checked === true)}
            />
          )}
          {(act === 'paid' || act === 'cancel') &&
            sums.map((sum) => (
              <Message key={sum.currency} state="neutral">
                <FormattedMessage
                  id={`advanced.bulk.${act}.sum`}
                  values={{
                    due: scope.formats.money(sum.due, sum.currency),
                    paid: scope.formats.money(sum.paid, sum.currency),
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
      scope={scope}
      isAsked={careful.isClosePending}
      onStop={() => giveUp.current?.abort()}
      onClose={careful.onClose}
    />
  );
}
