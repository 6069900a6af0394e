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
import type { CalendarContext } from './calendar-context.ts';
import type { DepartureToChange } from '../../features/departure-changes/departure-change.ts';
import { nameOf } from '../../features/departure-changes/departure-lines.tsx';
import { ResultDialog } from '../../features/departure-changes/result-dialog.tsx';
import { AssignmentProgress } from './assignment-progress.tsx';
import { useGuides } from './use-calendar.ts';

const useStyles = makeStyles({ form: { display: 'grid', gap: '16px' }, name: { margin: 0 } });

const UNASSIGN = 'unassign';

export interface GuideDialogProps {
  departures: readonly DepartureToChange[];
  context: CalendarContext;
  onChanged(): void;
  onClose(): void;
}

export function GuideDialog({ departures, context, onChanged, onClose }: GuideDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useGuides(context.company, departures[0]!.localDate);
  const [guide, setGuide] = useState<Uuid | typeof UNASSIGN | null>(null);
  const guideId = guide === UNASSIGN ? null : guide;
  const { progress, assign, stop } = useAssignment(guideId, { company: context.company, onChanged });
  const [result, setResult] = useState<AssignmentResult | null>(null);
  const guideName = query.data?.guides.find(({ id }) => id === guide)?.name ?? '';
  const affected = departures.filter((departure) => leadOf(departure)?.userId !== (guideId ?? undefined));

  async function confirm(): Promise<void> {
    const outcome = await assign(departures, { ignoreConflicts: false });
    if (outcome.refused.length > 0) {
      setResult(outcome);
      return;
    }
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'calendar.done.guide' }, { count: affected.length }),
    });
    onClose();
  }

  const title = <FormattedMessage id="calendar.title.guide" values={{ count: departures.length }} />;
  if (progress) return <AssignmentProgress title={title} {...progress} onStop={stop} />;
  if (result) {
    const ignoreConflicts = (conflicting: readonly DepartureToChange[]) =>
      void assign(conflicting, { ignoreConflicts: true }).then((retried) => setResult(mergeRetry(result, retried)));
    return <AssignmentResultDialog {...{ result, guideName, context, ignoreConflicts, onClose }} />;
  }
  return (
    <FormDialog
      title={title}
      confirm={
        guide === null ? (
          <FormattedMessage id="calendar.confirm.chooseGuide" />
        ) : (
          <FormattedMessage
            id={guide === UNASSIGN ? 'calendar.confirm.unguide' : 'calendar.confirm.guide'}
            values={{ count: affected.length, name: guideName }}
          />
        )
      }
      disabled={guide === null || affected.length === 0}
      onClose={onClose}
      onConfirm={async () => {
        void confirm();
        // The dialog stays open; progress has its own dialog.
        return false;
      }}
    >
      <div className={styles.form}>
        {departures.length === 1 && <p className={styles.name}>{nameOf(departures[0]!, context)}</p>}
        <GuideChoice query={query} guide={guide} onChange={setGuide} />
        {guide !== null && <AssignmentNotice {...{ guideId, guideName, affected, context }} />}
      </div>
    </FormDialog>
  );
}

/** Assigns departures one by one; `progress` is null when idle. */
function useAssignment(guideId: Uuid | null, { company, onChanged }: { company: Uuid; onChanged(): void }) {
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null);
  const abortRef = useRef<AbortController | null>(null);
  const stop = () => abortRef.current?.abort();
  useEffect(() => () => abortRef.current?.abort(), []);

  async function assign(
    departures: readonly DepartureToChange[],
    { ignoreConflicts }: { ignoreConflicts: boolean },
  ): Promise<AssignmentResult> {
    const controller = new AbortController();
    abortRef.current = controller;
    const count = departures.length;
    setProgress({ done: 0, count });
    const outcome = await assignOneByOne(company, {
      departures,
      guide: guideId,
      ignoreConflicts,
      signal: controller.signal,
      onStep: (done) => setProgress({ done, count }),
    });
    setProgress(null);
    if (outcome.done.length > 0) onChanged();
    return outcome;
  }

  return { progress, assign, stop };
}

interface GuideChoiceProps {
  query: ReturnType<typeof useGuides>;
  guide: string | null;
  onChange(guide: string): void;
}

function GuideChoice({ query, guide, onChange }: GuideChoiceProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={query}
      skeleton={<Spinner size="tiny" />}
      failed={<FormattedMessage id="calendar.guide.failed" />}
    >
      {({ guides }) => (
        <Field label={intl.formatMessage({ id: 'calendar.filter.guide' })}>
          <RadioGroup value={guide ?? ''} onChange={(_, { value }) => onChange(value)}>
            {guides.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
            <Radio value={UNASSIGN} label={intl.formatMessage({ id: 'calendar.noGuide' })} />
          </RadioGroup>
        </Field>
      )}
    </QueryView>
  );
}

interface AssignmentNoticeProps {
  guideId: Uuid | null;
  guideName: string;
  /** Departures that do not have this guide yet. */
  affected: readonly DepartureToChange[];
  context: CalendarContext;
}

/** Says who will be informed. */
function AssignmentNotice({ guideId, guideName, affected, context }: AssignmentNoticeProps) {
  const replacedNames = [...new Set(affected.flatMap((departure) => leadOf(departure)?.name ?? []))];
  return (
    <Message state="neutral">
      {affected.length === 0 ? (
        <FormattedMessage id="calendar.guide.same" />
      ) : replacedNames.length > 0 ? (
        <FormattedMessage
          id="calendar.guide.informed"
          values={{
            isProposed: guideId ? 'yes' : 'no',
            name: guideName,
            off: context.formats.list(replacedNames),
          }}
        />
      ) : (
        <FormattedMessage id="calendar.guide.proposed" values={{ name: guideName }} />
      )}
    </Message>
  );
}

const isConflict = ({ failure }: AssignmentResult['refused'][number]) => failure.reason === 'conflicts';

/** Adds the outcome of assigning the departures with conflicts again. */
const mergeRetry = (result: AssignmentResult, retried: AssignmentResult): AssignmentResult => ({
  done: [...result.done, ...retried.done],
  refused: [...result.refused.filter((refusal) => !isConflict(refusal)), ...retried.refused],
});

interface AssignmentResultDialogProps {
  result: AssignmentResult;
  guideName: string;
  context: CalendarContext;
  ignoreConflicts(departures: readonly DepartureToChange[]): void;
  onClose(): void;
}

function AssignmentResultDialog(props: AssignmentResultDialogProps) {
  const { result, guideName, context, ignoreConflicts, onClose } = props;
  const conflicting = result.refused.filter(isConflict).map(({ departure }) => departure);
  return (
    <ResultDialog
      context={context}
      changed={result.done}
      refused={result.refused.map(({ departure, failure }) => ({
        departure,
        note: <FailureText failure={failure} name={guideName} />,
      }))}
      {...(conflicting.length > 0
        ? {
            action: {
              label: <FormattedMessage id="calendar.guide.ignoreConflicts" values={{ count: conflicting.length }} />,
              busy: false,
              onSelect: () => ignoreConflicts(conflicting),
            },
          }
        : {})}
      onClose={onClose}
    />
  );
}

function FailureText({ failure, name }: { failure: AssignmentFailure; name: string }) {
  if (failure.reason === 'failed') return <FormattedMessage id={FAILURE_TEXTS[failure.code]} />;
  if (failure.reason !== 'conflicts') return <FormattedMessage id={`calendar.left.${failure.reason}`} />;
  return failure.kinds.map((kind) => (
    <div key={kind}>
      <FormattedMessage id={`calendar.conflict.${kind}`} values={{ name }} />
    </div>
  ));
}
