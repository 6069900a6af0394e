import { Button, makeStyles, tokens } from '@fluentui/react-components';
import {
  ArrowUndoRegular,
  CheckmarkRegular,
  MoneyRegular,
  NoteRegular,
  PersonAddRegular,
  PersonProhibitedRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Action } from '../../../domain/actions.ts';
import type { Party } from '../../../domain/attendance.ts';
import { compareByTime } from '../../../domain/check-in.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { WaitingIcon } from '../../../ui/states/waiting-icon.tsx';
import { actionText } from './conflict-card.tsx';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { FLAG_TEXTS } from './flag-texts.ts';
import { guestDisplayName } from '../roll-call/guest-texts.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { touchTarget, weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  heading: {
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  row: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    gap: '12px',
    alignItems: 'center',
    minHeight: touchTarget,
    padding: '4px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { display: 'flex', fontSize: '20px', color: tokens.colorNeutralForeground2 },
  from: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  flags: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: stateColours.attention.foreground,
  },
});

const ICONS: Partial<Record<Action['kind'], ReactElement>> = {
  check_in: <CheckmarkRegular />,
  no_show: <PersonProhibitedRegular />,
  payment: <MoneyRegular />,
  note: <NoteRegular />,
  walk_in: <PersonAddRegular />,
};

function Flags({ of: { id } }: { of: Action }) {
  const styles = useStyles();
  const intl = useIntl();
  const flags = useRollCall().view.flagsOf(id);
  return (
    flags.length > 0 && (
      <div className={styles.flags}>
        {joinWithDots(...flags.map((flag) => intl.formatMessage({ id: FLAG_TEXTS[flag] })))}
      </div>
    )
  );
}

/** Log of a party: who did what, when and on which device, with flagged undos. Current actions can be undone. */
export function PartyHistory({ party }: { party: Party }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, actions } = useRollCall();
  const describeAction = useActionDescription(party);
  const activeActions: Action[] = [
    ...party.lines.flatMap((line) => [...line.state.checkIns, ...line.state.noShows]),
    ...(party.state?.payments ?? []),
    ...(party.state?.notes ?? []),
    ...view.rollCall.walkIns.filter((action) => action.bookingId === party.booking.id),
  ].sort(compareByTime);
  const isOfParty = (action: Action) => action.bookingId === party.booking.id;
  const flaggedUndos = view.flaggedUndos.filter(({ targets }) => targets.some(isOfParty));
  if (activeActions.length === 0 && flaggedUndos.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>
        <FormattedMessage id="checkIn.history.title" />
      </h3>
      <ul className={styles.list}>
        {activeActions.map((action) => (
          <Entry
            key={action.id}
            action={action}
            text={describeAction(action)}
            icon={ICONS[action.kind]}
            isWaiting={view.waiting.has(action.id)}
          >
            <Button
              appearance="subtle"
              aria-label={intl.formatMessage({ id: 'checkIn.history.undo' }, { what: describeAction(action) })}
              onClick={() => void actions.undo([action.id], intl.formatMessage({ id: 'checkIn.done.undone' }))}
            >
              <FormattedMessage id="checkIn.undo" />
            </Button>
          </Entry>
        ))}
        {flaggedUndos.map(({ undo, targets }) => (
          <Entry
            key={undo.id}
            action={undo}
            text={intl.formatMessage(
              { id: 'checkIn.history.undid' },
              { what: joinWithDots(...targets.filter(isOfParty).map(describeAction)) },
            )}
            icon={<ArrowUndoRegular />}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns a function that says what an action of the party did. */
function useActionDescription(party: Party): (action: Action) => string {
  const intl = useIntl();
  const { formats } = useRollCall();
  const names = new Map(party.lines.map((line) => [line.guest.id, guestDisplayName(line, { party, intl })]));
  return (action) => {
    const name = action.guestId ? (names.get(action.guestId) ?? '') : party.booking.contactName;
    switch (action.kind) {
      case 'payment': {
        const amount = formats.money(action.payload.amount, action.payload.currency);
        return intl.formatMessage({ id: 'checkIn.history.payment' }, { amount, method: action.payload.method });
      }
      case 'note':
        return intl.formatMessage({ id: 'checkIn.history.note' }, { text: action.payload.text });
      case 'no_show':
        return intl.formatMessage({ id: 'checkIn.history.noShow' }, { name });
      case 'walk_in':
        return intl.formatMessage({ id: 'checkIn.history.walkIn' }, { name });
      default: {
        const signed = action.kind === 'check_in' && action.payload.method === 'signed';
        return intl.formatMessage(
          { id: signed ? 'checkIn.history.checkInSigned' : 'checkIn.history.checkIn' },
          { name },
        );
      }
    }
  };
}

interface EntryProps {
  action: Action;
  text: string;
  icon: ReactElement | undefined;
  /** Whether it is still in the outbox. */
  isWaiting?: boolean;
  children?: ReactElement;
}

function Entry({ action, text, icon, isWaiting = false, children }: EntryProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats } = useRollCall();
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden>
        {isWaiting ? <WaitingIcon /> : icon}
      </span>
      <div>
        <div>{text}</div>
        <div className={styles.from}>
          {joinWithDots(
            actionText(action, { view, formats, intl }),
            isWaiting && intl.formatMessage({ id: 'checkIn.guest.waiting' }),
          )}
        </div>
        <Flags of={action} />
      </div>
      {children}
    </li>
  );
}
