/**
 * A departure that the guide is assigned to or asked for. A proposal is answered here; declining asks for confirmation.
 */
import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AssignmentReply, MyMonth } from '../../data/guides.ts';
import { mapPinUrl } from '../../domain/map-place.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { capitalised, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gap: '4px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  top: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 12px' },
  name: { fontWeight: weight.bold },
  quiet: { ...capitalised, color: tokens.colorNeutralForeground2 },
  off: { textDecorationLine: 'line-through' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
  question: { display: 'grid', gap: '4px' },
  confirmation: { margin: '4px 0 0' },
});

/** Focuses the element when it mounts. */
const focused = (element: HTMLElement | null) => {
  element?.focus();
};

function AssignmentBadge({ assignment: { status, state } }: { assignment: MyMonth['departures'][number] }) {
  if (status === 'cancelled')
    return (
      <StateBadge state="no">
        <FormattedMessage id="guideTime.month.cancelled" />
      </StateBadge>
    );
  return (
    <StateBadge state={state === 'accepted' ? 'ok' : 'waiting'}>
      <FormattedMessage id={state === 'accepted' ? 'guideTime.month.accepted' : 'guideTime.month.proposed'} />
    </StateBadge>
  );
}

interface ReplyButtonsProps {
  /** Start and title of the departure. */
  departure: string;
  isProposed: boolean;
  busy: boolean;
  onAnswer(reply: AssignmentReply): void;
}

function ReplyButtons({ departure, isProposed, busy, onAnswer }: ReplyButtonsProps) {
  const styles = useStyles();
  const intl = useIntl();
  // Declining is final and easily tapped by mistake, so it asks once.
  const [isConfirming, setIsConfirming] = useState(false);
  const declineLabel = intl.formatMessage({ id: 'guideTime.month.declineIt' }, { departure });
  if (isConfirming)
    return (
      <div className={styles.question} role="group" aria-label={intl.formatMessage({ id: 'guideTime.month.sure' })}>
        <p className={styles.confirmation} role="alert">
          <FormattedMessage id="guideTime.month.sure" />
        </p>
        <div className={styles.actions}>
          <Button
            appearance="primary"
            disabledFocusable={busy}
            aria-label={declineLabel}
            onClick={() => onAnswer('declined')}
          >
            <FormattedMessage id="guideTime.month.decline" />
          </Button>
          <Button ref={focused} onClick={() => setIsConfirming(false)}>
            <FormattedMessage id="guideTime.month.keep" />
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.actions}>
      {isProposed && (
        <Button
          appearance="primary"
          disabledFocusable={busy}
          aria-label={intl.formatMessage({ id: 'guideTime.month.acceptIt' }, { departure })}
          onClick={() => onAnswer('accepted')}
        >
          <FormattedMessage id="guideTime.month.accept" />
        </Button>
      )}
      <Button disabledFocusable={busy} aria-label={declineLabel} onClick={() => setIsConfirming(true)}>
        <FormattedMessage id="guideTime.month.decline" />
      </Button>
    </div>
  );
}

export interface AssignmentCardProps {
  assignment: MyMonth['departures'][number];
  tour: MyMonth['tours'][number] | undefined;
  zone: string;
  busy: boolean;
  onAnswer(reply: AssignmentReply): void;
}

export function AssignmentCard({ assignment, tour, zone, busy, onAnswer }: AssignmentCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(zone);
  const now = useNow();
  const isOver = assignment.status === 'cancelled' || Date.parse(assignment.endsAt) < now;
  const title = formats.text(tour?.title ?? {});
  const meetingPoint = formats.text(tour?.meetingPoint ?? {});
  const span = `${formats.time(assignment.startsAt)}–${formats.time(assignment.endsAt)} ${title}`;
  const { latitude = null, longitude = null } = tour ?? {};
  const map = latitude !== null && longitude !== null && mapPinUrl({ latitude, longitude });
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <span className={assignment.status === 'cancelled' ? styles.off : styles.name}>{span}</span>
        <AssignmentBadge assignment={assignment} />
      </div>
      <span className={styles.quiet}>
        {joinWithDots(
          formats.language(assignment.language),
          intl.formatMessage(
            { id: 'guideTime.month.guests' },
            { booked: assignment.booked, capacity: assignment.capacity },
          ),
          assignment.colleagues.length > 0 &&
            intl.formatMessage({ id: 'guideTime.month.with' }, { names: formats.list(assignment.colleagues) }),
        )}
      </span>
      {meetingPoint !== '' && (
        <span className={styles.quiet}>
          {map ? (
            <Link href={map} target="_blank" rel="noreferrer">
              {meetingPoint}
            </Link>
          ) : (
            meetingPoint
          )}
        </span>
      )}
      {assignment.meetingNote && <span>{assignment.meetingNote}</span>}
      {!isOver && (
        <ReplyButtons
          departure={`${formats.time(assignment.startsAt)} ${title}`}
          isProposed={assignment.state === 'proposed'}
          busy={busy}
          onAnswer={onAnswer}
        />
      )}
    </li>
  );
}
