import { FormattedMessage } from 'react-intl';
import type { Formats } from '../../../ui/format/use-formats.ts';

/** Names listed before the rest is counted; the message uses the same number. */
const MAX_NAMES = 6;

/** Lists who was missing at a recount. `names` must not be empty. */
export function MissingNames({ names, formats }: { names: readonly string[]; formats: Formats }) {
  return (
    <FormattedMessage
      id="checkIn.recount.missing"
      values={{ names: formats.list(names.slice(0, MAX_NAMES)), count: names.length }}
    />
  );
}
