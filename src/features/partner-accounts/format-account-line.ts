import type { IntlShape } from 'react-intl';
import type { AccountLine } from '../../data/accounts.ts';
import { formatCode } from '../../domain/codes.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

/** What a line is: a booking by its reference, tour and day, or money that came. */
export function formatAccountLine(line: AccountLine, { intl, formats }: { intl: IntlShape; formats: Formats }): string {
  const what = intl.formatMessage({ id: `accounts.kind.${line.kind}` });
  if (line.booking === null)
    return joinWithDots(
      what,
      line.paidOn && intl.formatMessage({ id: 'accounts.paid.day' }, { day: formats.day(line.paidOn) }),
      // On paper a reference is looked for as a whole.
      line.reference?.replaceAll(' ', '\u00a0'),
    );
  return joinWithDots(
    what,
    line.titles && formats.text(line.titles),
    line.localDate && formats.day(line.localDate),
    line.guests !== null && line.guests > 0 && intl.formatMessage({ id: 'accounts.guests' }, { count: line.guests }),
    line.reference && intl.formatMessage({ id: 'accounts.other' }, { reference: formatCode(line.reference) }),
  );
}
