/**
 * Suggests guides for the unassigned departures of a day: shows the plan, and on confirmation assigns one by one with a
 * result each.
 */
import { Button, Checkbox, Field, Select, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { assignGuide, suggestAssignments, type Suggested } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { Message } from '../../ui/states/message.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { useConfirmClose } from '../../ui/overlays/use-confirm-close.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { type } from '../../ui/theme/sizes.ts';
import type { PlannerContext } from './planner-context.ts';

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
  reason: { ...type.body, gridColumn: '1 / -1', paddingInlineStart: '32px', color: tokens.colorNeutralForeground2 },
  left: { ...type.body, paddingInlineStart: '32px' },
  confirmText: { flex: '1 0 100%', order: 1, color: tokens.colorNeutralForeground2 },
});

type Outcome = { ok: true } | { ok: false; text: string };

export interface SuggestDialogProps {
  company: Uuid;
  day: LocalDate;
  /** Days with unassigned departures and their number. */
  open: readonly { day: LocalDate; count: number }[];
  context: PlannerContext;
  /** Called after at least one assignment. */
  onAssigned(): void;
  onClose(): void;
}

export function SuggestDialog({ company, day: first, open, context, onAssigned, onClose }: SuggestDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  // Days as of opening, so that the selected one does not disappear.
  const [days] = useState(() => (open.some(({ day }) => day === first) ? open : [{ day: first, count: 0 }, ...open]));
  const [day, setDay] = useState(first);
  const [response, setResponse] = useState<Result<Suggested> | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<Uuid>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Uuid, Outcome>>(new Map());
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  const stop = (): void => {
    stopped.current = true;
  };
  // Leaving the page stops the run.
  useDirtyForm(busy, [], { isWork: true });
  const careful = useConfirmClose(busy, onClose);

  useEffect(() => {
    const stop = new AbortController();
    setResponse(null);
    setOutcomes(new Map());
    setExcluded(new Set());
    void suggestAssignments(company, { date: day, signal: stop.signal }).then((result) => {
      if (stop.signal.aborted) return;
      setResponse(result);
    });
    return () => stop.abort();
  }, [company, day]);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  const suggested = response?.ok ? response.data : null;
  const selected = suggested?.suggestions.filter(({ departureId }) => !excluded.has(departureId)) ?? [];
  const departure = (id: Uuid) => context.plan.departures.find((candidate) => candidate.id === id);
  const departureName = (id: Uuid) => {
    const match = departure(id);
    return match
      ? `${context.departureName(match)} (${context.formats.language(match.language)})`
      : intl.formatMessage({ id: 'planner.untitled' });
  };

  async function run(): Promise<void> {
    stopped.current = false;
    setBusy(true);
    for (const { departureId, version, userId } of selected) {
      // Closing the dialog stops the remaining assignments.
      if (stopped.current) break;
      const outcome = await assignGuide(company, { departure: { id: departureId, version }, userId });
      const result: Outcome = outcome.ok
        ? { ok: true }
        : {
            ok: false,
            text: intl.formatMessage({
              id:
                outcome.code === 'refused' ? `planner.refused.${outcome.refusal.status}` : FAILURE_TEXTS[outcome.code],
            }),
          };
      setOutcomes((before) => new Map(before).set(departureId, result));
    }
    setBusy(false);
    onAssigned();
  }

  const isFinished = outcomes.size > 0 && !busy;
  const assignedCount = [...outcomes.values()].filter(({ ok }) => ok).length;
  const next = isFinished ? days[days.findIndex((entry) => entry.day === day) + 1] : undefined;
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="planner.suggest.title" />}
      onClose={careful.onClose}
      onSubmit={() => {
        if (!busy && !isFinished && selected.length > 0) void run();
        else if (next) setDay(next.day);
        else if (isFinished) onClose();
      }}
      footer={
        <>
          {careful.isClosePending && (
            <span role="alert" className={styles.confirmText}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          <Button onClick={busy ? stop : onClose}>
            <FormattedMessage id={busy ? 'run.stop' : isFinished ? 'planner.suggest.close' : 'form.cancel'} />
          </Button>
          {isFinished && next ? (
            <Button appearance="primary" type="submit">
              <FormattedMessage id="planner.suggest.next" values={{ day: context.formats.day(next.day) }} />
            </Button>
          ) : (
            !isFinished && (
              <Button appearance="primary" type="submit" disabledFocusable={busy || selected.length === 0}>
                <FormattedMessage id="planner.suggest.confirm" values={{ count: selected.length }} />
              </Button>
            )
          )}
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
        {suggested && suggested.suggestions.length + suggested.left.length === 0 && (
          <Message state="ok">
            <FormattedMessage id="planner.suggest.nothing" />
          </Message>
        )}
        {suggested && (
          <ul className={styles.list}>
            {suggested.suggestions.map(({ departureId, name, minutes }) => {
              const result = outcomes.get(departureId);
              return (
                <li key={departureId} className={styles.item}>
                  <Checkbox
                    checked={!excluded.has(departureId)}
                    disabled={busy || isFinished}
                    label={intl.formatMessage(
                      { id: 'planner.suggest.one' },
                      { departure: departureName(departureId), name },
                    )}
                    onChange={(_, { checked }) => {
                      const changed = new Set(excluded);
                      if (checked) changed.delete(departureId);
                      else changed.add(departureId);
                      setExcluded(changed);
                    }}
                  />
                  {result && (
                    <StateBadge state={result.ok ? 'ok' : 'no'}>
                      <FormattedMessage id={result.ok ? 'planner.suggest.assigned' : 'planner.suggest.notAssigned'} />
                    </StateBadge>
                  )}
                  <span className={styles.reason}>
                    {result && !result.ok
                      ? result.text
                      : intl.formatMessage({ id: 'planner.suggest.load' }, { hours: Math.round(minutes / 6) / 10 })}
                  </span>
                </li>
              );
            })}
            {suggested.left.map(({ departureId, reason }) => (
              <li key={departureId} className={styles.item}>
                <span className={styles.left}>{departureName(departureId)}</span>
                <StateBadge state="attention">
                  <FormattedMessage id="planner.noGuide" />
                </StateBadge>
                <span className={styles.reason}>
                  <FormattedMessage id={`planner.suggest.${reason}`} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Overlay>
  );
}
