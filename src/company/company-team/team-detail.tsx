/** What is known of a member, an invitation or somebody who has left, and what can be done about it. */
import { Button, Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Instant, Uuid } from '../../domain/ids.ts';
import { mayGuide } from '../../domain/team-roles.ts';
import { RowState, standingOf } from '../../parts/team/row-state.tsx';
import type { TeamRow } from '../../parts/team/team-rows.ts';
import type { TeamAct } from '../../parts/team/use-team-acts.tsx';
import { Fact, Facts } from '../../ui/facts/facts.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { Message } from '../../ui/states/message.tsx';
import { RoleDoes } from '../../ui/words/role-does.tsx';
import { RoleName } from '../../ui/words/role-name.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/words/use-formats.ts';
import { MemberFeed } from './late-member-feed.ts';
import { MemberTime } from './member-time.tsx';
import { TeamDevices, type TeamDevicesProps } from './team-devices.tsx';

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
  /** What may be done, the likeliest first. */
  acts: readonly TeamAct[];
  /** Not given where nothing may be asked of a device. */
  onDevice?: TeamDevicesProps['onAsk'];
}

export function TeamDetail({ row, company, zone, formats, acts, onDevice }: TeamDetailProps) {
  const styles = useStyles();
  const intl = useIntl();
  const devices = row.kind === 'member' ? row.member.devices : row.kind === 'former' ? row.former.devices : [];
  const standing = row.kind === 'invited' ? standingOf(row.invitation) : null;
  const day = (instant: Instant) => intl.formatDate(instant, { dateStyle: 'long' });
  return (
    <Detail
      title={row.name}
      status={<RowState row={row} />}
      foot={
        acts.length > 0 &&
        acts.toReversed().map(({ label, icon, onSelect }) => (
          <Button key={label} {...(icon ? { icon } : {})} onClick={onSelect}>
            {label}
          </Button>
        ))
      }
    >
      {standing?.text && (
        <Message state={standing.state}>
          <FormattedMessage id={standing.text} />
        </Message>
      )}
      {row.kind === 'member' && row.roles.length === 0 && (
        <Message state="attention">
          <FormattedMessage id="team.state.noRoles.text" />
        </Message>
      )}
      <Facts>
        {row.roles.length > 0 && (
          <Fact term={row.kind === 'former' ? 'team.rolesBefore' : 'team.column.roles'}>
            <ul className={styles.list}>
              {row.roles.map((role) => (
                <li key={role}>
                  <span className={styles.name}>
                    <RoleName role={role} />
                  </span>
                  <span className={styles.quiet}>
                    <RoleDoes role={role} />
                  </span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact term="team.column.email">
          <FluentLink href={`mailto:${row.email}`}>{row.email}</FluentLink>
        </Fact>
        {row.kind === 'member' && (
          <>
            {row.member.now && (
              <Fact term="team.show.working">
                <FormattedMessage
                  id="team.now"
                  values={{ tour: formats.text(row.member.now.title), time: formats.time(row.member.now.endsAt) }}
                />
              </Fact>
            )}
            <Fact term="team.column.since">{day(row.member.since)}</Fact>
            <Fact term="team.column.upcoming">{row.member.upcoming}</Fact>
          </>
        )}
        {row.kind === 'invited' && (
          <>
            {row.invitation.inviter && <Fact term="team.inviter">{row.invitation.inviter}</Fact>}
            <Fact term="team.sent">{day(row.invitation.sentAt)}</Fact>
            <Fact term="team.openUntil">{day(row.invitation.expiresAt)}</Fact>
          </>
        )}
        {row.kind === 'former' && <Fact term="team.left">{day(row.former.leftAt)}</Fact>}
        {row.kind === 'member' && mayGuide(row.roles) && (
          <>
            <MemberTime key={row.id} company={company} person={row.id} name={row.name} zone={zone} />
            <Fact term="team.feed">
              <MemberFeed key={row.id} company={company} person={row.id} name={row.name} />
            </Fact>
          </>
        )}
        {devices.length > 0 && (
          <Fact term="team.devices">
            <TeamDevices devices={devices} formats={formats} {...(onDevice ? { onAsk: onDevice } : {})} />
          </Fact>
        )}
      </Facts>
    </Detail>
  );
}
