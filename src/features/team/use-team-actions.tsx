/** Actions on a team entry, for both its row and its detail. */
import {
  CallRegular,
  DeleteRegular,
  KeyRegular,
  PersonAvailableRegular,
  PersonProhibitedRegular,
  SendRegular,
  ShieldRegular,
} from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import type { TeamMember } from '../../data/team.ts';
import type { Result } from '../../domain/result.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { TeamRow } from './team-rows.ts';
import type { TeamMutations } from './use-team.ts';

export type TeamAction = MenuEntry;

export interface TeamActionsOptions {
  team: TeamOf;
  mayChange: boolean;
  saves: TeamMutations;
  onRoles(member: TeamMember): void;
  onLeave(member: TeamMember): void;
  /** Omitted if the person may not see emergency contacts. */
  onEmergency?: ((member: TeamMember) => void) | undefined;
  /** Offers ownership of the company; omitted if no offer is possible now. */
  onOfferOwnership?: ((member: TeamMember) => void) | undefined;
}

export function useTeamActions({
  team,
  mayChange,
  saves,
  onRoles,
  onLeave,
  onEmergency,
  onOfferOwnership,
}: TeamActionsOptions) {
  const intl = useIntl();

  /** Shows the result of a one-click action as a toast. */
  async function showResult(
    pendingResult: Promise<Result<unknown, { status: string }>>,
    successText: string,
  ): Promise<void> {
    const result = await pendingResult;
    if (result.ok) void showToast({ intent: 'success', text: successText });
    else
      void showToast({
        intent: 'error',
        text: intl.formatMessage({
          id:
            result.code !== 'refused'
              ? FAILURE_TEXTS[result.code]
              : result.refusal.status === 'too_many'
                ? 'team.resend.tooMany'
                : 'team.ended',
        }),
      });
  }

  return (row: TeamRow): TeamAction[] => {
    if (!mayChange) return [];
    if (row.kind === 'member')
      return [
        {
          label: intl.formatMessage({ id: 'team.act.roles' }),
          icon: <ShieldRegular />,
          onSelect: () => onRoles(row.member),
        },
        ...(onOfferOwnership && !row.roles.includes('owner')
          ? [
              {
                label: intl.formatMessage({ id: 'ownership.act' }),
                icon: <KeyRegular />,
                onSelect: () => onOfferOwnership(row.member),
              },
            ]
          : []),
        ...(onEmergency
          ? [
              {
                label: intl.formatMessage({ id: 'team.emergency' }),
                icon: <CallRegular />,
                onSelect: () => onEmergency(row.member),
              },
            ]
          : []),
        {
          label: intl.formatMessage({ id: 'team.act.leave' }),
          icon: <PersonProhibitedRegular />,
          dangerous: true,
          onSelect: () => onLeave(row.member),
        },
      ];
    if (row.kind === 'former')
      return [
        {
          label: intl.formatMessage({ id: 'team.act.return' }),
          icon: <PersonAvailableRegular />,
          onSelect: () =>
            void showResult(
              saves.returning.save({ ...team, person: row.id }),
              intl.formatMessage({ id: 'team.return.done' }, { name: row.name }),
            ),
        },
      ];
    return [
      {
        label: intl.formatMessage({ id: 'team.act.resend' }),
        icon: <SendRegular />,
        onSelect: () =>
          void showResult(
            saves.resending.save(row.id),
            intl.formatMessage({ id: 'team.resend.done' }, { email: row.email }),
          ),
      },
      {
        label: intl.formatMessage({ id: 'team.act.revoke' }),
        icon: <DeleteRegular />,
        dangerous: true,
        onSelect: () =>
          void showResult(
            saves.revoking.save(row.id),
            intl.formatMessage({ id: 'team.revoke.done' }, { email: row.email }),
          ),
      },
    ];
  };
}
