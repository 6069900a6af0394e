/** Calendar feeds (ADR 065): of the company, of each tour, and which guides have one. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  createCalendarFeed,
  readCalendarFeeds,
  type CalendarFeed,
  type CalendarFeeds,
  type MakeFeed,
} from '../../../data/calendar-feeds.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { ConfirmFeedChangeDialog } from '../../../features/calendar-feed/confirm-feed-change-dialog.tsx';
import { FeedCard, feedUrlOf } from '../../../features/calendar-feed/feed-card.tsx';
import { useFormatLastFetch } from '../../../features/calendar-feed/use-format-last-fetch.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { SectionRow, SectionRows } from '../../../ui/display/section-rows.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

export function CalendarsSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const query = useServerQuery({
    key: [company, 'calendar-feeds'],
    fetch: (signal) => readCalendarFeeds(company, signal),
  });
  return (
    <FormSection title="integrations.calendars.title">
      <p className={styles.about}>
        <FormattedMessage id="feeds.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="feeds.failed" />}>
        {(calendarFeeds) => <Feeds company={company} calendarFeeds={calendarFeeds} />}
      </QueryView>
    </FormSection>
  );
}

/** Tour of the row; null for the whole company. */
type OpenFeed = { tourId: Uuid | null };

function Feeds({
  company,
  calendarFeeds: { mayDecide, tours, feeds },
}: {
  company: Uuid;
  calendarFeeds: CalendarFeeds;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const fetched = useFormatLastFetch();
  const [openFeed, setOpenFeed] = useState<OpenFeed | null>(null);
  const [ending, setEnding] = useState<{ feed: CalendarFeed; name: string } | null>(null);
  const saving = useMutation({ send: createCalendarFeed, invalidates: [[company, 'calendar-feeds']] });
  const { result } = saving;
  const rows = [
    { tourId: null, name: intl.formatMessage({ id: 'feeds.all' }) },
    ...tours.map(({ id, title }) => ({ tourId: id, name: formats.text(title) })),
  ].map((row) => ({
    ...row,
    feed: feeds.find((candidate) => candidate.kind !== 'guide' && candidate.tourId === row.tourId),
  }));
  const guides = feeds.filter(({ kind }) => kind === 'guide');
  const openRow = openFeed && rows.find(({ tourId }) => tourId === openFeed.tourId);
  const address = openRow?.feed && feedUrlOf(openRow.feed);

  async function switchOn(tourId: Uuid | null): Promise<void> {
    const newFeed: MakeFeed = {
      company,
      kind: tourId === null ? 'company' : 'tour',
      subject: tourId,
      locale: formats.locale,
    };
    const saved = await saving.save(newFeed);
    if (saved.ok) setOpenFeed({ tourId });
  }

  return (
    <>
      {!mayDecide && (
        <Message state="neutral">
          <FormattedMessage id="feeds.acting" />
        </Message>
      )}
      {result && !result.ok && <SaveFailed failure={result} />}
      <SectionRows>
        {rows.map(({ tourId, name, feed }) => (
          <SectionRow
            key={tourId ?? 'all'}
            name={name}
            state={feed ? fetched(feed) : intl.formatMessage({ id: 'feeds.isOff' })}
            action={
              !mayDecide ? (
                feed && <OffButton name={name} onPress={() => setEnding({ feed, name })} />
              ) : feed ? (
                <Button
                  aria-label={intl.formatMessage({ id: 'feeds.open.of' }, { name })}
                  onClick={() => setOpenFeed({ tourId })}
                >
                  <FormattedMessage id="feeds.open" />
                </Button>
              ) : (
                <Button
                  appearance="subtle"
                  disabledFocusable={saving.busy}
                  aria-label={intl.formatMessage({ id: 'feeds.on.of' }, { name })}
                  onClick={() => void switchOn(tourId)}
                >
                  <FormattedMessage id="feeds.on" />
                </Button>
              )
            }
          />
        ))}
      </SectionRows>
      <p className={styles.about}>
        <FormattedMessage id="feeds.guides.about" />
      </p>
      {guides.length === 0 ? (
        <p className={styles.about}>
          <FormattedMessage id="feeds.guides.none" />
        </p>
      ) : (
        <SectionRows>
          {guides.map((feed) => {
            const name = feed.person?.name ?? '';
            return (
              <SectionRow
                key={feed.id}
                name={name}
                state={fetched(feed)}
                action={<OffButton name={name} onPress={() => setEnding({ feed, name })} />}
              />
            );
          })}
        </SectionRows>
      )}
      {ending && <ConfirmFeedChangeDialog company={company} {...ending} act="off" onClose={() => setEnding(null)} />}
      {openRow?.feed && address && (
        <Overlay kind="form" title={openRow.name} onClose={() => setOpenFeed(null)}>
          <FeedCard
            company={company}
            feed={openRow.feed}
            address={address}
            name={openRow.name}
            onTurnedOff={() => setOpenFeed(null)}
          />
        </Overlay>
      )}
    </>
  );
}

function OffButton({ name, onPress }: { name: string; onPress(): void }) {
  const intl = useIntl();
  return (
    <Button appearance="subtle" aria-label={intl.formatMessage({ id: 'feeds.off.of' }, { name })} onClick={onPress}>
      <FormattedMessage id="feeds.off.confirm" />
    </Button>
  );
}
