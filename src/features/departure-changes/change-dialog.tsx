/**
 * Changes one or several departures after a preview from the server; the button names the effect. Departures that cannot be changed
 * are listed before and after, and the others are changed.
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
  type ChangedDeparture,
  type PreviewedChange,
  type ChangeOutcome,
  type ChangeRequest,
  type ChangeScope,
} from './departure-change.ts';
import { ImpactView } from './impact-view.tsx';
import { DepartureLines, nameOf } from './departure-lines.tsx';
import { ResultDialog } from './result-dialog.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' } });

export interface ChangeDialogProps {
  what: PreviewedChange;
  departures: readonly ChangedDeparture[];
  scope: ChangeScope;
  /** Initial target of a move, from a drag. */
  to?: { date: LocalDate; time: string } | undefined;
  onDone(): void;
  onClose(): void;
}

export function ChangeDialog({ what, departures, scope, to, onDone, onClose }: ChangeDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const first = departures[0]!;
  const isOne = departures.length === 1;
  const [typed, setTyped] = useState<ChangeFormValues>({
    capacity: String(first.capacity),
    reason: '',
    date: to?.date ?? first.localDate,
    time: to?.time ?? scope.formats.time(first.startsAt),
    cause: 'weather',
    message: '',
  });
  const [result, setResult] = useState<Extract<ChangeOutcome, { status: 'ok' }> | null>(null);
  /** The result of the change itself, if it failed. */
  const [notDone, setNotDone] = useState<ChangeOutcome | null>(null);
  const request = toChangeRequest(what, typed);
  const look = (wanted: ChangeRequest) => requestChange(scope.company, { wish: wanted, departures, preview: true });

  // Requested again only if it may concern other people, not on a change of the message or of the reason's text.
  const preview = usePreview(request && JSON.stringify(inEffect(request)), () => look(request!));
  const lastResult = preview.lastResult;
  // Only what was previewed can be confirmed: disabled while another preview is loading.
  const isSeen = preview.result?.status === 'ok';

  async function confirm(): Promise<boolean> {
    if (!request || lastResult?.status !== 'ok') return false;
    const answer = await requestChange(scope.company, { wish: request, departures: lastResult.on, preview: false });
    if (answer.status !== 'ok') {
      setNotDone(answer);
      // Changed by someone else in between: preview the remaining departures, and ask again.
      preview.setResult(answer.status === 'refused' && !isOne ? await look(request) : answer);
      return false;
    }
    onDone();
    if (lastResult.leftOut.length > 0) {
      setResult({ ...answer, leftOut: lastResult.leftOut });
      return false;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: `calendar.done.${what}` }, { count: answer.on.length }),
    });
    return true;
  }

  if (result)
    return (
      <ResultDialog
        scope={scope}
        done={result.on}
        refused={result.leftOut.map(({ departure, why }) => ({
          departure,
          said: <FormattedMessage id={`calendar.left.${why}`} />,
        }))}
        onClose={onClose}
      />
    );

  const leftOut = lastResult === null || lastResult.status === 'failed' ? [] : lastResult.leftOut;
  const count = lastResult?.status === 'ok' ? lastResult.on.length : departures.length;
  // Guests without an email address must be called.
  const mailed = lastResult?.status === 'ok' ? mailedCount(lastResult.concerned) : 0;
  return (
    <FormDialog
      title={<FormattedMessage id={`calendar.title.${what}`} values={{ count: departures.length }} />}
      confirm={<FormattedMessage id={`calendar.confirm.${what}`} values={{ count, guests: mailed }} />}
      {...(what === 'cancel' ? { leave: <FormattedMessage id="calendar.cancel.leave" values={{ count }} /> } : {})}
      disabled={!isSeen}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={styles.form}>
        {isOne && <DepartureName departure={first} scope={scope} />}
        <ChangeFields
          what={what}
          typed={typed}
          isUnderBooked={leftOut.some(({ why }) => why === 'under_booked')}
          onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
        />
        {lastResult === null ? (
          request && (
            <Spinner size="tiny" label={intl.formatMessage({ id: 'calendar.looking' })} labelPosition="after" />
          )
        ) : lastResult === notDone && lastResult.status === 'failed' ? (
          <SaveFailed failure={lastResult.failure} />
        ) : lastResult.status === 'failed' ? (
          <Message state="no" alert>
            <FormattedMessage id={FAILURE_TEXTS[lastResult.failure.code]} />
          </Message>
        ) : lastResult.status === 'refused' && (isOne || leftOut.length === 0) ? (
          <Message state="no" alert>
            <FormattedMessage id={`calendar.refused.${lastResult.why}`} />
          </Message>
        ) : (
          <>
            {lastResult.status === 'ok' && (
              <ImpactView concerned={lastResult.concerned} conflicts={lastResult.conflicts} what={what} scope={scope} />
            )}
            {leftOut.length > 0 && (
              <Message
                state="attention"
                alert
                title={<FormattedMessage id="calendar.left" values={{ count: leftOut.length }} />}
              >
                <DepartureLines
                  scope={scope}
                  lines={leftOut.map(({ departure, why }) => ({
                    departure,
                    said: <FormattedMessage id={`calendar.left.${why}`} />,
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
  withoutEmail.reduce((left, party) => left - party.guests, guests);

/** Reduces a request to the parts that determine whom it concerns. */
function inEffect(request: ChangeRequest): ChangeRequest {
  if (request.what === 'cancel') return { ...request, cause: 'other', message: '' };
  if (request.what === 'move') return { ...request, message: '' };
  if (request.what === 'capacity')
    return { ...request, reason: request.reason.length >= MIN_REASON_LENGTH ? 'said' : '' };
  return request;
}

const DepartureName = ({ departure, scope }: { departure: ChangedDeparture; scope: ChangeScope }) => (
  <p style={{ margin: 0 }}>{nameOf(departure, scope)}</p>
);
