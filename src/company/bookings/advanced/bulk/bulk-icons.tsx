import {
  ArrowMoveRegular,
  CheckmarkRegular,
  DismissRegular,
  MailArrowForwardRegular,
  MoneyRegular,
  PeopleTeamRegular,
  TagRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { BulkAction } from './bulk-actions.ts';

export const BULK_ICONS: Record<BulkAction, ReactElement> = {
  confirm: <CheckmarkRegular />,
  cancel: <DismissRegular />,
  tag: <TagRegular />,
  paid: <MoneyRegular />,
  move: <ArrowMoveRegular />,
  partner: <PeopleTeamRegular />,
  resend: <MailArrowForwardRegular />,
};
