import { FormattedList } from 'react-intl';
import type { TeamRole } from '../../domain/team-roles.ts';
import { RoleName } from '../../ui/format/role-name.tsx';

export function RoleNames({ roles }: { roles: readonly TeamRole[] }) {
  return (
    <FormattedList
      type="unit"
      value={roles.map((role) => (
        <RoleName key={role} role={role} />
      ))}
    />
  );
}
