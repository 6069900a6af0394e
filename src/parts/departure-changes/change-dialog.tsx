/**
 * What is done to departures, after a look at whom it concerns: the server is asked for a preview first, and the button says what it
 * will do. What cannot be done to some of them is named before and after, and done to the others.
 */
import { Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Concerned } from '../../data/departure-shapes.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { usePreview } from '../../online/use-preview.ts';
import { FAILURE_TEXTS } from '../../ui/words/failure-texts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { ChangeFields, wishOf, type Typed } from './change-fields.tsx';
import {
  attempt,
  LEAST_REASON,
  type Changing,
  type LookedAt,
  type Outcome,
  type Wish,
  type ChangeScope,
} from './changes.ts';
import { ConcernedView } from './concerned-view.tsx';
import { DepartureLines, nameOf } from './departure-lines.tsx';
import { ResultDialog } from './result-dialog.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' } });

export interface ChangeDialogProps {
  what: LookedAt;
  departures: readonly Changing[];
  scope: ChangeScope;
  /** Where a move leads at first: to where it was dragged. */
  to?: { date: LocalDate; time: string } | undefined;
  onDone(): void;
  onClose(): void;
}

export function ChangeDialog({ what, departures, scope, to, onDone, onClose }: ChangeDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const first = departures[0]!;
  const isOne = departures.length === 1;
  const [typed, setTyped] = useState<Typed>({
    capacity: String(first.capacity),
    reason: '',
    date: to?.date ?? first.localDate,
    time: to?.time ?? scope.formats.time(first.startsAt),
    cause: 'weather',
    message: '',
  });
  const [result, setResult] = useState<Extract<Outcome, { status: 'ok' }> | null>(null);
  const wish = wishOf(what, typed);
  const look = (wanted: Wish) => attempt(scope.company, { wish: wanted, departures, preview: true });

  // Whom it concerns is asked anew whenever it may be somebody else: not for another message, nor for another word of why.
  const preview = usePreview(wish && JSON.stringify(inEffect(wish)), () => look(wish!));
  const said = preview.last;
  // What was seen is what is done: nothing while something else is asked about.
  const isSeen = preview.answer?.status === 'ok';

  async function confirm(): Promise<boolean> {
    if (!wish || said?.status !== 'ok') return false;
    const answer = await attempt(scope.company, { wish, departures: said.on, preview: false });
    if (answer.status !== 'ok') {
      // Somebody was quicker: what is left of it is looked at once more, and asked again.
      preview.answered(answer.status === 'refused' && !isOne ? await look(wish) : answer);
      return false;
    }
    onDone();
    if (said.leftOut.length > 0) {
      setResult({ ...answer, leftOut: said.leftOut });
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

  const leftOut = said === null || said.status === 'failed' ? [] : said.leftOut;
  const count = said?.status === 'ok' ? said.on.length : departures.length;
  // Who has no address is called, and not mailed by us.
  const mailed = said?.status === 'ok' ? mailedCount(said.concerned) : 0;
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
        {said === null ? (
          wish && <Spinner size="tiny" label={intl.formatMessage({ id: 'calendar.looking' })} labelPosition="after" />
        ) : said.status === 'failed' ? (
          <Message state="no" alert>
            <FormattedMessage id={FAILURE_TEXTS[said.code]} />
          </Message>
        ) : said.status === 'refused' && (isOne || leftOut.length === 0) ? (
          <Message state="no" alert>
            <FormattedMessage id={`calendar.refused.${said.why}`} />
          </Message>
        ) : (
          <>
            {said.status === 'ok' && (
              <ConcernedView concerned={said.concerned} conflicts={said.conflicts} what={what} scope={scope} />
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

const mailedCount = ({ guests, withoutEmail }: Concerned) =>
  withoutEmail.reduce((left, party) => left - party.guests, guests);

/** A wish as far as it decides whom it concerns. */
function inEffect(wish: Wish): Wish {
  if (wish.what === 'cancel') return { ...wish, cause: 'other', message: '' };
  if (wish.what === 'move') return { ...wish, message: '' };
  if (wish.what === 'capacity') return { ...wish, reason: wish.reason.length >= LEAST_REASON ? 'said' : '' };
  return wish;
}

const DepartureName = ({ departure, scope }: { departure: Changing; scope: ChangeScope }) => (
  <p style={{ margin: 0 }}>{nameOf(departure, scope)}</p>
);
