import {
  AddCircleRegular,
  ArrowExitRegular,
  ArrowMoveRegular,
  ArrowUndoRegular,
  CheckmarkRegular,
  DismissCircleRegular,
  EditRegular,
  MailArrowForwardRegular,
  MergeRegular,
  MoneyRegular,
  PeopleEditRegular,
  PeopleTeamRegular,
  PersonAvailableRegular,
  PersonProhibitedRegular,
  SplitHorizontalRegular,
  TagRegular,
  TicketDiagonalRegular,
  TimerRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { BookingActionName } from './booking-actions.ts';

export const ACTION_ICONS: Record<BookingActionName, ReactElement> = {
  confirm: <CheckmarkRegular />,
  extend: <TimerRegular />,
  release: <ArrowExitRegular />,
  reject: <DismissCircleRegular />,
  restore: <ArrowUndoRegular />,
  move: <ArrowMoveRegular />,
  party: <PeopleEditRegular />,
  split: <SplitHorizontalRegular />,
  merge: <MergeRegular />,
  cancel: <DismissCircleRegular />,
  noShow: <PersonProhibitedRegular />,
  attended: <PersonAvailableRegular />,
  payment: <MoneyRegular />,
  refunded: <MoneyRegular />,
  refund: <AddCircleRegular />,
  edit: <EditRegular />,
  tag: <TagRegular />,
  partner: <PeopleTeamRegular />,
  resend: <MailArrowForwardRegular />,
  code: <TicketDiagonalRegular />,
  invoice: <MoneyRegular />,
};
/** Actions that end a booking. */
export const DESTRUCTIVE_ACTIONS: ReadonlySet<BookingActionName> = new Set(['cancel', 'release', 'reject']);
