import type { IntlShape } from 'react-intl';
import type { bookAsPartner } from '../../data/partner-bookings.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

export type BookingRefusal = Extract<Awaited<ReturnType<typeof bookAsPartner>>, { refusal: unknown }>['refusal'];

export function refusalText(refusal: BookingRefusal, intl: IntlShape, money: Formats['money']): string {
  const category =
    'categoryType' in refusal && refusal.categoryType
      ? intl.formatMessage({ id: CATEGORY_TEXTS[refusal.categoryType] })
      : intl.formatMessage({ id: 'bookings.category.unknown' });
  switch (refusal.status) {
    case 'sold_out':
      return intl.formatMessage({ id: 'bookings.refused.sold_out' }, { left: refusal.left });
    case 'party_too_small':
      return intl.formatMessage({ id: 'bookings.refused.party_too_small' }, { minimum: refusal.minimum });
    case 'wrong_age':
      return intl.formatMessage(
        { id: 'bookings.refused.wrong_age' },
        { category, from: refusal.minimumAge ?? 0, to: refusal.maximumAge ?? 'any' },
      );
    case 'not_accompanied':
    case 'wrong_category':
    case 'departure_cancelled':
    case 'id_reused':
      return intl.formatMessage({ id: `bookings.refused.${refusal.status}` }, { category });
    case 'over_limit':
      return intl.formatMessage(
        { id: 'partnerBookings.refused.over_limit' },
        { left: money(refusal.availableCredit, refusal.currency) },
      );
    case 'no_account':
    case 'closed':
    case 'too_late':
    case 'no_contact':
    case 'no_names':
    case 'invalid':
      return intl.formatMessage({ id: `partnerBookings.refused.${refusal.status}` });
  }
}
