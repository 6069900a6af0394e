/** Edits a member's roles. Warns before saving if departures would lose their guide. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TeamMember } from '../../data/team.ts';
import { mayGuide, rolesOfTeam, type TeamOf, type TeamRole } from '../../domain/team-roles.ts';
import { splitResult } from '../../online/use-mutation.ts';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { RoleChoice } from './role-choice.tsx';
import { LastOwnerNotice } from './last-owner-notice.tsx';
import type { TeamMutations } from './use-team.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface RolesDialogProps {
  team: TeamOf;
  member: TeamMember;
  saving: TeamMutations['changing'];
  onClose(): void;
}

function StaleRolesNotice({ roles }: { roles: readonly TeamRole[] }) {
  return (
    <Message state="attention" alert>
      <FormattedMessage id="team.roles.stale" values={{ roles: <RoleNames isInSentence roles={roles} /> }} />
    </Message>
  );
}

export function RolesDialog({ team, member, saving, onClose }: RolesDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [before, setBefore] = useState(member.roles);
  const [selected, setSelected] = useState<TeamRole[]>(member.roles);
  // Ownership has to be accepted by the new owner, so it cannot be granted here.
  const offered = rolesOfTeam(team).filter((role) => role !== 'owner' || before.includes(role));
  // Without ownership that a colleague has just taken away, as it is not offered any more.
  const roles = selected.filter((role) => offered.includes(role));
  const { refusal, failure } = splitResult(saving.result);
  const managingRole = 'company' in team ? 'owner' : 'partner_admin';

  async function send(): Promise<boolean> {
    if (roles.length === 0) return false;
    const saved = await saving.save({ ...team, person: member.id, roles, before });
    if (saved.ok) {
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      saving.reset();
      return true;
    }
    // Stale: shows the roles that someone else has set; saving again overwrites them.
    if (saved.code === 'refused' && saved.refusal.status === 'stale') setBefore(saved.refusal.roles);
    return false;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="team.roles.title" values={{ name: member.name }} />}
      confirm={<FormattedMessage id="form.save" />}
      onClose={() => {
        saving.reset();
        onClose();
      }}
      onConfirm={send}
    >
      <div className={styles.fields}>
        {refusal?.status === 'stale' && <StaleRolesNotice roles={refusal.roles} />}
        {refusal?.status === 'last_owner' && <LastOwnerNotice team={team} name={member.name} alert />}
        <SaveFailed result={failure} />
        <RoleChoice team={team} roles={offered} selected={roles} onChange={setSelected} />
        {offered.length < rolesOfTeam(team).length && (
          <Message state="neutral">
            <FormattedMessage id="ownership.roles.hint" />
          </Message>
        )}
        {roles.length === 0 && (
          <Message state="no">
            <FormattedMessage id="team.roles.none" />
          </Message>
        )}
        {roles.length > 0 && !mayGuide(roles) && member.upcoming > 0 && (
          <Message state="attention">
            <FormattedMessage id="team.roles.departures" values={{ count: member.upcoming }} />
          </Message>
        )}
        {member.isLastOwner && !roles.includes(managingRole) && refusal === null && (
          <LastOwnerNotice team={team} name={member.name} />
        )}
      </div>
    </FormDialog>
  );
}
