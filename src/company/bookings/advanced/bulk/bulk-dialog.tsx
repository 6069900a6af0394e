/** One act on many bookings: what is asked first, then how far it is, then a result a row. */
import { Button, Checkbox, ProgressBar, Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActChange } from '../../../../data/bookings.ts';
import type { BookingSearch, ListedBooking } from '../../../../data/booking-list.ts';
import { spacedCode } from '../../../../domain/codes.ts';
import { csvTable, csvWayOf } from '../../../../lib/csv.ts';
import { queryClient } from '../../../../online/query-client.ts';
import { download } from '../../../../ui/download.ts';
import { FAILURE_TEXTS } from '../../../../ui/failure-texts.ts';
import { Message } from '../../../../ui/message.tsx';
import { Overlay } from '../../../../ui/overlay.tsx';
import { type } from '../../../../ui/theme/sizes.ts';
import { refusalWords } from '../../acts/refusal-message.tsx';
import type { BookingScope } from '../../booking-scope.ts';
import { useBookingChoices } from '../../list/use-booking-choices.ts';
import { eachFound } from '../all-found.ts';
import { moneyOf, type Found } from '../found.ts';
import { useCarefulClose } from '../use-careful-close.ts';
import { useBulkForm, type BulkAct } from './bulk-acts.tsx';
import { runBulk, type BulkResult } from './run-bulk.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  foot: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
  asked: { ...type.body, flex: '1 0 100%' },
  results: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  why: { display: 'block', color: tokens.colorNeutralForeground2 },
});
/** Of these guests hear by mail unless somebody says not to, as of one booking's; a cancellation asks in words of its own. */
const TOLD: ReadonlySet<BulkAct> = new Set(['confirm', 'move']);
/** So many rows of what did not work are shown; the report has all. */
const SHOWN = 200;

export interface BulkDialogProps {
  act: BulkAct;
  chosen: readonly ListedBooking[];
  /** What the list asks for: all of it can be taken instead of what was chosen. */
  asked: BookingSearch;
  /** How many that are, and what they come to; null while it is not known. */
  found: Found | null;
  scope: BookingScope;
  /** It has run, to its end or until it was stopped. */
  onRun(): void;
  onClose(): void;
}

type Stage =
  | { kind: 'asking' }
  | { kind: 'running'; done: number; total: number | null; results: BulkResult[] }
  | { kind: 'over'; results: BulkResult[]; failed: boolean };

const silenced = (change: ActChange, isSilent: boolean): ActChange =>
  isSilent ? ({ ...change, change: { ...change.change, mail: false } } as ActChange) : change;

export function BulkDialog({ act, chosen, asked, found, scope, onRun, onClose }: BulkDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { senders } = useBookingChoices(scope);
  const { fields, changeFor } = useBulkForm(act, { scope, senders });
  const [all, setAll] = useState(false);
  const [tells, setTells] = useState(true);
  const [stage, setStage] = useState<Stage>({ kind: 'asking' });
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);
  const count = all ? (found?.count ?? 0) : chosen.length;
  const careful = useCarefulClose(stage.kind === 'running', () => {
    giveUp.current?.abort();
    onClose();
  });
  const sums = all ? (found?.sums ?? []) : moneyOf(chosen);

  async function run(): Promise<void> {
    if (changeFor === null) return;
    const control = new AbortController();
    giveUp.current = control;
    const { signal } = control;
    setStage({ kind: 'running', done: 0, total: null, results: [] });
    const bookings = all ? [] : [...chosen];
    // All are known before the first is changed: what is changed may leave the list.
    if (all) {
      const read = await eachFound(scope.company, { asked, signal, onPage: (page) => void bookings.push(...page) });
      if (!read.ok || signal.aborted) {
        setStage({ kind: 'over', results: [], failed: !read.ok });
        return;
      }
    }
    const shown: BulkResult[] = [];
    let done = 0;
    const results = await runBulk({
      bookings,
      changeFor: (booking) => silenced(changeFor(booking), TOLD.has(act) && !tells),
      signal,
      onResult: (result) => {
        done += 1;
        if (result.outcome.kind !== 'done') shown.push(result);
        setStage({ kind: 'running', done, total: bookings.length, results: shown.slice(0, SHOWN) });
      },
    });
    setStage({ kind: 'over', results, failed: false });
    onRun();
    await queryClient.invalidateQueries({ queryKey: [scope.company] });
  }

  const why = ({ booking, outcome }: BulkResult): string => {
    switch (outcome.kind) {
      case 'done':
      case 'skipped':
      case 'left':
        return intl.formatMessage({ id: `advanced.bulk.${outcome.kind}` });
      case 'refused':
        return refusalWords(outcome.refusal, { intl, scope, currency: booking.currency });
      case 'failed':
        return intl.formatMessage({ id: FAILURE_TEXTS[outcome.code] });
    }
  };
  const report = (results: readonly BulkResult[]) =>
    download(
      `\uFEFF${csvTable(
        [
          ['bookings.column.reference', 'bookings.column.name', 'advanced.bulk.result'].map((id) =>
            intl.formatMessage({ id: id as 'bookings.column.name' }),
          ),
          ...results.map((result) => [result.booking.reference, result.booking.contact.name, why(result)]),
        ],
        csvWayOf(intl.locale),
      )}`,
      { name: `${intl.formatMessage({ id: 'advanced.bulk.file' })}.csv`, type: 'text/csv' },
    );

  const title = <FormattedMessage id={`advanced.bulk.${act}.title`} values={{ count }} />;
  if (stage.kind === 'asking')
    return (
      <Overlay
        kind="form"
        title={title}
        onClose={onClose}
        onSubmit={() => void run()}
        foot={
          <div className={styles.foot}>
            <Button onClick={onClose}>
              <FormattedMessage id="form.cancel" />
            </Button>
            <Button appearance="primary" type="submit" disabled={changeFor === null || count === 0}>
              <FormattedMessage id={`advanced.bulk.${act}.confirm`} values={{ count }} />
            </Button>
          </div>
        }
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
          {fields}
          {TOLD.has(act) && (
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
      </Overlay>
    );

  const { results } = stage;
  const told = stage.kind === 'over' ? results.filter(({ outcome }) => outcome.kind !== 'done') : results;
  const worked = stage.kind === 'over' ? results.length - told.length : 0;
  return (
    <Overlay
      kind="form"
      title={title}
      onClose={careful.onClose}
      foot={
        <div className={styles.foot}>
          {careful.asked && (
            <span role="alert" className={styles.asked}>
              <FormattedMessage id="advanced.closeAgain" />
            </span>
          )}
          {stage.kind === 'running' ? (
            <Button onClick={() => giveUp.current?.abort()}>
              <FormattedMessage id="advanced.bulk.stop" />
            </Button>
          ) : (
            <>
              {results.length > 0 && (
                <Button icon={<ArrowDownloadRegular />} onClick={() => report(results)}>
                  <FormattedMessage id="advanced.bulk.report" />
                </Button>
              )}
              <Button appearance="primary" onClick={onClose}>
                <FormattedMessage id="app.close" />
              </Button>
            </>
          )}
        </div>
      }
    >
      <div className={styles.form}>
        {stage.kind === 'running' ? (
          <div role="status">
            <FormattedMessage id="advanced.bulk.progress" values={{ done: stage.done, total: stage.total ?? count }} />
            <ProgressBar {...(stage.total === null ? {} : { value: stage.done, max: Math.max(1, stage.total) })} />
          </div>
        ) : (
          <Message state={stage.failed ? 'no' : told.length === 0 ? 'ok' : 'attention'} alert>
            {stage.failed ? (
              <FormattedMessage id="bookings.failed" />
            ) : (
              <FormattedMessage id="advanced.bulk.over" values={{ done: worked, other: told.length }} />
            )}
          </Message>
        )}
        <ul className={styles.results}>
          {told.slice(0, SHOWN).map((result) => (
            <li key={result.booking.id}>
              <strong>{result.booking.contact.name}</strong> {spacedCode(result.booking.reference)}
              <span className={styles.why}>{why(result)}</span>
            </li>
          ))}
        </ul>
        {told.length > SHOWN && <FormattedMessage id="advanced.bulk.more" values={{ count: told.length - SHOWN }} />}
      </div>
    </Overlay>
  );
}
