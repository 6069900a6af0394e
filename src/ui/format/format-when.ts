import type { IntlShape } from 'react-intl';
import type { Instant, LocalDate } from '../../domain/ids.ts';
import { createFormats } from './use-formats.ts';

/** Formats a departure as `Sat 2 May, 10:00` in its company's time zone. */
export const formatWhen = (
  { localDate, startsAt }: { localDate: LocalDate; startsAt: Instant },
  { intl, timeZone }: { intl: IntlShape; timeZone: string },
): string => createFormats(intl, timeZone).dayAndTime(localDate, startsAt);
