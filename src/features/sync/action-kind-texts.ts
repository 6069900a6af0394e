import type { ActionKind } from '../../domain/actions.ts';
import type { MessageId } from '../../i18n/message-id.ts';

export const ACTION_KIND_TEXTS: Record<ActionKind, MessageId> = {
  check_in: 'checkIn.kind.checkIn',
  no_show: 'checkIn.kind.noShow',
  walk_in: 'checkIn.kind.walkIn',
  payment: 'checkIn.kind.payment',
  note: 'checkIn.kind.note',
  count: 'checkIn.kind.count',
  depart: 'checkIn.kind.depart',
  undo: 'checkIn.kind.undo',
  report_submit: 'route.reportTourNumbers',
  report_return: 'route.reportTourNumbers',
  report_lock: 'route.reportTourNumbers',
  report_unlock: 'route.reportTourNumbers',
};
