/** /company-team: members with roles, invitations and former members. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { ColumnTripleEditRegular, PersonAddRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DeviceCommand } from '../../data/devices.ts';
import type { TeamDevice, TeamMember } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EmergencyContactDialog } from '../../features/team/emergency-contact-dialog.tsx';
import { InviteDialog } from '../../features/team/invite-dialog.tsx';
import { LeaveDialog } from '../../features/team/leave-dialog.tsx';
import { RolesDialog } from '../../features/team/roles-dialog.tsx';
import {
  matchesTeamFilter,
  matchesTeamSearch,
  rowsOf,
  useTeamUrl,
  type TeamFilter,
  type TeamRow,
} from '../../features/team/team-rows.ts';
import { useTeam, useTeamMutations } from '../../features/team/use-team.ts';
import { useTeamActions } from '../../features/team/use-team-actions.tsx';
import { useCurrentUser } from '../../session/use-session.ts';
import { ColumnsPanel } from '../../ui/data-table/columns-panel.tsx';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { OfferOwnershipDialog } from './offer-ownership-dialog.tsx';
import { OwnershipOfferNotice } from './ownership-offer-notice.tsx';
import { DeviceDialog } from './device-dialog.tsx';
import { teamColumns } from './team-columns.tsx';
import { TeamDetail } from './team-detail.tsx';
import { useDeviceCommands } from './use-device-commands.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
  notice: { padding: `0 ${gutter} 12px` },
});

const CHIPS: readonly Exclude<TeamFilter, 'current'>[] = ['working', 'member', 'invited', 'former'];
type Open =
  | { kind: 'invite' }
  | { kind: 'device'; person: { id: Uuid; name: string }; device: TeamDevice; command: DeviceCommand }
  | { kind: 'roles' | 'leave' | 'ask' | 'emergency'; member: TeamMember }
  | null;

export function CompanyTeamPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  return company ? (
    <TeamOf key={company.id} company={company.id} timeZone={company.timeZone} userId={currentUser.userId} />
  ) : null;
}

function TeamOf({ company, timeZone, userId }: { company: Uuid; timeZone: string; userId: Uuid }) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const of = useMemo(() => ({ company }), [company]);
  const query = useTeam(of);
  const saves = useTeamMutations(of);
  const deviceCommands = useDeviceCommands(company);
  const { state, go } = useTeamUrl();
  const [open, setOpen] = useState<Open>(null);
  const [arranging, setArranging] = useState(false);
  const columns = useColumns(
    'team',
    useMemo(() => teamColumns(intl, formats), [intl, formats]),
  );
  const team = query.data;
  const mayChange = team?.mayChange ?? false;
  const all = useMemo(() => team && rowsOf(team), [team]);
  const visibleRows = useMemo(() => all?.filter((row) => matchesTeamSearch(row, state)), [all, state]);
  const openRow = all?.find(({ id }) => id === state.person) ?? null;
  const close = () => setOpen(null);
  const actsOf = useTeamActions({
    team: of,
    mayChange,
    saves,
    onRoles: (member) => setOpen({ kind: 'roles', member }),
    onLeave: (member) => setOpen({ kind: 'leave', member }),
    onEmergency: team?.mayCall ? (member) => setOpen({ kind: 'emergency', member }) : undefined,
    onOfferOwnership: team?.ownershipOffer ? undefined : (member) => setOpen({ kind: 'ask', member }),
  });
  const count = (show: TeamFilter) => all?.filter((row) => matchesTeamFilter(row, show)).length ?? 0;

  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.companyTeam" />}
          meta={
            all && <FormattedMessage id="team.meta" values={{ members: count('member'), invited: count('invited') }} />
          }
          actions={
            mayChange
              ? [
                  {
                    label: intl.formatMessage({ id: 'team.invite' }),
                    icon: <PersonAddRegular />,
                    primary: true,
                    onSelect: () => setOpen({ kind: 'invite' }),
                  },
                ]
              : []
          }
          menu={[
            {
              label: intl.formatMessage({ id: 'table.columns' }),
              icon: <ColumnTripleEditRegular />,
              onSelect: () => setArranging(true),
            },
          ]}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'team.one' })}
        openId={openRow && openRow.id}
        onClose={() => go({ person: null })}
        detail={
          openRow && (
            <TeamDetail
              row={openRow}
              company={company}
              zone={timeZone}
              formats={formats}
              acts={actsOf(openRow)}
              {...(mayChange
                ? {
                    onDevice: (device, command) => setOpen({ kind: 'device', person: openRow, device, command }),
                  }
                : {})}
            />
          )
        }
        list={
          <>
            <div className={styles.tools}>
              <SearchBox
                className={styles.search}
                placeholder={intl.formatMessage({ id: 'team.search' })}
                aria-label={intl.formatMessage({ id: 'team.search' })}
                value={state.search}
                onChange={(_, data) => go({ search: data.value }, { isTyping: true })}
              />
              <FilterChips<Exclude<TeamFilter, 'current'>>
                label={intl.formatMessage({ id: 'team.show' })}
                choose="one"
                selected={state.show === 'current' ? [] : [state.show]}
                onChange={([show]) => go({ show: show ?? 'current' })}
                chips={CHIPS.map((value) => ({
                  value,
                  label: intl.formatMessage({ id: `team.show.${value}` }),
                  count: count(value),
                })).filter((chip) => chip.count > 0 || chip.value === state.show)}
              />
            </div>
            {team && !mayChange && (
              <div className={styles.notice}>
                <Message state="neutral">
                  <FormattedMessage id="team.acting" />
                </Message>
              </div>
            )}
            {team?.ownershipOffer && (
              <div className={styles.notice}>
                <OwnershipOfferNotice
                  company={company}
                  name={team.members.find(({ id }) => id === team.ownershipOffer?.person)?.name ?? ''}
                  ownershipOffer={team.ownershipOffer}
                  mayChange={mayChange}
                />
              </div>
            )}
            <ListQueryNotice query={query} failed={<FormattedMessage id="team.failed" />}>
              <DataTable<TeamRow>
                label={intl.formatMessage({ id: 'route.companyTeam' })}
                columns={columns}
                rows={visibleRows}
                idOf={({ id }) => id}
                nameOf={({ name }) => name}
                of={`${state.search} ${state.show}`}
                openId={openRow && openRow.id}
                onOpen={({ id }) => go({ person: id }, { replace: openRow !== null })}
                {...(mayChange ? { menuOf: actsOf } : {})}
                footer={visibleRows && <TableFoot loading={false} count={visibleRows.length} />}
                empty={<NoMembersFound onClear={() => go({ search: '', show: 'current' })} />}
              />
            </ListQueryNotice>
          </>
        }
      />
      {arranging && <ColumnsPanel columns={columns} onClose={() => setArranging(false)} />}
      {open?.kind === 'invite' && <InviteDialog team={of} saving={saves.inviting} onClose={close} />}
      {open?.kind === 'roles' && <RolesDialog team={of} member={open.member} saving={saves.changing} onClose={close} />}
      {open?.kind === 'ask' && (
        <OfferOwnershipDialog
          company={company}
          member={open.member}
          currentUserIsMember={team?.members.some(({ id }) => id === userId) ?? false}
          onClose={close}
        />
      )}
      {open?.kind === 'leave' && (
        <LeaveDialog team={of} member={open.member} formats={formats} saving={saves.ending} onClose={close} />
      )}
      {open?.kind === 'emergency' && <EmergencyContactDialog team={of} member={open.member} onClose={close} />}
      {open?.kind === 'device' && <DeviceDialog {...open} company={company} saving={deviceCommands} onClose={close} />}
    </Screen>
  );
}

function NoMembersFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id="team.none" />}
      actions={
        <Button appearance="primary" onClick={onClear}>
          <FormattedMessage id="team.showAll" />
        </Button>
      }
    />
  );
}

/** The name that the route table expects. */
export { CompanyTeamPage as Component };
