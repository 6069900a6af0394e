/**
 * Conflict between concurrent actions: a guest was checked in twice, or a payment was recorded twice. Staff resolve it.
 */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { WarningFilled } from '@fluentui/react-icons';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Party } from '../../../domain/attendance.ts';
import type { Instant, Uuid } from '../../../domain/ids.ts';
import type { DepartureView } from '../../../offline/read/views.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { guestDisplayName } from '../roll-call/guest-texts.ts';
import { useRollCall, actorName } from '../roll-call/roll-call-context.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  card: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${stateColours.attention.border}`,
    color: stateColours.attention.foreground,
    backgroundColor: stateColours.attention.background,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
  },
  title: {
    display: 'flex',
    gap: '8px',
    alignItems: 'center',
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: weight.bold,
    '& svg': { flexShrink: 0, fontSize: '24px' },
  },
  list: { margin: 0, paddingInlineStart: '28px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

interface RecordedAction {
  id: Uuid;
  userId: Uuid;
  deviceId: Uuid;
  occurredAt: Instant;
}

/** Formats who did an action, where and when: "Marco on Tablet 2, 08:52". */
export function actionText(
  action: RecordedAction,
  { view, formats, intl }: { view: DepartureView; formats: Formats; intl: IntlShape },
): string {
  const { by, device, mine } = actorName(view, action);
  return intl.formatMessage(
    { id: 'checkIn.doneBy' },
    {
      by: by ?? intl.formatMessage({ id: 'checkIn.someone' }),
      device: mine ? intl.formatMessage({ id: 'checkIn.thisDevice' }) : (device ?? 'none'),
      known: mine || device ? 'yes' : 'no',
      time: formats.time(action.occurredAt),
    },
  );
}

export function ConflictCards({ party }: { party: Party }) {
  const intl = useIntl();
  const doubles = party.lines.filter((line) => line.conflict);
  return (
    <>
      {doubles.map((line) => (
        <Conflict
          key={line.guest.id}
          actions={line.state.checkIns}
          title={intl.formatMessage(
            { id: 'checkIn.conflict.title' },
            { name: guestDisplayName(line, { party, intl }) },
          )}
        />
      ))}
      {party.state?.paymentConflict && (
        <Conflict
          actions={party.state.payments}
          title={intl.formatMessage({ id: 'checkIn.conflict.payment' })}
          payment
        />
      )}
    </>
  );
}

function Conflict({
  actions,
  title,
  payment = false,
}: {
  actions: readonly RecordedAction[];
  title: string;
  payment?: boolean;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats, actions: rollCallActions } = useRollCall();
  const ownActions = actions.filter((action) => view.isOwn(action));
  const toastText = intl.formatMessage({ id: 'checkIn.done.settled' });
  return (
    <div className={styles.card}>
      <h3 className={styles.title}>
        <WarningFilled aria-hidden />
        {title}
      </h3>
      <ul className={styles.list}>
        {actions.map((action) => (
          <li key={action.id}>{actionText(action, { view, formats, intl })}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        {/* Both payments may be real, so no button keeps only the first. */}
        {!payment && (
          <Button
            appearance="primary"
            // Keeps the first check-in and undoes the duplicates.
            onClick={() =>
              void rollCallActions.undo(
                actions.slice(1).map((action) => action.id),
                toastText,
              )
            }
          >
            <FormattedMessage id="checkIn.conflict.keep" />
          </Button>
        )}
        {ownActions.length > 0 && ownActions.length < actions.length && (
          <Button
            onClick={() =>
              void rollCallActions.undo(
                ownActions.map((action) => action.id),
                toastText,
              )
            }
          >
            <FormattedMessage id="checkIn.conflict.undoMine" />
          </Button>
        )}
        <Button appearance="subtle" onClick={() => document.getElementById('party-note')?.focus()}>
          <FormattedMessage id="checkIn.note.add" />
        </Button>
      </div>
    </div>
  );
}
