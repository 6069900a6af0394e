/** Calendar feeds (ADR 065): of the company, of each tour, and which guides have one. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  createCalendarFeed,
  readCalendarFeeds,
  type CalendarFeed,
  type CalendarFeeds,
  type CalendarFeedInput,
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

interface FeedRow {
  /** Null for the whole company. */
  tourId: Uuid | null;
  name: string;
  feed: CalendarFeed | undefined;
}

interface EndingFeed {
  feed: CalendarFeed;
  name: string;
}

function Feeds({ company, calendarFeeds }: { company: Uuid; calendarFeeds: CalendarFeeds }) {
  const styles = useStyles();
  const { mayDecide, feeds } = calendarFeeds;
  const rows = useFeedRows(calendarFeeds);
  const [openFeed, setOpenFeed] = useState<Pick<FeedRow, 'tourId'> | null>(null);
  const [ending, setEnding] = useState<EndingFeed | null>(null);
  const openRow = openFeed && rows.find(({ tourId }) => tourId === openFeed.tourId);
  const address = openRow?.feed && feedUrlOf(openRow.feed);
  return (
    <>
      {!mayDecide && (
        <Message state="neutral">
          <FormattedMessage id="feeds.acting" />
        </Message>
      )}
      <FeedRows company={company} rows={rows} mayDecide={mayDecide} onOpen={setOpenFeed} onEnd={setEnding} />
      <p className={styles.about}>
        <FormattedMessage id="feeds.guides.about" />
      </p>
      <GuideFeeds feeds={feeds.filter(({ kind }) => kind === 'guide')} onEnd={setEnding} />
      {ending && <ConfirmFeedChangeDialog company={company} {...ending} action="off" onClose={() => setEnding(null)} />}
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

/** Returns a row for the company and for each tour, with its feed if there is one. */
function useFeedRows({ tours, feeds }: CalendarFeeds): FeedRow[] {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return [
    { tourId: null, name: intl.formatMessage({ id: 'feeds.all' }) },
    ...tours.map(({ id, title }) => ({ tourId: id, name: formats.text(title) })),
  ].map((row) => ({
    ...row,
    feed: feeds.find((candidate) => candidate.kind !== 'guide' && candidate.tourId === row.tourId),
  }));
}

interface FeedRowsProps {
  company: Uuid;
  rows: readonly FeedRow[];
  mayDecide: boolean;
  onOpen(row: Pick<FeedRow, 'tourId'>): void;
  onEnd(ending: EndingFeed): void;
}

function FeedRows({ company, rows, mayDecide, onOpen, onEnd }: FeedRowsProps) {
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  const fetched = useFormatLastFetch();
  const saving = useMutation({ send: createCalendarFeed, invalidates: [[company, 'calendar-feeds']] });

  async function switchOn(tourId: Uuid | null): Promise<void> {
    const newFeed: CalendarFeedInput = { company, kind: tourId === null ? 'company' : 'tour', subject: tourId, locale };
    const saved = await saving.save(newFeed);
    if (saved.ok) onOpen({ tourId });
  }

  return (
    <>
      <SaveFailed result={saving.result} />
      <SectionRows>
        {rows.map(({ tourId, name, feed }) => (
          <SectionRow
            key={tourId ?? 'all'}
            name={name}
            state={feed ? fetched(feed) : intl.formatMessage({ id: 'feeds.isOff' })}
            action={
              !mayDecide ? (
                feed && <OffButton name={name} onPress={() => onEnd({ feed, name })} />
              ) : feed ? (
                <Button
                  aria-label={intl.formatMessage({ id: 'feeds.open.of' }, { name })}
                  onClick={() => onOpen({ tourId })}
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
    </>
  );
}

function GuideFeeds({ feeds, onEnd }: { feeds: readonly CalendarFeed[]; onEnd(ending: EndingFeed): void }) {
  const styles = useStyles();
  const fetched = useFormatLastFetch();
  if (feeds.length === 0)
    return (
      <p className={styles.about}>
        <FormattedMessage id="feeds.guides.none" />
      </p>
    );
  return (
    <SectionRows>
      {feeds.map((feed) => {
        const name = feed.person?.name ?? '';
        return (
          <SectionRow
            key={feed.id}
            name={name}
            state={fetched(feed)}
            action={<OffButton name={name} onPress={() => onEnd({ feed, name })} />}
          />
        );
      })}
    </SectionRows>
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
