/** The guides who can be assigned to a departure, each with workload and conflicts. */
import { Field, Radio, RadioGroup, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Conflict } from '../../domain/assignment.ts';
import type { Uuid } from '../../domain/ids.ts';
import { Message } from '../../ui/states/message.tsx';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { ConflictList } from './conflict-list.tsx';
import type { PlannerContext } from './planner-context.ts';
import { assignedGuides, conflictsForAllGuides, type PlannerDeparture, type PlannerGuide } from './planner-model.ts';
import { toHours } from './planner-time.ts';

const useStyles = makeStyles({
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
  name: { fontWeight: weight.bold },
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
});

export interface Candidate {
  guide: PlannerGuide;
  conflicts: readonly Conflict[];
}

/** Returns the guides who can be assigned, with their conflicts: first those with the fewest. */
export function useCandidates({ plan }: PlannerContext, departure: PlannerDeparture): readonly Candidate[] {
  const { locale } = useIntl();
  const conflictsByGuide = useMemo(() => conflictsForAllGuides(plan, departure), [plan, departure]);
  return useMemo(() => {
    const assignedIds = new Set(assignedGuides(departure).map(({ userId }) => userId));
    return plan.guides
      .filter(({ id }) => !assignedIds.has(id))
      .map((guide) => ({ guide, conflicts: conflictsByGuide.get(guide.id) ?? [] }))
      .sort(
        (a, b) =>
          a.conflicts.length - b.conflicts.length ||
          a.guide.minutes - b.guide.minutes ||
          a.guide.name.localeCompare(b.guide.name, locale),
      );
  }, [plan, departure, conflictsByGuide, locale]);
}

interface CandidateListProps {
  candidates: readonly Candidate[];
  selectedId: Uuid | null;
  onSelect(id: Uuid): void;
  context: PlannerContext;
}

export function CandidateList({ candidates, selectedId, onSelect, context }: CandidateListProps) {
  const styles = useStyles();
  const intl = useIntl();
  if (candidates.length === 0)
    return (
      <Message state="neutral">
        <FormattedMessage id="planner.assign.nobody" />
      </Message>
    );
  return (
    <Field label={intl.formatMessage({ id: 'planner.assign.guide' })}>
      <RadioGroup
        className={styles.guides}
        value={selectedId ?? ''}
        onChange={(_, { value }) => onSelect(value)}
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
              {intl.formatMessage({ id: 'planner.load' }, { hours: toHours(guide.minutes) })}
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
  );
}
