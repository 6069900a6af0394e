/** /company-team: members with roles, invitations and former members. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { ColumnTripleEditRegular, PersonAddRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Team } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  matchesTeamFilter,
  matchesTeamSearch,
  rowsOf,
  useTeamUrl,
  type TeamFilter,
  type TeamRow,
} from '../../features/team/team-rows.ts';
import { useTeam, useTeamMutations, type TeamMutations } from '../../features/team/use-team.ts';
import { useTeamActions, type TeamAction } from '../../features/team/use-team-actions.tsx';
import { useCurrentUser } from '../../session/use-session.ts';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { useColumns, type Columns } from '../../ui/data-table/use-columns.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { ListQueryNotice } from '../../ui/loading/list-query-notice.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { OwnershipOfferNotice } from './ownership-offer-notice.tsx';
import { TeamDialogs, type TeamDialog } from './team-dialogs.tsx';
import { teamColumns } from './team-columns.tsx';
import { TeamDetail } from './team-detail.tsx';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', padding: `4px ${gutter} 12px` },
  search: { flex: '1 1 240px', maxWidth: '360px' },
  notice: { padding: `0 ${gutter} 12px` },
});

const CHIPS: readonly Exclude<TeamFilter, 'current'>[] = ['working', 'member', 'invited', 'former'];

export function CompanyTeamPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  return company ? (
    <TeamScreen key={company.id} company={company.id} timeZone={company.timeZone} userId={currentUser.userId} />
  ) : null;
}

function TeamScreen({ company, timeZone, userId }: { company: Uuid; timeZone: string; userId: Uuid }) {
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const of = useMemo(() => ({ company }), [company]);
  const query = useTeam(of);
  const saves = useTeamMutations(of);
  const { state, go } = useTeamUrl();
  const [dialog, setDialog] = useState<TeamDialog | null>(null);
  const columns = useTeamColumns(formats, timeZone);
  const team = query.data;
  const mayChange = team?.mayChange ?? false;
  const all = useMemo(() => team && rowsOf(team), [team]);
  const openRow = all?.find(({ id }) => id === state.person) ?? null;
  const actsOf = useRowActions(of, { team, saves, onDialog: setDialog });
  return (
    <Screen fill header={<Header rows={all} mayChange={mayChange} onDialog={setDialog} />}>
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
                ? { onDevice: (device, command) => setDialog({ kind: 'device', person: openRow, device, command }) }
                : {})}
            />
          )
        }
        list={
          <>
            <Filters rows={all} />
            {team && <Notices company={company} timeZone={timeZone} team={team} />}
            <ListQueryNotice query={query} failed={<FormattedMessage id="team.failed" />}>
              <TeamTable
                columns={columns}
                rows={all}
                openId={openRow && openRow.id}
                menuOf={mayChange ? actsOf : null}
              />
            </ListQueryNotice>
          </>
        }
      />
      <TeamDialogs
        dialog={dialog}
        team={{ company, userId, members: team?.members ?? [] }}
        saves={saves}
        formats={formats}
        columns={columns}
        onClose={() => setDialog(null)}
      />
    </Screen>
  );
}

function useTeamColumns(formats: Formats, timeZone: string): Columns<TeamRow> {
  const intl = useIntl();
  return useColumns(
    'team',
    useMemo(() => teamColumns(intl, { formats, timeZone }), [intl, formats, timeZone]),
  );
}

interface RowActionsOptions {
  team: Team | undefined;
  saves: TeamMutations;
  onDialog(dialog: TeamDialog): void;
}

function useRowActions(of: { company: Uuid }, { team, saves, onDialog }: RowActionsOptions) {
  return useTeamActions({
    team: of,
    mayChange: team?.mayChange ?? false,
    saves,
    onRoles: (member) => onDialog({ kind: 'roles', member }),
    onLeave: (member) => onDialog({ kind: 'leave', member }),
    onEmergency: team?.mayCall ? (member) => onDialog({ kind: 'emergency', member }) : undefined,
    onOfferOwnership: team?.ownershipOffer ? undefined : (member) => onDialog({ kind: 'offer_ownership', member }),
  });
}

const countOf = (rows: readonly TeamRow[] | undefined, show: TeamFilter) =>
  rows?.filter((row) => matchesTeamFilter(row, show)).length ?? 0;

interface HeaderProps {
  rows: readonly TeamRow[] | undefined;
  mayChange: boolean;
  onDialog(dialog: TeamDialog): void;
}

function Header({ rows, mayChange, onDialog }: HeaderProps) {
  const intl = useIntl();
  const invite = {
    label: intl.formatMessage({ id: 'team.invite' }),
    icon: <PersonAddRegular />,
    primary: true,
    onSelect: () => onDialog({ kind: 'invite' }),
  };
  return (
    <PageHeader
      wide
      title={<FormattedMessage id="route.companyTeam" />}
      meta={
        rows && (
          <FormattedMessage
            id="team.meta"
            values={{ members: countOf(rows, 'member'), invited: countOf(rows, 'invited') }}
          />
        )
      }
      actions={mayChange ? [invite] : []}
      menu={[
        {
          label: intl.formatMessage({ id: 'table.columns' }),
          icon: <ColumnTripleEditRegular />,
          onSelect: () => onDialog({ kind: 'columns' }),
        },
      ]}
    />
  );
}

function Filters({ rows }: Pick<HeaderProps, 'rows'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { state, go } = useTeamUrl();
  return (
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
          count: countOf(rows, value),
        })).filter((chip) => chip.count > 0 || chip.value === state.show)}
      />
    </div>
  );
}

function Notices({ company, timeZone, team }: { company: Uuid; timeZone: string; team: Team }) {
  const styles = useStyles();
  const { mayChange, ownershipOffer, members } = team;
  return (
    <>
      {!mayChange && (
        <div className={styles.notice}>
          <Message state="neutral">
            <FormattedMessage id="team.acting" />
          </Message>
        </div>
      )}
      {ownershipOffer && (
        <div className={styles.notice}>
          <OwnershipOfferNotice
            company={company}
            timeZone={timeZone}
            name={members.find(({ id }) => id === ownershipOffer.person)?.name ?? ''}
            ownershipOffer={ownershipOffer}
            mayChange={mayChange}
          />
        </div>
      )}
    </>
  );
}

interface TeamTableProps {
  columns: Columns<TeamRow>;
  rows: readonly TeamRow[] | undefined;
  openId: Uuid | null;
  /** Null if the user may not change the team. */
  menuOf: ((row: TeamRow) => readonly TeamAction[]) | null;
}

function TeamTable({ columns, rows, openId, menuOf }: TeamTableProps) {
  const intl = useIntl();
  const { state, go } = useTeamUrl();
  const visibleRows = useMemo(() => rows?.filter((row) => matchesTeamSearch(row, state)), [rows, state]);
  return (
    <DataTable<TeamRow>
      label={intl.formatMessage({ id: 'route.companyTeam' })}
      columns={columns}
      rows={visibleRows}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      of={`${state.search} ${state.show}`}
      openId={openId}
      onOpen={({ id }) => go({ person: id }, { replace: openId !== null })}
      {...(menuOf ? { menuOf } : {})}
      footer={visibleRows && <TableFoot loading={false} count={visibleRows.length} />}
      empty={<NoMembersFound onClear={() => go({ search: '', show: 'current' })} />}
    />
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
