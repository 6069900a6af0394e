import { useIntl } from 'react-intl';
import type { OverridesFormValues } from '../../domain/date-forms.ts';
import type { MessageId } from '../../i18n/message-id.ts';

const LABELS = {
  capacity: 'departureOverrides.capacity',
  language: 'departureOverrides.language',
  meetingNote: 'departureOverrides.note',
  prices: 'departureOverrides.prices',
} as const satisfies Record<keyof OverridesFormValues, MessageId>;

type OverridesLabels = Record<keyof OverridesFormValues, string>;

export function useOverridesLabels(): OverridesLabels {
  const intl = useIntl();
  return Object.fromEntries(
    Object.entries(LABELS).map(([name, id]) => [name, intl.formatMessage({ id })]),
  ) as OverridesLabels;
}
