import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

const DOES: Readonly<Record<string, MessageId>> = {
  owner: 'role.owner.does',
  office: 'role.office.does',
  reservations: 'role.reservations.does',
  guide_manager: 'role.guideManager.does',
  guide: 'role.guide.does',
  accountant: 'role.accountant.does',
  partner_admin: 'role.partnerAdmin.does',
  partner_agent: 'role.partnerAgent.does',
};

/** Renders a sentence on what a built-in role may do; nothing for a custom role. */
export function RoleDescription({ role }: { role: string }) {
  const id = DOES[role];
  return id ? <FormattedMessage id={id} /> : null;
}
