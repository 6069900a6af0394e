import { useIntl } from 'react-intl';
import { uncapitalise } from '../../lib/capitalise.ts';
import { ROLE_NAMES } from './role-name.tsx';

export interface RoleNamesProps {
  roles: readonly string[];
  type?: 'unit' | 'disjunction';
  /** Inside a sentence, where the first name is not capitalised either. */
  isInSentence?: boolean;
}

/** Lists the names of roles. In English they are written as names; a company's own ones are always as it wrote them. */
export function RoleNames({ roles, type = 'unit', isInSentence = false }: RoleNamesProps) {
  const intl = useIntl();
  const names = roles.map((role, at) => {
    const id = ROLE_NAMES[role];
    if (!id) return role;
    const name = intl.formatMessage({ id });
    const isName = intl.locale.startsWith('en') || (at === 0 && !isInSentence);
    return isName ? name : uncapitalise(name, intl.locale);
  });
  return intl.formatList(names, { type });
}
