/** The latest recount: how many, when, and who was missing. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PeopleSearchRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { recountValues } from './recount-values.ts';
import { guestDisplayName } from './guest-texts.ts';
import { MissingNames } from './missing-names.tsx';
import { useRollCall } from './roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    padding: '4px 16px 8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
    '& svg': { alignSelf: 'center', flexShrink: 0 },
  },
  missing: { color: stateColours.attention.foreground, fontWeight: weight.bold },
});

export function LastCount() {
  const styles = useStyles();
  const intl = useIntl();
  const { view, parties, formats } = useRollCall();
  const last = view.rollCall.counts.at(-1);
  if (!last) return null;
  const { present, missing } = last.payload;
  // The count refers to guests checked in by that time.
  const checkedIn = parties
    .flatMap((party) => party.lines)
    .filter((line) => line.at !== null && line.at <= last.occurredAt).length;
  const missingIds = new Set(missing);
  const names = parties.flatMap((party) =>
    party.lines.filter((line) => missingIds.has(line.guest.id)).map((line) => guestDisplayName(line, { party, intl })),
  );
  return (
    <div className={mergeClasses(styles.line, (present !== checkedIn || missing.length > 0) && styles.missing)}>
      <PeopleSearchRegular aria-hidden />
      <span>
        <FormattedMessage
          id="checkIn.counted"
          values={{ ...recountValues(present, checkedIn), time: formats.time(last.occurredAt) }}
        />
        {names.length > 0 && (
          <>
            {' · '}
            <MissingNames names={names} formats={formats} />
          </>
        )}
      </span>
    </div>
  );
}
