import type { IntlShape } from 'react-intl';
import type { AccountLine } from '../../data/accounts.ts';
import { formatCode } from '../../domain/codes.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** Formats an account entry: a booking with its tour and date, or a payment. */
export function formatAccountLine(line: AccountLine, { intl, formats }: { intl: IntlShape; formats: Formats }): string {
  const kind = intl.formatMessage({ id: `accounts.kind.${line.kind}` });
  if (line.booking === null)
    return joinWithDots(
      kind,
      line.paidOn && intl.formatMessage({ id: 'accounts.paid.day' }, { day: formats.day(line.paidOn) }),
      // A reference must not break across lines on paper.
      line.reference?.replaceAll(' ', '\u00a0'),
    );
  return joinWithDots(
    kind,
    line.titles && formats.text(line.titles),
    line.localDate && formats.day(line.localDate),
    line.guests !== null && line.guests > 0 && intl.formatMessage({ id: 'accounts.guests' }, { count: line.guests }),
    // The booking that it was merged with or split from.
    line.reference && intl.formatMessage({ id: 'accounts.other' }, { reference: formatCode(line.reference) }),
  );
}
