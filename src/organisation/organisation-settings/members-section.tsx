/** Members, invitations and former members of the organisation, with their actions. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TeamMember } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EmergencyContactDialog } from '../../features/team/emergency-contact-dialog.tsx';
import { InviteDialog } from '../../features/team/invite-dialog.tsx';
import { LeaveDialog } from '../../features/team/leave-dialog.tsx';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { RolesDialog } from '../../features/team/roles-dialog.tsx';
import { TeamRowStatus } from '../../features/team/team-row-status.tsx';
import { rowsOf } from '../../features/team/team-rows.ts';
import { useTeam, useTeamMutations } from '../../features/team/use-team.ts';
import { useTeamActions } from '../../features/team/use-team-actions.tsx';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

interface OpenDialog {
  kind: 'roles' | 'leave' | 'emergency';
  member: TeamMember;
}
type Open = 'invite' | OpenDialog | null;

export function MembersSection({ organisation }: { organisation: Uuid }) {
  const styles = useStyles();
  const intl = useIntl();
  const team = useMemo(() => ({ organisation }), [organisation]);
  const query = useTeam(team);
  const saves = useTeamMutations(team);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const actsOf = useTeamActions({
    team,
    mayChange: true,
    saves,
    onRoles: (member) => setOpen({ kind: 'roles', member }),
    onLeave: (member) => setOpen({ kind: 'leave', member }),
    onEmergency: query.data?.mayCall ? (member) => setOpen({ kind: 'emergency', member }) : undefined,
  });
  return (
    <FormSection
      title="organisation.section.members"
      actions={
        <Button icon={<PersonAddRegular />} onClick={() => setOpen('invite')} disabledFocusable={!query.data}>
          <FormattedMessage id="team.invite" />
        </Button>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="organisation.members.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="team.failed" />}>
        {(read) => (
          <SectionRows>
            {rowsOf(read).map((row) => (
              <SectionRow
                key={`${row.kind} ${row.id}`}
                name={row.name}
                state={
                  <>
                    <RoleNames roles={row.roles} /> <TeamRowStatus row={row} />
                  </>
                }
                action={
                  <MoreMenu
                    label={intl.formatMessage({ id: 'organisation.members.more' }, { name: row.name })}
                    entries={actsOf(row)}
                  />
                }
              />
            ))}
          </SectionRows>
        )}
      </QueryView>
      {open === 'invite' && <InviteDialog team={team} saving={saves.inviting} onClose={close} />}
      {open !== null && open !== 'invite' && <MemberDialog {...open} team={team} saves={saves} onClose={close} />}
    </FormSection>
  );
}

interface MemberDialogProps extends OpenDialog {
  team: { organisation: Uuid };
  saves: ReturnType<typeof useTeamMutations>;
  onClose(): void;
}

function MemberDialog({ kind, member, team, saves, onClose }: MemberDialogProps) {
  const formats = useFormats('UTC');
  if (kind === 'roles') return <RolesDialog team={team} member={member} saving={saves.changing} onClose={onClose} />;
  if (kind === 'emergency') return <EmergencyContactDialog team={team} member={member} onClose={onClose} />;
  return <LeaveDialog team={team} member={member} formats={formats} saving={saves.ending} onClose={onClose} />;
}
