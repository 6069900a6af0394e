/** Detail pane of a member, invitation or former member, with the available actions. */
import { Button, Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Instant, Uuid } from '../../domain/ids.ts';
import { mayGuide } from '../../domain/team-roles.ts';
import { TeamRowStatus, invitationStatusOf } from '../../features/team/team-row-status.tsx';
import type { TeamRow } from '../../features/team/team-rows.ts';
import type { TeamAction } from '../../features/team/use-team-actions.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleDescription } from '../../ui/format/role-description.tsx';
import { RoleName } from '../../ui/format/role-name.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { MemberAvailability } from './member-availability.tsx';
import { TeamDevices, type TeamDevicesProps } from './team-devices.tsx';

const MemberFeed = lazyWithTexts(
  () => import('./member-feed.tsx').then((module) => module.MemberFeed),
  ['calendar-feeds'],
);

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: '4px 0 0', padding: 0, listStyleType: 'none' },
  name: { display: 'block', fontWeight: weight.bold },
  quiet: { ...type.body, display: 'block', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
});

export interface TeamDetailProps {
  row: TeamRow;
  company: Uuid;
  zone: string;
  formats: Formats;
  /** Available actions, the most likely first. */
  acts: readonly TeamAction[];
  /** Omitted if the user may not send commands to devices. */
  onDevice?: TeamDevicesProps['onCommand'];
}

export function TeamDetail({ row, company, zone, formats, acts, onDevice }: TeamDetailProps) {
  const devices = row.kind === 'member' ? row.member.devices : row.kind === 'former' ? row.former.devices : [];
  const invitationStatus = row.kind === 'invited' ? invitationStatusOf(row.invitation) : null;
  return (
    <Detail
      title={row.name}
      status={<TeamRowStatus row={row} />}
      footer={
        acts.length > 0 &&
        // The main button of a footer is the last one.
        acts.toReversed().map(({ label, icon, onSelect }) => (
          <Button key={label} {...(icon ? { icon } : {})} onClick={onSelect}>
            {label}
          </Button>
        ))
      }
    >
      {invitationStatus?.text && (
        <Message state={invitationStatus.state}>
          <FormattedMessage id={invitationStatus.text} />
        </Message>
      )}
      {row.kind === 'member' && row.roles.length === 0 && (
        <Message state="attention">
          <FormattedMessage id="team.state.noRoles.text" />
        </Message>
      )}
      <DescriptionList>
        <RolesItem row={row} />
        <DescriptionItem term="team.column.email">
          <FluentLink href={`mailto:${row.email}`}>{row.email}</FluentLink>
        </DescriptionItem>
        <StatusItems row={row} zone={zone} formats={formats} />
        {row.kind === 'member' && mayGuide(row.roles) && (
          <>
            <MemberAvailability key={row.id} company={company} person={row.id} name={row.name} zone={zone} />
            <DescriptionItem term="team.feed">
              <MemberFeed key={row.id} company={company} person={row.id} name={row.name} />
            </DescriptionItem>
          </>
        )}
        {devices.length > 0 && (
          <DescriptionItem term="team.devices">
            <TeamDevices devices={devices} formats={formats} {...(onDevice ? { onCommand: onDevice } : {})} />
          </DescriptionItem>
        )}
      </DescriptionList>
    </Detail>
  );
}

function RolesItem({ row }: { row: TeamRow }) {
  const styles = useStyles();
  if (row.roles.length === 0) return null;
  return (
    <DescriptionItem term={row.kind === 'former' ? 'team.rolesBefore' : 'team.column.roles'}>
      <ul className={styles.list}>
        {row.roles.map((role) => (
          <li key={role}>
            <span className={styles.name}>
              <RoleName role={role} />
            </span>
            <span className={styles.quiet}>
              <RoleDescription role={role} />
            </span>
          </li>
        ))}
      </ul>
    </DescriptionItem>
  );
}

/** Details of a member, an invitation or a former member. */
function StatusItems({ row, zone, formats }: Pick<TeamDetailProps, 'row' | 'zone' | 'formats'>) {
  const intl = useIntl();
  const day = (instant: Instant) => intl.formatDate(instant, { timeZone: zone, dateStyle: 'long' });
  return (
    <>
      {row.kind === 'member' && (
        <>
          {row.member.now && (
            <DescriptionItem term="team.show.working">
              <FormattedMessage
                id="team.now"
                values={{ tour: formats.text(row.member.now.title), time: formats.time(row.member.now.endsAt) }}
              />
            </DescriptionItem>
          )}
          <DescriptionItem term="team.column.since">{day(row.member.since)}</DescriptionItem>
          <DescriptionItem term="team.column.upcoming">{row.member.upcoming}</DescriptionItem>
        </>
      )}
      {row.kind === 'invited' && (
        <>
          {row.invitation.inviter && <DescriptionItem term="team.inviter">{row.invitation.inviter}</DescriptionItem>}
          <DescriptionItem term="team.sent">{day(row.invitation.sentAt)}</DescriptionItem>
          <DescriptionItem term="team.openUntil">{day(row.invitation.expiresAt)}</DescriptionItem>
        </>
      )}
      {row.kind === 'former' && <DescriptionItem term="team.left">{day(row.former.leftAt)}</DescriptionItem>}
    </>
  );
}
