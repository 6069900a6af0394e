/**
 * Suggests guides for the unassigned departures of a day: shows the plan, and on confirmation assigns one by one with a
 * result each.
 */
import { Button, Checkbox, Field, Select, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Suggested } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { useConfirmClose } from '../../ui/overlays/use-confirm-close.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { type } from '../../ui/theme/sizes.ts';
import type { PlannerContext } from './planner-context.ts';
import { countUnassigned, type PlannerDeparture } from './planner-model.ts';
import { toHours, weekOf } from './planner-time.ts';
import { useAssignmentRun, useSuggestions, type AssignmentRun, type Suggestions } from './use-suggestions.ts';

const useStyles = makeStyles({
  body: { display: 'grid', gap: '16px' },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '6px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  reason: { ...type.body, gridColumn: '1 / -1', paddingInlineStart: '36px', color: tokens.colorNeutralForeground2 },
  unassigned: { ...type.body, paddingInlineStart: '36px' },
  confirmText: { flex: '1 0 100%', order: 1, color: tokens.colorNeutralForeground2 },
});

export interface SuggestDialogProps {
  company: Uuid;
  /** Day to show first, unless only others of its week have unassigned departures. */
  day: LocalDate;
  context: PlannerContext;
  /** Called at the end of each run, even if no guide could be assigned. */
  onFinished(): void;
  onClose(): void;
}

export function SuggestDialog({ company, day: preferred, context, onFinished, onClose }: SuggestDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  // Days as of opening, so that the selected one does not disappear.
  const [days] = useState(() => unassignedDays(context.plan.departures, preferred));
  const [day, setDay] = useState(() => (days.find((entry) => entry.day === preferred) ?? days[0]!).day);
  const suggestions = useSuggestions(company, day);
  const { response, selected } = suggestions;
  const run = useAssignmentRun(company, day, onFinished);
  const { busy, isFinished } = run;
  const confirmClose = useConfirmClose(busy, onClose);
  const next = isFinished ? days[days.findIndex((entry) => entry.day === day) + 1] : undefined;
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="planner.suggest.title" />}
      onClose={confirmClose.onClose}
      onSubmit={() => {
        if (!busy && !isFinished && selected.length > 0) void run.start(selected);
        else if (next) setDay(next.day);
        else if (isFinished) onClose();
      }}
      footer={
        <>
          {confirmClose.isClosePending && (
            <span role="alert" className={styles.confirmText}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          <Buttons run={run} next={next && context.formats.day(next.day)} count={selected.length} onClose={onClose} />
        </>
      }
    >
      <div className={styles.body}>
        <Field label={intl.formatMessage({ id: 'planner.suggest.day' })}>
          <Select value={day} disabled={busy} onChange={(_, { value }) => setDay(value)}>
            {days.map((entry) => (
              <option key={entry.day} value={entry.day}>
                {intl.formatMessage(
                  { id: 'planner.suggest.dayOf' },
                  { day: context.formats.date(entry.day), count: entry.count },
                )}
              </option>
            ))}
          </Select>
        </Field>
        <Notices response={response} run={run} />
        {response?.ok && (
          <SuggestionList suggested={response.data} suggestions={suggestions} run={run} context={context} />
        )}
      </div>
    </Overlay>
  );
}

/** Returns the days of a week with unassigned departures and their number, or only the given day if there are none. */
function unassignedDays(departures: readonly PlannerDeparture[], date: LocalDate) {
  const days = weekOf(date)
    .map((day) => ({ day, count: countUnassigned(departures, day) }))
    .filter(({ count }) => count > 0);
  return days.length > 0 ? days : [{ day: date, count: 0 }];
}

interface ButtonsProps {
  run: AssignmentRun;
  /** Day to continue with after the run. */
  next: string | undefined;
  /** Number of selected suggestions. */
  count: number;
  onClose(): void;
}

function Buttons({ run, next, count, onClose }: ButtonsProps) {
  const { busy, isFinished } = run;
  return (
    <>
      <Button onClick={busy ? run.stop : onClose}>
        <FormattedMessage id={busy ? 'run.stop' : isFinished ? 'planner.suggest.close' : 'form.cancel'} />
      </Button>
      {isFinished && next ? (
        <Button appearance="primary" type="submit">
          <FormattedMessage id="planner.suggest.next" values={{ day: next }} />
        </Button>
      ) : (
        !isFinished && (
          <Button appearance="primary" type="submit" disabledFocusable={busy || count === 0}>
            <FormattedMessage id="planner.suggest.confirm" values={{ count }} />
          </Button>
        )
      )}
    </>
  );
}

/** Outcome of the request for suggestions, and of the run. */
function Notices({ response, run }: { response: Suggestions['response']; run: AssignmentRun }) {
  const intl = useIntl();
  const { outcomes, isFinished } = run;
  const assignedCount = [...outcomes.values()].filter(({ ok }) => ok).length;
  return (
    <>
      {response === null && (
        <Spinner size="tiny" label={intl.formatMessage({ id: 'planner.suggest.looking' })} labelPosition="after" />
      )}
      {response && !response.ok && (
        <Message state="no" alert title={<FormattedMessage id="planner.suggest.failed" />}>
          <FormattedMessage id={FAILURE_TEXTS[response.code]} />
        </Message>
      )}
      {isFinished && (
        <Message state={assignedCount === outcomes.size ? 'ok' : 'attention'} alert>
          <FormattedMessage id="planner.suggest.done" values={{ done: assignedCount, all: outcomes.size }} />
        </Message>
      )}
      {response?.ok && response.data.suggestions.length + response.data.unassigned.length === 0 && (
        <Message state="ok">
          <FormattedMessage id="planner.suggest.nothing" />
        </Message>
      )}
    </>
  );
}

interface SuggestionListProps {
  suggested: Suggested;
  suggestions: Suggestions;
  run: AssignmentRun;
  context: PlannerContext;
}

function SuggestionList({ suggested, suggestions, run, context }: SuggestionListProps) {
  const styles = useStyles();
  const intl = useIntl();
  const departureName = (id: Uuid) => {
    const departure = context.plan.departures.find((candidate) => candidate.id === id);
    return departure
      ? `${context.departureName(departure)} (${context.formats.language(departure.language)})`
      : intl.formatMessage({ id: 'planner.untitled' });
  };
  return (
    <ul className={styles.list}>
      {suggested.suggestions.map(({ departureId, name, minutes }) => {
        const outcome = run.outcomes.get(departureId);
        return (
          <li key={departureId} className={styles.item}>
            <Checkbox
              checked={!suggestions.excluded.has(departureId)}
              disabled={run.busy || run.isFinished}
              label={intl.formatMessage({ id: 'planner.suggest.one' }, { departure: departureName(departureId), name })}
              onChange={(_, { checked }) => suggestions.setExcluded(departureId, !checked)}
            />
            {outcome && (
              <StateBadge state={outcome.ok ? 'ok' : 'no'}>
                <FormattedMessage id={outcome.ok ? 'planner.suggest.assigned' : 'planner.suggest.notAssigned'} />
              </StateBadge>
            )}
            <span className={styles.reason}>
              {outcome && !outcome.ok
                ? outcome.text
                : intl.formatMessage({ id: 'planner.suggest.load' }, { hours: toHours(minutes) })}
            </span>
          </li>
        );
      })}
      {suggested.unassigned.map(({ departureId, reason }) => (
        <li key={departureId} className={styles.item}>
          <span className={styles.unassigned}>{departureName(departureId)}</span>
          <StateBadge state="attention">
            <FormattedMessage id="planner.noGuide" />
          </StateBadge>
          <span className={styles.reason}>
            <FormattedMessage id={`planner.suggest.${reason}`} />
          </span>
        </li>
      ))}
    </ul>
  );
}
