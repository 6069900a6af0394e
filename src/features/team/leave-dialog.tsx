/** Ends a member's access, after naming what stays, what is lost, and which departures lose their guide. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UnstaffedDepartures, TeamMember } from '../../data/team.ts';
import type { TeamOf } from '../../domain/team-roles.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { splitResult } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { LastOwnerNotice } from './last-owner-notice.tsx';
import { useLeavingImpact, type TeamMutations } from './use-team.ts';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', '& p': { margin: 0 } },
  list: { margin: 0, paddingInlineStart: '20px', maxHeight: '240px', overflowY: 'auto' },
});

/** Most departures listed by name; the rest are counted. */
const MAX_NAMES = 20;

export interface LeaveDialogProps {
  team: TeamOf;
  member: TeamMember;
  formats: Formats;
  saving: TeamMutations['ending'];
  onClose(): void;
}

export function LeaveDialog({ team, member, formats, saving, onClose }: LeaveDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useLeavingImpact(team, member.id);
  const { refusal, failure } = splitResult(saving.result);
  // Refused only if the member has become the last owner since the dialog was opened.
  const isLast = refusal !== null || (query.data?.isLastOwner ?? member.isLastOwner);

  async function send(): Promise<boolean> {
    const ended = await saving.save({ ...team, person: member.id });
    if (!ended.ok) return false;
    const count = ended.data.departures.length;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'team.leave.done' }, { name: member.name, count }),
    });
    saving.reset();
    return true;
  }

  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="team.leave.title" values={{ name: member.name }} />}
      confirm={<FormattedMessage id="team.leave.confirm" />}
      disabled={isLast}
      onClose={() => {
        saving.reset();
        onClose();
      }}
      onConfirm={send}
    >
      <div className={styles.body}>
        <SaveFailed result={failure} />
        {isLast ? (
          <LastOwnerNotice team={team} name={member.name} alert={refusal !== null} />
        ) : (
          <>
            <p>
              <FormattedMessage id={'company' in team ? 'team.leave.what' : 'team.leave.whatOrganisation'} />
            </p>
            {'company' in team && (
              <QueryView
                query={query}
                skeleton={
                  <Skeleton>
                    <SkeletonItem />
                  </Skeleton>
                }
                failed={<FormattedMessage id="team.leave.failed" />}
              >
                {({ departures }) => <Departures departures={departures} formats={formats} />}
              </QueryView>
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}

function Departures({ departures, formats }: { departures: UnstaffedDepartures; formats: Formats }) {
  const styles = useStyles();
  if (departures.length === 0)
    return (
      <p>
        <FormattedMessage id="team.leave.free" />
      </p>
    );
  return (
    <>
      <Message state="attention">
        <FormattedMessage id="team.leave.departures" values={{ count: departures.length }} />
      </Message>
      <ul className={styles.list}>
        {departures.slice(0, MAX_NAMES).map(({ id, title, startsAt, localDate }) => (
          <li key={id}>{joinWithDots(formats.dayAndTime(localDate, startsAt), formats.text(title))}</li>
        ))}
        {departures.length > MAX_NAMES && (
          <li>
            <FormattedMessage id="team.leave.more" values={{ count: departures.length - MAX_NAMES }} />
          </li>
        )}
      </ul>
    </>
  );
}
