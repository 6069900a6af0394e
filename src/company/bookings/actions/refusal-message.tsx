/** Explains why the server refused an action and offers alternatives. */
import { Button, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { BookingActionRefusal } from '../../../data/bookings/actions.ts';
import type { FittingDeparture } from '../../../data/bookings/refusals.ts';
import { formatCode } from '../../../domain/codes.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { Message } from '../../../ui/states/message.tsx';
import type { BookingContext } from '../booking-context.ts';

const useStyles = makeStyles({ allotment: { margin: 0 } });

/** Refusals that staff can override with a reason. */
const OVERRIDABLE: ReadonlySet<BookingActionRefusal['status']> = new Set([
  'sold_out',
  'closed',
  'party_too_small',
  'not_accompanied',
  'wrong_age',
  'over_limit',
]);
/** Whether the action succeeds once it is confirmed. */
export const needsConfirmation = (
  refusal: BookingActionRefusal,
): refusal is Extract<BookingActionRefusal, { status: 'checked_in' | 'other_guest' }> =>
  refusal.status === 'checked_in' || refusal.status === 'other_guest';
export const canOverride = (refusal: BookingActionRefusal) => OVERRIDABLE.has(refusal.status);

export interface RefusalMessageProps {
  refusal: BookingActionRefusal;
  context: BookingContext;
  /** Currency of the booking, which can differ from the company's current one. */
  currency: string;
  /** Accepts an alternative departure. */
  onSelectDeparture?: ((departure: FittingDeparture) => void) | undefined;
}

export function refusalText(
  refusal: BookingActionRefusal,
  { intl, context, currency }: Pick<RefusalMessageProps, 'context' | 'currency'> & { intl: IntlShape },
): string {
  const values: Record<string, string | number> = {};
  if (refusal.status === 'sold_out') values['left'] = refusal.left;
  if (refusal.status === 'party_too_small') values['minimum'] = refusal.minimum;
  if (refusal.status === 'checked_in') values['count'] = refusal.guests.length;
  if (refusal.status === 'too_much') values['max'] = context.formats.money(refusal.max, currency);
  if (refusal.status === 'over_limit')
    values['left'] = context.formats.money(refusal.availableCredit, refusal.currency);
  if (refusal.status === 'wrong_state') values['state'] = intl.formatMessage({ id: `bookings.state.${refusal.state}` });
  if ('categoryType' in refusal)
    values['category'] = refusal.categoryType
      ? intl.formatMessage({ id: CATEGORY_TEXTS[refusal.categoryType] })
      : intl.formatMessage({ id: 'bookings.category.unknown' });
  if (refusal.status === 'other_currency') {
    values['currency'] = refusal.currency;
    values['other'] = refusal.other;
  }
  if (refusal.status === 'other_guest') values['reference'] = formatCode(refusal.reference);
  if (refusal.status === 'too_early') values['from'] = context.when(refusal.from);
  if (refusal.status === 'wrong_age') {
    values['from'] = refusal.minimumAge ?? 0;
    values['to'] = refusal.maximumAge ?? 'any';
  }
  return intl.formatMessage({ id: `bookings.refused.${refusal.status}` }, values);
}

export function RefusalMessage({ refusal, context, currency, onSelectDeparture }: RefusalMessageProps) {
  const styles = useStyles();
  const intl = useIntl();
  const alternatives = refusal.status === 'sold_out' ? refusal.next : [];
  const allotments = refusal.status === 'sold_out' ? refusal.allottedSeats : [];
  return (
    <Message
      state={canOverride(refusal) || needsConfirmation(refusal) ? 'attention' : 'no'}
      alert
      title={refusalText(refusal, { intl, context, currency })}
      actions={
        onSelectDeparture &&
        alternatives.length > 0 &&
        alternatives.map((alternative) => (
          <Button key={alternative.departureId} onClick={() => onSelectDeparture(alternative)}>
            <FormattedMessage
              id="bookings.fits"
              values={{ when: context.when(alternative.startsAt), left: alternative.left }}
            />
          </Button>
        ))
      }
    >
      {allotments.map(({ name, seats, until }) => (
        <p key={name} className={styles.allotment}>
          <FormattedMessage id="bookings.allottedSeats" values={{ name, seats, until: context.when(until) }} />
        </p>
      ))}
      {refusal.status === 'sold_out' &&
        (alternatives.length === 0 ? (
          <FormattedMessage id="bookings.fits.none" />
        ) : onSelectDeparture ? (
          <FormattedMessage id="bookings.fits.title" />
        ) : (
          <FormattedMessage
            id="bookings.fits.list"
            values={{ list: intl.formatList(alternatives.map(({ startsAt }) => context.when(startsAt))) }}
          />
        ))}
    </Message>
  );
}
