/** Texts about a drag: the lane below the departure, and what Enter would do while dragging with the keyboard. */
import { FormattedMessage, useIntl } from 'react-intl';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { PlannerContext } from './planner-context.ts';
import type { Lane } from './planner-model.ts';
import { usePlannerStyles } from './planner-styles.ts';
import type { KeyboardDragState } from './use-keyboard-drag.ts';
import { inSentenceCase } from '../../lib/capitalise.ts';

/** Returns a function that describes the lane on which a departure would be dropped. */
export function useDropText(context: PlannerContext) {
  const intl = useIntl();
  return (lane: Lane, { block, conflicts }: Pick<KeyboardDragState, 'block' | 'conflicts'>): string => {
    const name = context.laneName(lane);
    if (lane.kind === 'unassigned') return name;
    if (lane.kind === 'tour') {
      const isOwnTour = lane.id === block.departure.tourId;
      return intl.formatMessage({ id: isOwnTour ? 'planner.drag.choose' : 'planner.drag.otherTour' }, { name });
    }
    const laneConflicts = conflicts.get(lane.id) ?? [];
    if (laneConflicts.length === 0) return intl.formatMessage({ id: 'planner.drag.free' }, { name });
    return intl.formatMessage(
      { id: 'planner.drag.conflicts' },
      {
        name,
        reasons: context.formats.list(
          inSentenceCase(laneConflicts.map(context.conflictSentence), context.formats.locale),
        ),
      },
    );
  };
}

export function DragStatus({ drag, context }: { drag: KeyboardDragState | null; context: PlannerContext }) {
  const styles = usePlannerStyles();
  const dropText = useDropText(context);
  return (
    <div role="status">
      {drag && (
        <p className={styles.dragHint}>
          <span>
            <FormattedMessage
              id="planner.moving"
              values={{
                departure: context.departureName(drag.block.departure),
                to:
                  drag.lane !== drag.home
                    ? dropText(drag.lane, drag)
                    : joinWithDots(
                        `${context.formats.day(drag.day)}, ${context.clock(drag.minute)}`,
                        drag.home.guide && dropText(drag.home, drag),
                      ),
              }}
            />
          </span>
          <span className={styles.keys}>
            <FormattedMessage id="planner.moving.keys" />
          </span>
        </p>
      )}
    </div>
  );
}
