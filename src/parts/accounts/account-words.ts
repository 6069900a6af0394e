import type { IntlShape } from 'react-intl';
import type { AccountLine } from '../../data/accounts.ts';
import { spacedCode } from '../../domain/codes.ts';
import { joinFacts } from '../../lib/join-facts.ts';
import type { Formats } from '../../ui/words/use-formats.ts';

/** What a line is: a booking by its reference, tour and day, or money that came. */
export function lineInWords(line: AccountLine, { intl, formats }: { intl: IntlShape; formats: Formats }): string {
  const what = intl.formatMessage({ id: `accounts.kind.${line.kind}` });
  if (line.booking === null)
    return joinFacts(
      what,
      line.paidOn && intl.formatMessage({ id: 'accounts.paid.day' }, { day: formats.day(line.paidOn) }),
      // On paper a reference is looked for as a whole.
      line.reference?.replaceAll(' ', '\u00a0'),
    );
  return joinFacts(
    what,
    line.titles && formats.text(line.titles),
    line.localDate && formats.day(line.localDate),
    line.guests !== null && line.guests > 0 && intl.formatMessage({ id: 'accounts.guests' }, { count: line.guests }),
    line.reference && intl.formatMessage({ id: 'accounts.other' }, { reference: spacedCode(line.reference) }),
  );
}
