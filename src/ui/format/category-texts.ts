import type { PriceCategoryType } from '../../domain/enums.ts';
import type { MessageId } from '../../i18n/message-id.ts';

export const CATEGORY_TEXTS: Record<PriceCategoryType, MessageId> = {
  ADULT: 'checkIn.category.adult',
  YOUTH: 'checkIn.category.youth',
  CHILD: 'checkIn.category.child',
  INFANT: 'checkIn.category.infant',
  FAMILY: 'checkIn.category.family',
  SENIOR: 'checkIn.category.senior',
  STUDENT: 'checkIn.category.student',
  MILITARY: 'checkIn.category.military',
  OTHER: 'checkIn.category.other',
};
