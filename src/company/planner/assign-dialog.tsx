/** Assigns a guide: lists all guides with their conflicts; the confirm button names the guide and the conflicts. */
import { Button, Field, Radio, RadioGroup, Select, makeStyles, tokens } from '@fluentui/react-components';
import { CalendarEditRegular, CheckmarkCircleRegular, EditRegular, PersonDeleteRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { AssignedGuide } from '../../domain/calendar.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { capitalised, tabular, type, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { ConflictList } from './conflict-list.tsx';
import { conflictsForAllGuides, assignedGuides, type Block } from './planner-model.ts';
import type { PlannerContext } from './planner-context.ts';
import type { Assignments, AssignmentOutcome } from './use-assignments.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '16px' },
  facts: { ...capitalised, ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  guides: { display: 'grid' },
  guide: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '0 8px',
    padding: '4px 0 6px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '& label': { padding: 0 },
  },
  assigned: { display: 'grid', gap: '8px' },
  more: { gridColumn: '1 / -1', paddingInlineStart: '32px' },
  load: { ...type.body, ...tabular, color: tokens.colorNeutralForeground2 },
  free: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    color: stateColours.ok.foreground,
    '& svg': { fontSize: '16px' },
  },
  name: { fontWeight: weight.bold },
  off: { justifySelf: 'start' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Adds a guide instead of replacing one. */
const AS_WELL = 'as-well';

export interface AssignDialogProps {
  block: Block;
  context: PlannerContext;
  act: Assignments['act'];
  /** Opens the dialog to change day or time instead. */
  onMove(): void;
  /** Opens the dialog for the departure's own settings instead. */
  onOverrides(): void;
  onClose(): void;
}

export function AssignDialog({ block, context, act, onMove, onOverrides, onClose }: AssignDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { departure } = block;
  const assigned = assignedGuides(departure);
  const [replacedId, setReplacedId] = useState<string>(block.guide?.userId ?? assigned[0]?.userId ?? AS_WELL);
  const [selectedId, setSelectedId] = useState<Uuid | null>(null);
  const [refused, setRefused] = useState<{ of: Uuid; outcome: Exclude<AssignmentOutcome, { kind: 'done' }> } | null>(
    null,
  );
  const conflictsByGuide = useMemo(() => conflictsForAllGuides(context.plan, departure), [context.plan, departure]);
  const candidates = useMemo(() => {
    const assignedIds = new Set(assignedGuides(departure).map(({ userId }) => userId));
    return context.plan.guides
      .filter(({ id }) => !assignedIds.has(id))
      .map((guide) => ({ guide, conflicts: conflictsByGuide.get(guide.id) ?? [] }))
      .sort(
        (a, b) =>
          a.conflicts.length - b.conflicts.length ||
          a.guide.minutes - b.guide.minutes ||
          a.guide.name.localeCompare(b.guide.name, intl.locale),
      );
  }, [context.plan, departure, conflictsByGuide, intl.locale]);

  const currentRefusal = selectedId !== null && refused?.of === selectedId ? refused.outcome : null;
  const visibleConflicts: readonly Conflict[] =
    currentRefusal?.kind === 'conflicts'
      ? currentRefusal.conflicts
      : selectedId === null
        ? []
        : (conflictsByGuide.get(selectedId) ?? []);
  const name = candidates.find(({ guide }) => guide.id === selectedId)?.guide.name ?? '';
  const from = replacedId === AS_WELL ? null : replacedId;
  const role =
    from === null
      ? assigned.length > 0
        ? 'assistant'
        : 'lead'
      : (assigned.find((guide) => guide.userId === from)?.role ?? 'lead');

  async function assign(): Promise<boolean> {
    if (selectedId === null) return false;
    const outcome = await act({ departure, from, to: selectedId, role, ignoreConflicts: visibleConflicts.length > 0 });
    if (outcome.kind === 'done') return true;
    setRefused({ of: selectedId, outcome });
    return false;
  }
  async function unassign({ userId, role: currentRole }: AssignedGuide): Promise<void> {
    const outcome = await act({ departure, from: userId, to: null, role: currentRole });
    if (outcome.kind === 'done') onClose();
    else setRefused({ of: userId, outcome });
  }
  const failed = refused?.outcome.kind === 'failed' ? (refused.outcome.failure ?? refused.outcome.text) : null;

  return (
    <FormDialog
      title={<FormattedMessage id="planner.assign.title" values={{ departure: context.departureName(departure) }} />}
      confirm={
        selectedId === null ? (
          <FormattedMessage id="planner.assign.choose" />
        ) : (
          <FormattedMessage
            id={visibleConflicts.length > 0 ? 'planner.assign.ignoreConflicts' : 'planner.assign.confirm'}
            values={{ name }}
          />
        )
      }
      disabled={selectedId === null}
      onClose={onClose}
      onConfirm={assign}
    >
      <div className={styles.form}>
        <p className={styles.facts}>
          {joinWithDots(
            context.formats.date(departure.localDate),
            `${context.clock(block.from)}–${context.clock(block.to)}`,
            context.formats.language(departure.language),
            intl.formatMessage({ id: 'planner.seats' }, { booked: departure.booked, capacity: departure.capacity }),
            departure.meetingNote,
            context.differs(departure),
          )}
        </p>
        {departure.status === 'scheduled' && (
          <div className={styles.actions}>
            <Button icon={<CalendarEditRegular />} onClick={onMove}>
              <FormattedMessage id="planner.move" />
            </Button>
            <Button icon={<EditRegular />} onClick={onOverrides}>
              <FormattedMessage id="planner.own" />
            </Button>
          </div>
        )}
        {assigned.map((guide) => (
          <div key={guide.userId} className={styles.assigned}>
            <span className={styles.name}>
              {guide.state === 'proposed'
                ? intl.formatMessage({ id: 'planner.proposed' }, { name: guide.name })
                : guide.name}
            </span>
            <ConflictList
              conflicts={context.plan.conflicts.filter(
                ({ departureId, userId }) => departureId === departure.id && userId === guide.userId,
              )}
              context={context}
            />
            <Button className={styles.off} icon={<PersonDeleteRegular />} onClick={() => void unassign(guide)}>
              <FormattedMessage id="planner.assign.off" values={{ name: guide.name }} />
            </Button>
          </div>
        ))}
        {failed !== null && <ActionFailed failure={failed} />}
        {currentRefusal?.kind === 'conflicts' && (
          <Message state="attention" alert title={<FormattedMessage id="planner.assign.changed" />}>
            <ConflictList conflicts={currentRefusal.conflicts} context={context} />
          </Message>
        )}
        {assigned.length > 0 && candidates.length > 0 && (
          <Field label={intl.formatMessage({ id: 'planner.assign.stead' })}>
            <Select value={replacedId} onChange={(_, { value }) => setReplacedId(value)}>
              {assigned.map(({ userId, name: guideName }) => (
                <option key={userId} value={userId}>
                  {intl.formatMessage({ id: 'planner.assign.insteadOf' }, { name: guideName })}
                </option>
              ))}
              <option value={AS_WELL}>{intl.formatMessage({ id: 'planner.assign.asWell' })}</option>
            </Select>
          </Field>
        )}
        {candidates.length === 0 ? (
          <Message state="neutral">
            <FormattedMessage id="planner.assign.nobody" />
          </Message>
        ) : (
          <Field label={intl.formatMessage({ id: 'planner.assign.guide' })}>
            <RadioGroup
              className={styles.guides}
              value={selectedId ?? ''}
              onChange={(_, { value }) => setSelectedId(value)}
              data-first
            >
              {candidates.map(({ guide, conflicts }) => (
                <div key={guide.id} className={styles.guide} data-guide={guide.id}>
                  <Radio
                    value={guide.id}
                    label={<span className={styles.name}>{guide.name}</span>}
                    aria-describedby={`conflicts-${guide.id}`}
                  />
                  <span className={styles.load}>
                    {intl.formatMessage({ id: 'planner.load' }, { hours: Math.round(guide.minutes / 6) / 10 })}
                  </span>
                  <div id={`conflicts-${guide.id}`} className={styles.more}>
                    {conflicts.length > 0 ? (
                      <ConflictList conflicts={conflicts} context={context} />
                    ) : (
                      <span className={styles.free}>
                        <CheckmarkCircleRegular aria-hidden />
                        <FormattedMessage id="planner.free" />
                      </span>
                    )}
                  </div>
                </div>
              ))}
            </RadioGroup>
          </Field>
        )}
      </div>
    </FormDialog>
  );
}
