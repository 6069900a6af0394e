import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';

/** Names of the built-in roles by `guard_name`, the column that identifies a role. */
export const ROLE_NAMES: Readonly<Record<string, MessageId>> = {
  owner: 'role.owner',
  office: 'role.office',
  reservations: 'role.reservations',
  guide_manager: 'role.guideManager',
  guide: 'role.guide',
  accountant: 'role.accountant',
  partner_admin: 'role.partnerAdmin',
  partner_agent: 'role.partnerAgent',
  platform_admin: 'role.platformAdmin',
};

/** Renders the name of a role; a custom one has the name that its company gave it. */
export function RoleName({ role }: { role: string }) {
  const id = ROLE_NAMES[role];
  return id ? <FormattedMessage id={id} /> : role;
}
