import { FormattedMessage } from 'react-intl';
import type { TourStatus } from '../../domain/tours.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { StateBadge } from './state-badge.tsx';
import type { StateName } from '../theme/state-colours.ts';

const STATES: Record<TourStatus, StateName> = { live: 'ok', draft: 'waiting', paused: 'neutral', archived: 'neutral' };

export const TOUR_STATUS_TEXTS = {
  draft: 'tours.status.draft',
  live: 'tours.status.live',
  paused: 'tours.status.paused',
  archived: 'tours.status.archived',
} as const satisfies Record<TourStatus, MessageId>;

/** `isLivePlain` renders the most common status, live, as plain text. */
export function TourStatusBadge({ status, isLivePlain = false }: { status: TourStatus; isLivePlain?: boolean }) {
  const text = <FormattedMessage id={TOUR_STATUS_TEXTS[status]} values={{ count: 1 }} />;
  return isLivePlain && status === 'live' ? text : <StateBadge state={STATES[status]}>{text}</StateBadge>;
}
