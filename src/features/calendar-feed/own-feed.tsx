/** A guide's own departures as a calendar feed, managed beside their month. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { createCalendarFeed, readOwnCalendarFeed } from '../../data/calendar-feeds.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { FeedCard, feedUrlOf } from './feed-card.tsx';

const useStyles = makeStyles({
  part: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '12px',
    marginTop: '24px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  alone: { marginTop: 0, paddingTop: 0, borderTopStyle: 'none' },
  title: { ...type.body, fontWeight: weight.bold, margin: 0, outlineStyle: 'none' },
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  on: { justifySelf: 'start', minHeight: density.target },
});

/** Takes the focus, as it replaces the button that opened it. */
const focused = (element: HTMLElement | null) => {
  element?.focus();
};

export interface OwnFeedProps {
  company: Uuid;
  person: Uuid;
  /** The surrounding dialog already has this title and no other content. */
  isAlone?: boolean;
}

export function OwnFeed({ company, person, isAlone = false }: OwnFeedProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  const query = useServerQuery({
    key: [company, 'calendar-feeds', 'own'],
    fetch: (signal) => readOwnCalendarFeed(company, signal),
  });
  const saving = useMutation({ send: createCalendarFeed, invalidates: [[company, 'calendar-feeds']] });
  return (
    <section
      className={mergeClasses(styles.part, isAlone && styles.alone)}
      {...(isAlone ? {} : { 'aria-labelledby': 'own-feed' })}
    >
      {!isAlone && (
        <h3 id="own-feed" className={styles.title} tabIndex={-1} ref={focused}>
          <FormattedMessage id="feeds.own" />
        </h3>
      )}
      <p className={styles.about}>
        <FormattedMessage id="feeds.own.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="feeds.failed" />}>
        {({ feed }) => {
          const address = feed && feedUrlOf(feed);
          if (feed && address)
            return (
              <FeedCard
                company={company}
                feed={feed}
                address={address}
                name={intl.formatMessage({ id: 'feeds.own.name' })}
              />
            );
          return (
            <>
              <SaveFailed result={saving.result} />
              <Button
                className={styles.on}
                disabledFocusable={saving.busy}
                onClick={() => void saving.save({ company, kind: 'guide', subject: person, locale })}
              >
                <FormattedMessage id="feeds.on" />
              </Button>
            </>
          );
        }}
      </QueryView>
    </section>
  );
}
