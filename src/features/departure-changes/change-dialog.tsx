/**
 * Changes one or several departures after a preview from the server; the button names the effect. Departures that
 * cannot be changed are listed before and after, and the others are changed.
 */
import { Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Impact } from '../../data/departure-schemas.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { usePreview } from '../../online/use-preview.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { Message } from '../../ui/states/message.tsx';
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

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' } });

export interface ChangeDialogProps {
  kind: PreviewedChange;
  departures: readonly DepartureToChange[];
  context: ChangeContext;
  /** Initial target of a move, from a drag. */
  to?: { date: LocalDate; time: string } | undefined;
  onChanged(): void;
  onClose(): void;
}

export function ChangeDialog({ kind, departures, context, to, onChanged, onClose }: ChangeDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const first = departures[0]!;
  const isOne = departures.length === 1;
  const [values, setValues] = useState<ChangeFormValues>({
    capacity: String(first.capacity),
    reason: '',
    date: to?.date ?? first.localDate,
    time: to?.time ?? context.formats.time(first.startsAt),
    cause: 'weather',
    message: '',
  });
  const [result, setResult] = useState<Extract<ChangeOutcome, { status: 'ok' }> | null>(null);
  /** The result of the change itself, if it failed. */
  const [failedOutcome, setFailedOutcome] = useState<ChangeOutcome | null>(null);
  const request = toChangeRequest(kind, values);
  const loadPreview = (change: ChangeRequest) => requestChange(context.company, { change, departures, preview: true });

  // Requested again only if it may concern other people, not on a change of the message or of the reason's text.
  const preview = usePreview(request && JSON.stringify(inEffect(request)), () => loadPreview(request!));
  const lastResult = preview.lastResult;
  // Only what was previewed can be confirmed: disabled while another preview is loading.
  const hasPreview = preview.result?.status === 'ok';

  async function confirm(): Promise<boolean> {
    if (!request || lastResult?.status !== 'ok') return false;
    const response = await requestChange(context.company, {
      change: request,
      departures: lastResult.on,
      preview: false,
    });
    if (response.status !== 'ok') {
      setFailedOutcome(response);
      // Changed by someone else in between: preview the remaining departures, and ask again.
      preview.setResult(response.status === 'refused' && !isOne ? await loadPreview(request) : response);
      return false;
    }
    onChanged();
    if (lastResult.skipped.length > 0) {
      setResult({ ...response, skipped: lastResult.skipped });
      return false;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: `calendar.done.${kind}` }, { count: response.on.length }),
    });
    return true;
  }

  if (result)
    return (
      <ResultDialog
        context={context}
        changed={result.on}
        refused={result.skipped.map(({ departure, why }) => ({
          departure,
          note: <FormattedMessage id={`calendar.left.${why}`} />,
        }))}
        onClose={onClose}
      />
    );

  const skipped = lastResult === null || lastResult.status === 'failed' ? [] : lastResult.skipped;
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
        ) : lastResult === failedOutcome && lastResult.status === 'failed' ? (
          <SaveFailed failure={lastResult.failure} />
        ) : lastResult.status === 'failed' ? (
          <Message state="no" alert>
            <FormattedMessage id={FAILURE_TEXTS[lastResult.failure.code]} />
          </Message>
        ) : lastResult.status === 'refused' && (isOne || skipped.length === 0) ? (
          <Message state="no" alert>
            <FormattedMessage id={`calendar.refused.${lastResult.why}`} />
          </Message>
        ) : (
          <>
            {lastResult.status === 'ok' && (
              <ImpactView impact={lastResult.impact} conflicts={lastResult.conflicts} kind={kind} context={context} />
            )}
            {skipped.length > 0 && (
              <Message
                state="attention"
                alert
                title={<FormattedMessage id="calendar.left" values={{ count: skipped.length }} />}
              >
                <DepartureLines
                  context={context}
                  lines={skipped.map(({ departure, why }) => ({
                    departure,
                    note: <FormattedMessage id={`calendar.left.${why}`} />,
                  }))}
                />
              </Message>
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}

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

const DepartureName = ({ departure, context }: { departure: DepartureToChange; context: ChangeContext }) => (
  <p style={{ margin: 0 }}>{nameOf(departure, context)}</p>
);
