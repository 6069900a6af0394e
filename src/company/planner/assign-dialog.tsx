/** Assigns a guide: lists those who are not assigned yet with their conflicts, and unassigns those who are. */
import { Button, Field, Select, makeStyles, tokens } from '@fluentui/react-components';
import { CalendarEditRegular, EditRegular, PersonDeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { AssignedGuide } from '../../domain/calendar.ts';
import type { GuideRole } from '../../domain/enums.ts';
import type { Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { capitalised, type, weight } from '../../ui/theme/sizes.ts';
import { CandidateList, useCandidates } from './candidate-list.tsx';
import { ConflictList } from './conflict-list.tsx';
import { assignedGuides, type Block, type PlannerDeparture } from './planner-model.ts';
import type { PlannerContext } from './planner-context.ts';
import type { AssignmentChange, Assignments, AssignmentOutcome } from './use-assignments.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '16px' },
  facts: { ...capitalised, ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  assigned: { display: 'grid', gap: '8px' },
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
  const { departure } = block;
  const assigned = assignedGuides(departure);
  const [replacedId, setReplacedId] = useState<string>(block.guide?.userId ?? assigned[0]?.userId ?? AS_WELL);
  const [selectedId, setSelectedId] = useState<Uuid | null>(null);
  const { failed, conflictsOf, send } = useRefusals(act);
  const candidates = useCandidates(context, departure);
  const selected = candidates.find(({ guide }) => guide.id === selectedId);
  const newConflicts = selectedId === null ? null : conflictsOf(selectedId);
  const visibleConflicts = newConflicts ?? selected?.conflicts ?? [];

  async function assign(): Promise<boolean> {
    if (selectedId === null) return false;
    const from = replacedId === AS_WELL ? null : replacedId;
    const role = roleOfNewGuide(assigned, from);
    return send({ departure, from, to: selectedId, role, ignoreConflicts: visibleConflicts.length > 0 });
  }
  async function unassign({ userId, role }: AssignedGuide): Promise<void> {
    if (await send({ departure, from: userId, to: null, role })) onClose();
  }
  const confirmText = visibleConflicts.length > 0 ? 'planner.assign.ignoreConflicts' : 'planner.assign.confirm';

  return (
    <FormDialog
      title={<FormattedMessage id="planner.assign.title" values={{ departure: context.departureName(departure) }} />}
      confirm={
        <FormattedMessage
          id={selectedId === null ? 'planner.assign.choose' : confirmText}
          values={{ name: selected?.guide.name ?? '' }}
        />
      }
      disabled={selectedId === null}
      onClose={onClose}
      onConfirm={assign}
    >
      <div className={styles.form}>
        <DepartureFacts block={block} context={context} />
        {departure.status === 'scheduled' && <ChangeButtons onMove={onMove} onOverrides={onOverrides} />}
        {assigned.map((guide) => (
          <AssignedGuideRow
            key={guide.userId}
            guide={guide}
            departure={departure}
            context={context}
            onUnassign={() => void unassign(guide)}
          />
        ))}
        <ActionFailed failure={failed} />
        {newConflicts && <ConcurrentConflicts conflicts={newConflicts} context={context} />}
        {assigned.length > 0 && candidates.length > 0 && (
          <ReplacedGuideField assigned={assigned} value={replacedId} onChange={setReplacedId} />
        )}
        <CandidateList candidates={candidates} selectedId={selectedId} onSelect={setSelectedId} context={context} />
      </div>
    </FormDialog>
  );
}

/** Returns the role of the replaced guide; without one, the first guide leads and further ones assist. */
function roleOfNewGuide(assigned: readonly AssignedGuide[], replacedId: Uuid | null): GuideRole {
  if (replacedId === null) return assigned.length > 0 ? 'assistant' : 'lead';
  return assigned.find(({ userId }) => userId === replacedId)?.role ?? 'lead';
}

interface Refusal {
  /** The guide who was to be assigned or unassigned. */
  of: Uuid;
  outcome: Exclude<AssignmentOutcome, { kind: 'done' }>;
}

/** Sends changes, and keeps the last refusal. */
function useRefusals(act: Assignments['act']) {
  const [refused, setRefused] = useState<Refusal | null>(null);
  async function send(change: AssignmentChange): Promise<boolean> {
    const outcome = await act(change);
    if (outcome.kind !== 'done') setRefused({ of: (change.to ?? change.from)!, outcome });
    return outcome.kind === 'done';
  }
  const outcome = refused?.outcome;
  return {
    failed: outcome?.kind === 'failed' ? (outcome.failure ?? outcome.text) : null,
    /** Returns the conflicts because of which a guide was refused. */
    conflictsOf: (guide: Uuid) => (refused?.of === guide && outcome?.kind === 'conflicts' ? outcome.conflicts : null),
    send,
  };
}

function DepartureFacts({ block, context }: Pick<AssignDialogProps, 'block' | 'context'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { departure } = block;
  return (
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
  );
}

function ChangeButtons({ onMove, onOverrides }: Pick<AssignDialogProps, 'onMove' | 'onOverrides'>) {
  const styles = useStyles();
  return (
    <div className={styles.actions}>
      <Button icon={<CalendarEditRegular />} onClick={onMove}>
        <FormattedMessage id="planner.move" />
      </Button>
      <Button icon={<EditRegular />} onClick={onOverrides}>
        <FormattedMessage id="planner.own" />
      </Button>
    </div>
  );
}

/** Conflicts that appeared while the dialog was open. */
function ConcurrentConflicts({ conflicts, context }: { conflicts: readonly Conflict[]; context: PlannerContext }) {
  return (
    <Message state="attention" alert title={<FormattedMessage id="planner.assign.changed" />}>
      <ConflictList conflicts={conflicts} context={context} />
    </Message>
  );
}

interface AssignedGuideRowProps {
  guide: AssignedGuide;
  departure: PlannerDeparture;
  context: PlannerContext;
  onUnassign(): void;
}

function AssignedGuideRow({ guide, departure, context, onUnassign }: AssignedGuideRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { name, state, userId } = guide;
  return (
    <div className={styles.assigned}>
      <span className={styles.name}>
        {state === 'proposed' ? intl.formatMessage({ id: 'planner.proposed' }, { name }) : name}
      </span>
      <ConflictList
        conflicts={context.plan.conflicts.filter(
          (conflict) => conflict.departureId === departure.id && conflict.userId === userId,
        )}
        context={context}
      />
      <Button className={styles.off} icon={<PersonDeleteRegular />} onClick={onUnassign}>
        <FormattedMessage id="planner.assign.off" values={{ name }} />
      </Button>
    </div>
  );
}

interface ReplacedGuideFieldProps {
  assigned: readonly AssignedGuide[];
  value: string;
  onChange(value: string): void;
}

/** Which guide the new one replaces, or none. */
function ReplacedGuideField({ assigned, value, onChange }: ReplacedGuideFieldProps) {
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'planner.assign.stead' })}>
      <Select value={value} onChange={(_, data) => onChange(data.value)}>
        {assigned.map(({ userId, name }) => (
          <option key={userId} value={userId}>
            {intl.formatMessage({ id: 'planner.assign.insteadOf' }, { name })}
          </option>
        ))}
        <option value={AS_WELL}>{intl.formatMessage({ id: 'planner.assign.asWell' })}</option>
      </Select>
    </Field>
  );
}
