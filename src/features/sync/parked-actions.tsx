/** Actions that the server refused: the reason, and what can be done about each. */
import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { countableActionFor, countableActions } from '../../domain/counted-actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { useParkedActions } from '../../offline/read/use-parked-actions.ts';
import { discardParked } from '../../offline/outbox/parked.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { ACTION_KIND_TEXTS } from './action-kind-texts.ts';
import { SendAgainButton } from './outbox-buttons.tsx';
import { refusalText } from './sync-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { touchTarget, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '8px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
  },
  card: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    color: stateColours.no.foreground,
    backgroundColor: stateColours.no.background,
  },
  kind: { fontWeight: weight.bold },
  list: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  touch: { minHeight: touchTarget },
});

/** Scrolls to and focuses the card that a link points to. */
const focusCard = (card: HTMLLIElement | null): void => {
  card?.focus();
};

export interface ParkedActionsProps {
  formats: Formats;
  linkedAction?: Uuid | undefined;
  onResult(result: Result<unknown>): void;
}

export function ParkedActions({ formats, linkedAction, onResult }: ParkedActionsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const parked = useParkedActions() ?? [];
  const [isConfirmed, setIsConfirmed] = useState(false);
  if (parked.length === 0) return null;
  const ids = parked.map(({ action }) => action.id);
  // A walk-in creates several actions in one press: they share one card, one count and one decision.
  const actions = parked.map(({ action }) => action);
  const countable = new Set(countableActions(actions));
  // A link may point to an action that is shown in another one's card.
  const focusedAction = linkedAction === undefined ? null : countableActionFor(linkedAction, actions);
  const visibleActions = parked.filter(({ action }) => countable.has(action));

  async function discard(): Promise<void> {
    onResult(await discardParked(ids));
    setIsConfirmed(false);
  }

  return (
    <section className={styles.section}>
      <h3 className={styles.title}>
        <FormattedMessage id="checkIn.parked.title" values={{ count: visibleActions.length }} />
      </h3>
      <ul className={styles.list}>
        {visibleActions.map(({ action, code }) => (
          <li
            key={action.id}
            className={styles.card}
            ref={action === focusedAction ? focusCard : undefined}
            tabIndex={-1}
            data-wanted={action === focusedAction || undefined}
          >
            <div className={styles.kind}>
              {joinWithDots(
                intl.formatMessage({ id: ACTION_KIND_TEXTS[action.kind] }),
                formats.time(action.occurredAt),
              )}
            </div>
            <FormattedMessage id={refusalText(code)} />
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <SendAgainButton onResult={onResult} />
      </div>
      <Checkbox
        className={styles.touch}
        checked={isConfirmed}
        onChange={(_, data) => setIsConfirmed(data.checked === true)}
        label={intl.formatMessage({ id: 'checkIn.parked.sure' }, { count: visibleActions.length })}
      />
      {isConfirmed && (
        <div className={styles.buttons}>
          <Button className={styles.touch} onClick={() => void discard()}>
            <FormattedMessage id="checkIn.parked.discard" values={{ count: visibleActions.length }} />
          </Button>
        </div>
      )}
    </section>
  );
}
