/** Who belongs to the organisation, who is invited and who has left: one list, with what is done about each at its row's end. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TeamMember } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EmergencyDialog } from '../../parts/team/emergency-dialog.tsx';
import { InviteDialog } from '../../parts/team/invite-dialog.tsx';
import { LeaveDialog } from '../../parts/team/leave-dialog.tsx';
import { RoleNames } from '../../parts/team/role-names.tsx';
import { RolesDialog } from '../../parts/team/roles-dialog.tsx';
import { RowState } from '../../parts/team/row-state.tsx';
import { rowsOf } from '../../parts/team/team-rows.ts';
import { useTeam, useTeamSaves } from '../../parts/team/use-team.ts';
import { useTeamActs } from '../../parts/team/use-team-acts.tsx';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { SectionRow, SectionRows } from '../../ui/facts/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/words/use-formats.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

type Open = 'invite' | { kind: 'roles' | 'leave' | 'emergency'; member: TeamMember } | null;

export function MembersSection({ organisation }: { organisation: Uuid }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const team = useMemo(() => ({ organisation }), [organisation]);
  const answer = useTeam(team);
  const saves = useTeamSaves(team);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const actsOf = useTeamActs({
    team,
    mayChange: true,
    saves,
    onRoles: (member) => setOpen({ kind: 'roles', member }),
    onLeave: (member) => setOpen({ kind: 'leave', member }),
    onEmergency: answer.data?.mayCall ? (member) => setOpen({ kind: 'emergency', member }) : undefined,
  });
  return (
    <FormSection
      title="organisation.section.members"
      actions={
        <Button icon={<PersonAddRegular />} onClick={() => setOpen('invite')} disabledFocusable={!answer.data}>
          <FormattedMessage id="team.invite" />
        </Button>
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="organisation.members.about" />
      </p>
      <AnswerView answer={answer} skeleton={null} failed={<FormattedMessage id="team.failed" />}>
        {(read) => (
          <SectionRows>
            {rowsOf(read).map((row) => (
              <SectionRow
                key={`${row.kind} ${row.id}`}
                name={row.name}
                state={
                  <>
                    <RoleNames roles={row.roles} /> <RowState row={row} />
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
      </AnswerView>
      {open === 'invite' && <InviteDialog team={team} saving={saves.inviting} onClose={close} />}
      {open !== null && open !== 'invite' && open.kind === 'roles' && (
        <RolesDialog team={team} member={open.member} saving={saves.changing} onClose={close} />
      )}
      {open !== null && open !== 'invite' && open.kind === 'leave' && (
        <LeaveDialog team={team} member={open.member} formats={formats} saving={saves.ending} onClose={close} />
      )}
      {open !== null && open !== 'invite' && open.kind === 'emergency' && (
        <EmergencyDialog team={team} member={open.member} onClose={close} />
      )}
    </FormSection>
  );
}
