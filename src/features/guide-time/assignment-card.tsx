/**
 * A departure that the guide is assigned to or asked for. A proposal is answered here; declining asks for confirmation.
 */
import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MyMonth } from '../../data/guides.ts';
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

export interface AssignmentCardProps {
  assignment: MyMonth['departures'][number];
  tour: MyMonth['tours'][number] | undefined;
  zone: string;
  busy: boolean;
  onAnswer(response: 'accepted' | 'declined'): void;
}

export function AssignmentCard({ assignment, tour, zone, busy, onAnswer }: AssignmentCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(zone);
  const now = useNow();
  // Declining is final and easily tapped by mistake, so it asks once.
  const [isConfirming, setIsConfirming] = useState(false);
  const isOver = assignment.status === 'cancelled' || Date.parse(assignment.endsAt) < now;
  const title = formats.text(tour?.title ?? {});
  const meetingPoint = formats.text(tour?.meetingPoint ?? {});
  const span = `${formats.time(assignment.startsAt)}–${formats.time(assignment.endsAt)} ${title}`;
  const called = `${formats.time(assignment.startsAt)} ${title}`;
  const { latitude = null, longitude = null } = tour ?? {};
  const map = latitude !== null && longitude !== null && mapPinUrl({ latitude, longitude });
  return (
    <li className={styles.card}>
      <div className={styles.top}>
        <span className={assignment.status === 'cancelled' ? styles.off : styles.name}>{span}</span>
        {assignment.status === 'cancelled' ? (
          <StateBadge state="no">
            <FormattedMessage id="guideTime.month.cancelled" />
          </StateBadge>
        ) : assignment.state === 'accepted' ? (
          <StateBadge state="ok">
            <FormattedMessage id="guideTime.month.accepted" />
          </StateBadge>
        ) : (
          <StateBadge state="waiting">
            <FormattedMessage id="guideTime.month.proposed" />
          </StateBadge>
        )}
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
      {!isOver && isConfirming && (
        <div className={styles.question} role="group" aria-label={intl.formatMessage({ id: 'guideTime.month.sure' })}>
          <p className={styles.confirmation} role="alert">
            <FormattedMessage id="guideTime.month.sure" />
          </p>
          <div className={styles.actions}>
            <Button
              appearance="primary"
              disabledFocusable={busy}
              aria-label={intl.formatMessage({ id: 'guideTime.month.declineIt' }, { departure: called })}
              onClick={() => onAnswer('declined')}
            >
              <FormattedMessage id="guideTime.month.decline" />
            </Button>
            <Button ref={focused} onClick={() => setIsConfirming(false)}>
              <FormattedMessage id="guideTime.month.keep" />
            </Button>
          </div>
        </div>
      )}
      {!isOver && !isConfirming && (
        <div className={styles.actions}>
          {assignment.state === 'proposed' && (
            <Button
              appearance="primary"
              disabledFocusable={busy}
              aria-label={intl.formatMessage({ id: 'guideTime.month.acceptIt' }, { departure: called })}
              onClick={() => onAnswer('accepted')}
            >
              <FormattedMessage id="guideTime.month.accept" />
            </Button>
          )}
          <Button
            disabledFocusable={busy}
            appearance={assignment.state === 'proposed' ? 'secondary' : 'subtle'}
            aria-label={intl.formatMessage({ id: 'guideTime.month.declineIt' }, { departure: called })}
            onClick={() => setIsConfirming(true)}
          >
            <FormattedMessage id="guideTime.month.decline" />
          </Button>
        </div>
      )}
    </li>
  );
}
