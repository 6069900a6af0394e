/** States when stored figures were computed. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { Instant } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../dates/clock.ts';
import { Message } from '../states/message.tsx';
import { type } from '../theme/sizes.ts';
import { useFormats } from '../format/use-formats.ts';

const useStyles = makeStyles({
  line: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
});

export interface AsOfNoteProps {
  /** Null until the server has computed them for the first time. */
  asOf: Instant | null;
  /** Whether there are later changes that the figures don't include yet. */
  isBehind: boolean;
  timeZone: string;
}

export function AsOfNote({ asOf, isBehind, timeZone }: AsOfNoteProps) {
  const styles = useStyles();
  const formats = useFormats(timeZone);
  const today = localDateIn(timeZone, useNow());
  if (asOf === null)
    return (
      <Message state="waiting" title={<FormattedMessage id="figures.counting" />}>
        <FormattedMessage id="figures.counting.note" />
      </Message>
    );
  const day = localDateIn(timeZone, Date.parse(asOf));
  const time = day === today ? formats.time(asOf) : formats.dayAndTime(day, asOf);
  return (
    <p className={styles.line}>
      <FormattedMessage id={isBehind ? 'figures.asOf.behind' : 'figures.asOf'} values={{ time }} />
    </p>
  );
}
