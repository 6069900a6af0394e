/** Day view for phones: departures grouped by guide, unassigned ones first. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { gutter, type, weight } from '../../ui/theme/sizes.ts';
import { LaneBlock } from './lane-block.tsx';
import { MINUTES_A_DAY, type Block, type Lane } from './planner-model.ts';
import { timeOffOn, closedSpans } from './planner-time.ts';
import type { PlannerContext } from './planner-context.ts';

const useStyles = makeStyles({
  body: {
    flex: '1 1 0',
    minHeight: 0,
    overflow: 'auto',
    display: 'grid',
    alignContent: 'start',
    gap: '16px',
    padding: `4px ${gutter} 24px`,
  },
  lane: { display: 'grid', gap: '4px' },
  heading: { ...type.lead, margin: 0, fontWeight: weight.bold },
  fact: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  list: { display: 'grid', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
});

export interface DayListProps {
  lanes: readonly Lane[];
  day: LocalDate;
  context: PlannerContext;
  busy: ReadonlySet<Uuid>;
  onOpen(block: Block): void;
}

export function DayList({ lanes, day, context, busy, onOpen }: DayListProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.body}>
      {lanes.map((lane) => {
        const blocks = lane.days.get(day) ?? [];
        const timeOff = lane.guide ? timeOffOn(lane.guide.timeOff, { day, zone: context.plan.timeZone }) : [];
        const isClosed =
          lane.guide && closedSpans(lane.guide.hours, day).some(({ from, to }) => from === 0 && to === MINUTES_A_DAY);
        const facts = joinWithDots(
          ...timeOff.map(({ from, to }) =>
            from === 0 && to === MINUTES_A_DAY
              ? intl.formatMessage({ id: 'planner.away' })
              : intl.formatMessage({ id: 'planner.awayFor' }, { from: context.clock(from), to: context.clock(to) }),
          ),
          isClosed && intl.formatMessage({ id: 'planner.closed' }),
          blocks.length === 0 && intl.formatMessage({ id: 'planner.nothing' }),
        );
        return (
          <section key={lane.id} className={styles.lane}>
            <h2 className={styles.heading}>{context.laneName(lane)}</h2>
            {facts && <p className={styles.fact}>{facts}</p>}
            {blocks.length > 0 && (
              <ul className={styles.list}>
                {blocks.map((block) => (
                  <li key={block.key}>
                    <LaneBlock
                      block={block}
                      laneKind={lane.kind}
                      context={context}
                      isStop
                      onOpen={onOpen}
                      isBusy={busy.has(block.departure.id)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
      {context.plan.guides.length === 0 && (
        <p className={styles.fact}>
          <FormattedMessage id="planner.noLanes" />
        </p>
      )}
    </div>
  );
}
