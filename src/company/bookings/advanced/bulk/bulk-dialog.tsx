/** Dialog of a bulk action: input first, then progress (bulk-run.tsx). */
import { Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingSearch, ListedBooking } from '../../../../data/bookings/list.ts';
import { queryClient } from '../../../../online/query-client.ts';
import { RestoreDraftNotice } from '../../../../features/form-drafts/restore-draft-notice.tsx';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { useConfirmClose } from '../../../../ui/overlays/use-confirm-close.ts';
import { Message } from '../../../../ui/states/message.tsx';
import type { BookingContext } from '../../booking-context.ts';
import { sumMoney, type ResultSummary } from '../result-summary.ts';
import { bulkChange, type BulkAction } from './bulk-actions.ts';
import { BulkFields, useBulkForm } from './bulk-fields.tsx';
import { BulkRun } from './bulk-run.tsx';
import { useBulkRun } from './use-bulk-run.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface BulkDialogProps {
  action: BulkAction;
  selected: readonly ListedBooking[];
  /** Query of the list, whose results can be used instead of the selection. */
  query: BookingSearch;
  /** Count and sums of the matching bookings; null while loading. */
  summary: ResultSummary | null;
  context: BookingContext;
  /**
   * Called when a run ends or is stopped, unless it was stopped before the first booking or the bookings could not be
   * read.
   */
  onRun(): void;
  onClose(): void;
}

export function BulkDialog({ action, selected, query, summary, context, onRun, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const form = useBulkForm(action, context.company);
  const change = bulkChange(action, { text: form.text.values, selection: form.selection });
  const [appliesToAll, setAppliesToAll] = useState(false);
  const { stage, run, stop } = useBulkRun(context.company);
  const count = appliesToAll ? (summary?.count ?? 0) : selected.length;
  const sums = appliesToAll ? (summary?.sums ?? []) : sumMoney(selected);
  const confirmClose = useConfirmClose(stage?.kind === 'running', () => {
    stop();
    onClose();
  });

  async function start(): Promise<void> {
    if (change === null) return;
    const hasRun = await run({ bookings: appliesToAll ? query : selected, changeFor: change });
    if (!hasRun) return;
    form.text.clear();
    onRun();
    await queryClient.invalidateQueries({ queryKey: [context.company] });
  }

  const title = <FormattedMessage id={`advanced.bulk.${action}.title`} values={{ count }} />;
  if (stage)
    return (
      <BulkRun
        stage={stage}
        title={title}
        count={count}
        context={context}
        isConfirmingClose={confirmClose.isClosePending}
        onStop={stop}
        onClose={confirmClose.onClose}
      />
    );
  return (
    <FormDialog
      title={title}
      confirm={<FormattedMessage id={`advanced.bulk.${action}.confirm`} values={{ count }} />}
      {...(action === 'cancel' ? { leave: <FormattedMessage id="bookings.cancel.leave" values={{ count }} /> } : {})}
      disabled={change === null || count === 0}
      onClose={onClose}
      onConfirm={() => {
        // The dialog stays open and shows the progress.
        void start();
        return Promise.resolve(false);
      }}
    >
      <div className={styles.form}>
        <ScopeChoice
          selectedCount={selected.length}
          matchCount={summary?.count ?? null}
          appliesToAll={appliesToAll}
          onChange={setAppliesToAll}
        />
        <RestoreDraftNotice draft={form.text.draft} />
        <BulkFields action={action} form={form} context={context} />
        <MoneyNotices action={action} sums={sums} context={context} />
      </div>
    </FormDialog>
  );
}

interface ScopeChoiceProps {
  selectedCount: number;
  /** Number of matching bookings; null while loading. */
  matchCount: number | null;
  appliesToAll: boolean;
  onChange(appliesToAll: boolean): void;
}

/** Offers to change all matching bookings, if these are more than the selected ones. */
function ScopeChoice({ selectedCount, matchCount, appliesToAll, onChange }: ScopeChoiceProps) {
  const intl = useIntl();
  if (matchCount === null || matchCount <= selectedCount) return null;
  return (
    <RadioGroup
      aria-label={intl.formatMessage({ id: 'advanced.bulk.which' })}
      value={appliesToAll ? 'all' : 'chosen'}
      onChange={(_, data) => onChange(data.value === 'all')}
    >
      {selectedCount > 0 && (
        <Radio value="chosen" label={intl.formatMessage({ id: 'advanced.bulk.chosen' }, { count: selectedCount })} />
      )}
      <Radio value="all" label={intl.formatMessage({ id: 'advanced.bulk.all' }, { count: matchCount })} />
    </RadioGroup>
  );
}

interface MoneyNoticesProps {
  action: BulkAction;
  sums: ResultSummary['sums'];
  context: BookingContext;
}

/** Sums due and paid per currency, for actions that change them. */
function MoneyNotices({ action, sums, context }: MoneyNoticesProps) {
  if (action !== 'paid' && action !== 'cancel') return null;
  return sums.map((sum) => (
    <Message key={sum.currency} state="neutral">
      <FormattedMessage
        id={`advanced.bulk.${action}.sum`}
        values={{
          due: context.formats.money(sum.due, sum.currency),
          paid: context.formats.money(sum.paid, sum.currency),
        }}
      />
    </Message>
  ));
}
