/** Assigns a guide to one or several departures and lists the conflicts. */
import { Field, Radio, RadioGroup, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { leadOf } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { assignOneByOne, type AssignmentResult, type AssignmentFailure } from './assign-one-by-one.ts';
import type { CalendarScope } from './calendar-scope.ts';
import type { ChangedDeparture } from '../../features/departure-changes/departure-change.ts';
import { nameOf } from '../../features/departure-changes/departure-lines.tsx';
import { ResultDialog } from '../../features/departure-changes/result-dialog.tsx';
import { AssignmentProgress } from './assignment-progress.tsx';
import { useGuides } from './use-calendar.ts';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' }, name: { margin: 0 } });

/** Value that unassigns. */
const NOBODY = 'nobody';

export interface GuideDialogProps {
  departures: readonly ChangedDeparture[];
  scope: CalendarScope;
  onChanged(): void;
  onClose(): void;
}

export function GuideDialog({ departures, scope, onChanged, onClose }: GuideDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const answer = useGuides(scope.company, departures[0]!.localDate);
  const [guide, setGuide] = useState<Uuid | typeof NOBODY | null>(null);
  /** Progress of the running assignment; null when idle. */
  const [running, setRunning] = useState<{ done: number; count: number } | null>(null);
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);
  const [given, setGiven] = useState<AssignmentResult | null>(null);
  const named = answer.data?.guides.find(({ id }) => id === guide)?.name ?? '';
  const wanted = guide === NOBODY ? null : guide;
  const changing = departures.filter((departure) => leadOf(departure)?.userId !== (wanted ?? undefined));
  const off = [...new Set(changing.flatMap((departure) => leadOf(departure)?.name ?? []))];

  async function run(those: readonly ChangedDeparture[], despiteConflicts: boolean): Promise<AssignmentResult> {
    const control = new AbortController();
    giveUp.current = control;
    setRunning({ done: 0, count: those.length });
    const done = await assignOneByOne(scope.company, {
      departures: those,
      guide: wanted,
      despiteConflicts,
      signal: control.signal,
      onStep: (step) => setRunning({ done: step, count: those.length }),
    });
    setRunning(null);
    if (done.done.length > 0) onChanged();
    return done;
  }

  async function confirm(): Promise<void> {
    const now = await run(departures, false);
    if (now.refused.length > 0) {
      setGiven(now);
      return;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'calendar.done.guide' }, { count: changing.length }),
    });
    onClose();
  }

  const title = <FormattedMessage id="calendar.title.guide" values={{ count: departures.length }} />;
  if (running) return <AssignmentProgress title={title} {...running} onStop={() => giveUp.current?.abort()} />;

  if (given) {
    const clashing = given.refused.filter(({ not }) => not.why === 'conflicts').map(({ departure }) => departure);
    return (
      <ResultDialog
        scope={scope}
        changed={given.done}
        refused={given.refused.map(({ departure, not }) => ({ departure, note: <Why not={not} name={named} /> }))}
        {...(clashing.length > 0
          ? {
              action: {
                label: <FormattedMessage id="calendar.guide.despite" values={{ count: clashing.length }} />,
                busy: false,
                onSelect: () =>
                  void run(clashing, true).then((now) =>
                    setGiven({
                      done: [...given.done, ...now.done],
                      refused: [...given.refused.filter(({ not }) => not.why !== 'conflicts'), ...now.refused],
                    }),
                  ),
              },
            }
          : {})}
        onClose={onClose}
      />
    );
  }

  return (
    <FormDialog
      title={title}
      confirm={
        guide === NOBODY ? (
          <FormattedMessage id="calendar.confirm.unguide" values={{ count: changing.length }} />
        ) : (
          <FormattedMessage id="calendar.confirm.guide" values={{ count: changing.length, name: named }} />
        )
      }
      disabled={guide === null || changing.length === 0}
      onClose={onClose}
      onConfirm={async () => {
        void confirm();
        // The dialog stays open; progress has its own dialog.
        return false;
      }}
    >
      <div className={styles.form}>
        {departures.length === 1 && <p className={styles.name}>{nameOf(departures[0]!, scope)}</p>}
        <QueryView
          answer={answer}
          skeleton={<Spinner size="tiny" />}
          failed={<FormattedMessage id="calendar.guide.failed" />}
        >
          {({ guides }) => (
            <Field label={intl.formatMessage({ id: 'calendar.filter.guide' })}>
              <RadioGroup value={guide ?? ''} onChange={(_, { value }) => setGuide(value)}>
                {guides.map(({ id, name }) => (
                  <Radio key={id} value={id} label={name} />
                ))}
                <Radio value={NOBODY} label={intl.formatMessage({ id: 'calendar.noGuide' })} />
              </RadioGroup>
            </Field>
          )}
        </QueryView>
        {guide !== null && (
          <Message state="neutral">
            {changing.length === 0 ? (
              <FormattedMessage id="calendar.guide.same" />
            ) : off.length > 0 ? (
              <FormattedMessage
                id="calendar.guide.told"
                values={{
                  isAsked: wanted ? 'yes' : 'no',
                  name: named,
                  off: scope.formats.list(off),
                  count: off.length,
                }}
              />
            ) : (
              <FormattedMessage id="calendar.guide.asked" values={{ name: named }} />
            )}
          </Message>
        )}
      </div>
    </FormDialog>
  );
}

function Why({ not, name }: { not: AssignmentFailure; name: string }) {
  if (not.why === 'failed') return <FormattedMessage id={FAILURE_TEXTS[not.code]} />;
  if (not.why !== 'conflicts') return <FormattedMessage id={`calendar.left.${not.why}`} />;
  return not.kinds.map((kind) => (
    <div key={kind}>
      <FormattedMessage id={`calendar.conflict.${kind}`} values={{ name }} />
    </div>
  ));
}
