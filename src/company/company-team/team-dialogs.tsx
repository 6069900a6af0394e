/** The dialogs of the team page. */
import { useMemo } from 'react';
import type { DeviceCommand } from '../../data/devices.ts';
import type { TeamDevice, TeamMember } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EmergencyContactDialog } from '../../features/team/emergency-contact-dialog.tsx';
import { InviteDialog } from '../../features/team/invite-dialog.tsx';
import { LeaveDialog } from '../../features/team/leave-dialog.tsx';
import { RolesDialog } from '../../features/team/roles-dialog.tsx';
import type { TeamRow } from '../../features/team/team-rows.ts';
import type { TeamMutations } from '../../features/team/use-team.ts';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import type { Columns } from '../../ui/data-table/use-columns.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { DeviceDialog } from './device-dialog.tsx';
import { OfferOwnershipDialog } from './offer-ownership-dialog.tsx';
import { useDeviceCommands } from './use-device-commands.ts';

export type TeamDialog =
  | { kind: 'invite' | 'columns' }
  | { kind: 'device'; person: { id: Uuid; name: string }; device: TeamDevice; command: DeviceCommand }
  | { kind: 'roles' | 'leave' | 'offer_ownership' | 'emergency'; member: TeamMember };

export interface TeamDialogsProps {
  dialog: TeamDialog | null;
  team: { company: Uuid; userId: Uuid; members: readonly TeamMember[] };
  saves: TeamMutations;
  formats: Formats;
  columns: Columns<TeamRow>;
  onClose(): void;
}

export function TeamDialogs({ dialog, team, saves, formats, columns, onClose }: TeamDialogsProps) {
  const { company, userId, members } = team;
  const deviceCommands = useDeviceCommands(company);
  const of = useMemo(() => ({ company }), [company]);
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'columns':
      return <ColumnsPanel columns={columns} onClose={onClose} />;
    case 'invite':
      return <InviteDialog team={of} saving={saves.inviting} onClose={onClose} />;
    case 'roles':
      return <RolesDialog team={of} member={dialog.member} saving={saves.changing} onClose={onClose} />;
    case 'offer_ownership':
      return (
        <OfferOwnershipDialog
          company={company}
          member={dialog.member}
          currentUserIsMember={members.some(({ id }) => id === userId)}
          onClose={onClose}
        />
      );
    case 'leave':
      return <LeaveDialog team={of} member={dialog.member} formats={formats} saving={saves.ending} onClose={onClose} />;
    case 'emergency':
      return <EmergencyContactDialog team={of} member={dialog.member} onClose={onClose} />;
    case 'device':
      return <DeviceDialog {...dialog} company={company} saving={deviceCommands} onClose={onClose} />;
  }
}
