import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { rolesOfTeam, type TeamOf, type TeamRole } from '../../domain/team-roles.ts';
import { RoleDescription } from '../../ui/format/role-description.tsx';
import { RoleName } from '../../ui/format/role-name.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  group: { border: 'none', margin: 0, padding: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
  legend: { padding: 0, marginBottom: '4px' },
  role: { alignItems: 'flex-start', minHeight: density.target, marginInlineStart: '-8px' },
  name: { display: 'block', fontWeight: weight.bold },
  effect: { ...type.body, display: 'block', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
});

export interface RoleChoiceProps {
  team: TeamOf;
  /** Limits the roles offered; all by default. */
  roles?: readonly TeamRole[];
  selected: readonly TeamRole[];
  onChange(selected: TeamRole[]): void;
}

export function RoleChoice({ team, roles = rolesOfTeam(team), selected, onChange }: RoleChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <fieldset className={styles.group} aria-label={intl.formatMessage({ id: 'team.column.roles' })}>
      <legend className={styles.legend}>
        <FormattedMessage id="team.roles.label" />
      </legend>
      {roles.map((role) => (
        <Checkbox
          key={role}
          className={styles.role}
          checked={selected.includes(role)}
          onChange={(_, { checked }) =>
            onChange(
              roles.filter((candidate) => (candidate === role ? checked === true : selected.includes(candidate))),
            )
          }
          label={
            <>
              <span className={styles.name}>
                <RoleName role={role} />
              </span>
              <span className={styles.effect}>
                <RoleDescription role={role} />
              </span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
