import { FormattedMessage } from 'react-intl';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** So many are named and the rest counted; the message knows the same number. */
const NAMED = 6;

/** Who was missing at a recount; nothing when nobody was. */
export function MissingNames({ names, formats }: { names: readonly string[]; formats: Formats }) {
  if (names.length === 0) return null;
  return (
    <FormattedMessage
      id="checkIn.recount.missing"
      values={{ names: formats.list(names.slice(0, NAMED)), count: names.length }}
    />
  );
}
