/**
 * Calendar feed of a guide (ADR 065). The address is shown only to the guide; others see that it exists and can switch
 * it off.
 */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readCalendarFeeds } from '../../data/calendar-feeds.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { ConfirmFeedChangeDialog } from '../../features/calendar-feed/confirm-feed-change-dialog.tsx';
import { OwnFeed } from '../../features/calendar-feed/own-feed.tsx';
import { useFormatLastFetch } from '../../features/calendar-feed/use-format-last-fetch.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { density, type } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  quiet: { ...type.body, color: tokens.colorNeutralForeground3 },
  act: { minHeight: density.target, marginTop: '4px' },
});

interface MemberFeedProps {
  company: Uuid;
  person: Uuid;
  name: string;
}

export function MemberFeed({ company, person, name }: MemberFeedProps) {
  const styles = useStyles();
  const fetched = useFormatLastFetch();
  const currentUser = useCurrentUser();
  const [isOpen, setOpen] = useState(false);
  const { data, failure } = useServerQuery({
    key: [company, 'calendar-feeds'],
    fetch: (signal) => readCalendarFeeds(company, signal),
  });
  const feed = data?.feeds.find((candidate) => candidate.kind === 'guide' && candidate.person?.id === person);
  const isOwn = currentUser?.userId === person;
  if (!data) return <span className={styles.quiet}>{failure && <FormattedMessage id="feeds.failed" />}</span>;
  return (
    <>
      {feed ? fetched(feed) : <FormattedMessage id={isOwn ? 'feeds.isOff' : 'team.feed.none'} />}
      {(isOwn || feed) && (
        <div>
          <Button className={styles.act} onClick={() => setOpen(true)}>
            <FormattedMessage id={isOwn ? 'team.feed.own' : 'feeds.off'} />
          </Button>
        </div>
      )}
      {isOpen && isOwn && (
        <Overlay kind="form" title={<FormattedMessage id="feeds.own" />} onClose={() => setOpen(false)}>
          <OwnFeed company={company} person={person} isAlone />
        </Overlay>
      )}
      {isOpen && !isOwn && feed && (
        <ConfirmFeedChangeDialog
          company={company}
          feed={feed}
          name={name}
          action="off"
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
