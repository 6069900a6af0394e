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
import { useIntl, type IntlShape } from 'react-intl';
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

/** Shows the result of a one-click action as a toast. */
async function showResult(
  intl: IntlShape,
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

type RowOf<Kind extends TeamRow['kind']> = Extract<TeamRow, { kind: Kind }>;

function memberActions(row: RowOf<'member'>, options: TeamActionsOptions, intl: IntlShape): TeamAction[] {
  const { onRoles, onLeave, onEmergency, onOfferOwnership } = options;
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
}

function formerMemberAction(row: RowOf<'former'>, { team, saves }: TeamActionsOptions, intl: IntlShape): TeamAction {
  return {
    label: intl.formatMessage({ id: 'team.act.return' }),
    icon: <PersonAvailableRegular />,
    onSelect: () =>
      void showResult(
        intl,
        saves.returning.save({ ...team, person: row.id }),
        intl.formatMessage({ id: 'team.return.done' }, { name: row.name }),
      ),
  };
}

function invitationActions(row: RowOf<'invited'>, { saves }: TeamActionsOptions, intl: IntlShape): TeamAction[] {
  return [
    {
      label: intl.formatMessage({ id: 'team.act.resend' }),
      icon: <SendRegular />,
      onSelect: () =>
        void showResult(
          intl,
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
          intl,
          saves.revoking.save(row.id),
          intl.formatMessage({ id: 'team.revoke.done' }, { email: row.email }),
        ),
    },
  ];
}

export function useTeamActions(options: TeamActionsOptions) {
  const intl = useIntl();
  return (row: TeamRow): TeamAction[] => {
    if (!options.mayChange) return [];
    if (row.kind === 'member') return memberActions(row, options, intl);
    if (row.kind === 'former') return [formerMemberAction(row, options, intl)];
    return invitationActions(row, options, intl);
  };
}
