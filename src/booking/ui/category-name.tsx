import { FormattedMessage, useIntl } from 'react-intl';
import type { PriceCategoryType } from '../../domain/enums.ts';

export const CATEGORY_NAMES = {
  ADULT: 'booking.category.adult',
  YOUTH: 'booking.category.youth',
  CHILD: 'booking.category.child',
  INFANT: 'booking.category.infant',
  FAMILY: 'booking.category.family',
  SENIOR: 'booking.category.senior',
  STUDENT: 'booking.category.student',
  MILITARY: 'booking.category.military',
  OTHER: 'booking.category.other',
} as const satisfies Record<PriceCategoryType, string>;

export function CategoryName({ type }: { type: PriceCategoryType }) {
  return <FormattedMessage id={CATEGORY_NAMES[type]} />;
}

/** Returns a formatter for a party: "2 × Adult, 1 × Child". */
export function useFormatParty(): (guests: readonly { type: PriceCategoryType }[]) => string {
  const intl = useIntl();
  return (guests) =>
    [...new Set(guests.map(({ type }) => type))]
      .map((type) =>
        intl.formatMessage(
          { id: 'booking.party.some' },
          {
            count: guests.filter((guest) => guest.type === type).length,
            category: intl.formatMessage({ id: CATEGORY_NAMES[type] }),
          },
        ),
      )
      .join(', ');
}
