/** Flags of the departure as a whole; a party's flags are on its card. */
import { makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { Action } from '../../../domain/actions.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { ACTION_KIND_TEXTS } from '../../../features/sync/action-kind-texts.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { type } from '../../../ui/theme/sizes.ts';
import { actionText } from '../party/conflict-card.tsx';
import { FLAG_TEXTS } from '../party/flag-texts.ts';
import { useRollCall } from './roll-call-context.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: '4px 16px 8px', listStyleType: 'none', color: stateColours.attention.foreground },
  line: { ...type.note },
});

const concernsDeparture = ({ kind }: Action) => kind === 'depart' || kind === 'count';

export function DepartureFlags() {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats } = useRollCall();
  const { departed, counts } = view.rollCall;
  const undone = view.flaggedUndos.flatMap(({ undo, targets }) =>
    targets.filter(concernsDeparture).map((target) => ({ action: undo, target })),
  );
  const current = [departed, counts.at(-1)].flatMap((action) => (action ? [{ action, target: action }] : []));
  const flagged = [...current, ...undone].filter(({ action }) => view.flagsOf(action.id).length > 0);
  if (flagged.length === 0) return null;
  return (
    <ul className={styles.list}>
      {flagged.map(({ action, target }) => {
        const kind = intl.formatMessage({ id: ACTION_KIND_TEXTS[target.kind] });
        return (
          <li key={`${action.id} ${target.id}`} className={styles.line}>
            {joinWithDots(
              action === target ? kind : intl.formatMessage({ id: 'checkIn.history.undid' }, { what: kind }),
              actionText(action, { view, formats, intl }),
              ...view.flagsOf(action.id).map((flag) => intl.formatMessage({ id: FLAG_TEXTS[flag] })),
            )}
          </li>
        );
      })}
    </ul>
  );
}
