/**
 * Changes one or several departures after a preview from the server; the button names the effect. Departures that
 * cannot be changed are listed before and after, and the others are changed.
 */
import { Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Impact } from '../../data/departure-schemas.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { parseTimeInput } from '../../domain/parse-date-time.ts';
import { usePreview } from '../../online/use-preview.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
import { capitalised } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { ChangeFields, toChangeRequest, type ChangeFormValues } from './change-fields.tsx';
import {
  requestChange,
  MIN_REASON_LENGTH,
  type DepartureToChange,
  type PreviewedChange,
  type ChangeOutcome,
  type ChangeRequest,
  type ChangeContext,
} from './departure-change.ts';
import { ImpactView } from './impact-view.tsx';
import { DepartureLines, nameOf } from './departure-lines.tsx';
import { ResultDialog } from './result-dialog.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' }, name: { ...capitalised, margin: 0 } });

export interface ChangeDialogProps {
  kind: PreviewedChange;
  departures: readonly DepartureToChange[];
  context: ChangeContext;
  /** Initial target of a move, from a drag. */
  to?: Place | undefined;
  onChanged(): void;
  onClose(): void;
}

type Changed = Extract<ChangeOutcome, { status: 'ok' }>;

/** Previews a change, and sends what was previewed. */
function useChange(entered: ChangeRequest | null, departures: readonly DepartureToChange[], context: ChangeContext) {
  const hasNoEffect = isUnmoved(entered, placeOf(departures[0]!, context));
  const request = hasNoEffect ? null : entered;
  /** The result of the change itself, if it failed. */
  const [failedOutcome, setFailedOutcome] = useState<ChangeOutcome | null>(null);
  const loadPreview = (change: ChangeRequest) => requestChange(context.company, { change, departures, preview: true });

  // Requested again only if it may concern other people, not on a change of the message or of the reason's text.
  const preview = usePreview(request && JSON.stringify(inEffect(request)), () => loadPreview(request!));
  const { lastResult } = preview;

  async function send(): Promise<Changed | null> {
    if (!request || lastResult?.status !== 'ok') return null;
    const response = await requestChange(context.company, {
      change: request,
      departures: lastResult.on,
      preview: false,
    });
    if (response.status === 'ok') return { ...response, skipped: lastResult.skipped };
    setFailedOutcome(response);
    // Changed by someone else in between: preview the remaining departures, and ask again.
    const isOne = departures.length === 1;
    preview.setResult(response.status === 'refused' && !isOne ? await loadPreview(request) : response);
    return null;
  }

  return {
    request,
    lastResult: hasNoEffect ? null : lastResult,
    // Only what was previewed can be confirmed: disabled while another preview is loading.
    hasPreview: preview.result?.status === 'ok',
    isOfPreview: lastResult !== failedOutcome,
    send,
  };
}

export function ChangeDialog({ kind, departures, context, to, onChanged, onClose }: ChangeDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const first = departures[0]!;
  const isOne = departures.length === 1;
  const [values, setValues] = useState(() => initialValues(first, to ?? placeOf(first, context)));
  const [result, setResult] = useState<Changed | null>(null);
  const entered = toChangeRequest(kind, values);
  const { request, lastResult, hasPreview, isOfPreview, send } = useChange(entered, departures, context);

  async function confirm(): Promise<boolean> {
    const changed = await send();
    if (!changed) return false;
    onChanged();
    if (changed.skipped.length > 0) {
      setResult(changed);
      return false;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: `calendar.done.${kind}` }, { count: changed.on.length }),
    });
    return true;
  }

  if (result)
    return (
      <ResultDialog context={context} changed={result.on} refused={withReasons(result.skipped)} onClose={onClose} />
    );

  const skipped = skippedIn(lastResult);
  const count = lastResult?.status === 'ok' ? lastResult.on.length : departures.length;
  // Guests without an email address must be called.
  const mailed = lastResult?.status === 'ok' ? mailedCount(lastResult.impact) : 0;
  return (
    <FormDialog
      title={<FormattedMessage id={`calendar.title.${kind}`} values={{ count: departures.length }} />}
      confirm={<FormattedMessage id={`calendar.confirm.${kind}`} values={{ count, guests: mailed }} />}
      {...(kind === 'cancel' ? { leave: <FormattedMessage id="calendar.cancel.leave" values={{ count }} /> } : {})}
      disabled={!hasPreview}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={styles.form}>
        {isOne && <DepartureName departure={first} context={context} />}
        <ChangeFields
          kind={kind}
          values={values}
          isUnderBooked={skipped.some(({ why }) => why === 'under_booked')}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
        {lastResult === null ? (
          request && (
            <Spinner size="tiny" label={intl.formatMessage({ id: 'calendar.looking' })} labelPosition="after" />
          )
        ) : (
          <OutcomeView kind={kind} context={context} outcome={lastResult} isOne={isOne} isOfPreview={isOfPreview} />
        )}
      </div>
    </FormDialog>
  );
}

interface OutcomeViewProps extends Pick<ChangeDialogProps, 'kind' | 'context'> {
  outcome: ChangeOutcome;
  /** Whether only one departure is to be changed. */
  isOne: boolean;
  /** Whether the outcome is that of a preview, not of the change itself. */
  isOfPreview: boolean;
}

function OutcomeView({ kind, context, outcome, isOne, isOfPreview }: OutcomeViewProps) {
  if (outcome.status === 'failed' && !isOfPreview) return <SaveFailed result={outcome.failure} />;
  // `SaveFailed` would say that a change was not saved.
  if (outcome.status === 'failed')
    return (
      <Message state="no" alert>
        <FormattedMessage id={FAILURE_TEXTS[outcome.failure.code]} />
      </Message>
    );
  const { skipped } = outcome;
  if (outcome.status === 'refused' && (isOne || skipped.length === 0))
    return (
      <Message state="no" alert>
        <FormattedMessage id={`calendar.refused.${outcome.why}`} />
      </Message>
    );
  return (
    <>
      {outcome.status === 'ok' && <ImpactView impact={outcome.impact} conflicts={outcome.conflicts} kind={kind} />}
      {skipped.length > 0 && (
        <Message
          state="attention"
          alert
          title={<FormattedMessage id="calendar.left" values={{ count: skipped.length }} />}
        >
          <DepartureLines context={context} lines={withReasons(skipped)} />
        </Message>
      )}
    </>
  );
}

const skippedIn = (outcome: ChangeOutcome | null) =>
  outcome === null || outcome.status === 'failed' ? [] : outcome.skipped;

const withReasons = (skipped: ReturnType<typeof skippedIn>) =>
  skipped.map(({ departure, why }) => ({ departure, note: <FormattedMessage id={`calendar.left.${why}`} /> }));

const initialValues = ({ capacity }: DepartureToChange, { date, time }: Place): ChangeFormValues => ({
  capacity: String(capacity),
  reason: '',
  date,
  time,
  cause: 'weather',
  message: '',
});

interface Place {
  date: LocalDate;
  time: string;
}

const placeOf = ({ localDate, startsAt }: DepartureToChange, { formats }: ChangeContext): Place => ({
  date: localDate,
  time: formats.time(startsAt),
});

/** Whether a move leads to where the departure is already. Danish forms write 09.30. */
const isUnmoved = (request: ChangeRequest | null, { date, time }: Place) =>
  request?.kind === 'move' && request.date === date && request.time === parseTimeInput(time);

const mailedCount = ({ guests, withoutEmail }: Impact) =>
  withoutEmail.reduce((remaining, party) => remaining - party.guests, guests);

/** Reduces a request to the parts that determine whom it concerns. */
function inEffect(request: ChangeRequest): ChangeRequest {
  if (request.kind === 'cancel') return { ...request, cause: 'other', message: '' };
  if (request.kind === 'move') return { ...request, message: '' };
  if (request.kind === 'capacity')
    return { ...request, reason: request.reason.length >= MIN_REASON_LENGTH ? 'said' : '' };
  return request;
}

function DepartureName({ departure, context }: { departure: DepartureToChange; context: ChangeContext }) {
  return <p className={useStyles().name}>{nameOf(departure, context)}</p>;
}
