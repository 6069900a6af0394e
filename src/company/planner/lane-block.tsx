/** A departure in a lane: time, tour, seats, unanswered guides, and conflicts as icon and text. */
import { mergeClasses } from '@fluentui/react-components';
import { ClockRegular, WarningFilled } from '@fluentui/react-icons';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { inSentenceCase } from '../../lib/capitalise.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { DIFFERS_SIGN } from '../../ui/states/departure-signs.tsx';
import { railColour } from '../../ui/theme/rail-colours.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import { canReassign, assignedGuides, type Block } from './planner-model.ts';
import type { PlannerContext } from './planner-context.ts';
import { useBlockStyles } from './planner-styles.ts';

export interface LaneBlockProps {
  block: Block;
  /** Kind of the lane. Lanes of tours show guide names in the block; in a guide's lane the heading has it. */
  laneKind: 'unassigned' | 'guide' | 'tour';
  context: PlannerContext;
  isStop: boolean;
  isBusy: boolean;
  /** Position in the day view: percent of the time axis and pixels. */
  position?: { left: number; width: number; top: number };
  /** Click handler where the block is not in the grid, which handles clicks itself. */
  onOpen?: (block: Block) => void;
}

export const LaneBlock = memo(function LaneBlock(props: LaneBlockProps) {
  const { block, laneKind, context, isStop, isBusy, position, onOpen } = props;
  const styles = useBlockStyles();
  const { departure, guide, conflicts } = block;
  const isMovable = canReassign(departure);
  const names = laneKind === 'tour' ? assignedGuides(departure).map(({ name }) => name) : [];
  const kinds = [...new Set(conflicts.map(context.conflictLabel))];
  const conflictText = kinds.length > 0 ? inSentenceCase(kinds, context.formats.locale).join(', ') : null;
  const label = laneKind === 'tour' ? names.join(', ') : context.title(departure.tourId);
  const name = context.blockName(block, { label, conflictText });
  return (
    <button
      type="button"
      data-stop={block.key}
      data-drag={isMovable ? block.key : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      aria-busy={isBusy}
      title={name}
      className={mergeClasses(
        styles.block,
        position && styles.placed,
        isMovable && styles.movable,
        guide?.state === 'proposed' && styles.proposed,
        !isMovable && styles.over,
        kinds.length > 0 && styles.conflicting,
        isBusy && styles.busy,
      )}
      onClick={onOpen && (() => onOpen(block))}
      style={position && { left: `${position.left}%`, width: `${position.width}%`, top: `${position.top}px` }}
    >
      <span className={styles.rail} style={{ backgroundColor: railColour(context.colour(departure.tourId)) }} />
      <BlockText
        block={block}
        label={label}
        conflictText={conflictText}
        context={context}
        isPlaced={position !== undefined}
        showsDeclined={laneKind !== 'guide'}
      />
    </button>
  );
});

interface BlockTextProps {
  block: Block;
  label: string;
  /** Conflicts in a few words. */
  conflictText: string | null;
  context: PlannerContext;
  isPlaced: boolean;
  showsDeclined: boolean;
}

function BlockText({ block, label, conflictText, context, isPlaced, showsDeclined }: BlockTextProps) {
  const styles = useBlockStyles();
  const intl = useIntl();
  const { departure, guide, from } = block;
  const seats = `${departure.booked}/${departure.capacity}`;
  const declined = showsDeclined && departure.guides.some(({ state }) => state === 'declined');
  return (
    <span className={styles.text}>
      <span className={styles.time}>{context.clock(from)}</span>
      {WORD_GAP}
      {/* Generated content, because the accessible name already includes these facts. */}
      <span
        className={mergeClasses(styles.facts, isPlaced && styles.placedFacts)}
        data-facts={joinWithDots(departure.language.toUpperCase(), seats)}
        data-seats={seats}
      />
      {declined && (
        <span
          className={mergeClasses(styles.facts, styles.declined, isPlaced && styles.clamped)}
          data-facts={intl.formatMessage({ id: 'planner.hasDeclined' })}
        />
      )}
      {departure.differs.length > 0 && DIFFERS_SIGN}
      {guide?.state === 'proposed' && <ClockRegular aria-hidden />}
      <span
        className={mergeClasses(
          styles.below,
          isPlaced && styles.clamped,
          isPlaced && conflictText !== null && styles.oneLine,
        )}
      >
        {label}
      </span>
      {WORD_GAP}
      {conflictText !== null && (
        <span
          className={mergeClasses(styles.below, styles.need, isPlaced && styles.clamped, isPlaced && styles.oneLine)}
        >
          <WarningFilled aria-hidden /> {conflictText}
        </span>
      )}
    </span>
  );
}
