import { useIntl } from 'react-intl';
import type { TypedOwn } from '../../domain/typed-dates.ts';
import type { MessageId } from '../../i18n/message-id.ts';

const LABELS = {
  capacity: 'own.capacity',
  language: 'own.language',
  meetingNote: 'own.note',
  prices: 'own.prices',
} as const satisfies Record<keyof TypedOwn, MessageId>;

export type OwnLabels = Record<keyof TypedOwn, string>;

/** What each field is called. */
export function useOwnLabels(): OwnLabels {
  const intl = useIntl();
  return Object.fromEntries(
    Object.entries(LABELS).map(([name, id]) => [name, intl.formatMessage({ id })]),
  ) as OwnLabels;
}
