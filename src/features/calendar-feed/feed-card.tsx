/** A calendar feed with its address: subscribe, replace the address, or remove it. */
import { Button, Field, Select, makeStyles, tokens } from '@fluentui/react-components';
import { CalendarAddRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { feedUrl, createCalendarFeed, type CalendarFeed, type CalendarFeedInput } from '../../data/calendar-feeds.ts';
import type { Uuid } from '../../domain/ids.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES, isLocale } from '../../lib/locales.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { CodeBlock } from '../../ui/display/code-block.tsx';
import { CopyButton } from '../../ui/output/copy-button.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { density, type } from '../../ui/theme/sizes.ts';
import { WrappingAddress } from '../../ui/display/wrapping-address.tsx';
import { ConfirmFeedChangeDialog, type FeedAction } from './confirm-feed-change-dialog.tsx';
import { useFormatLastFetch } from './use-format-last-fetch.ts';

const useStyles = makeStyles({
  card: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', '& > *': { minHeight: density.target } },
  fetched: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
  language: { minHeight: density.target },
});

export interface FeedCardProps {
  company: Uuid;
  feed: CalendarFeed;
  address: string;
  name: string;
  /** Called when the feed was removed. */
  onTurnedOff?(): void;
}

export function FeedCard({ company, feed, address, name, onTurnedOff }: FeedCardProps) {
  const styles = useStyles();
  const fetched = useFormatLastFetch();
  const addressRef = useRef<HTMLPreElement>(null);
  const [action, setAction] = useState<FeedAction | null>(null);
  return (
    <div className={styles.card}>
      <CodeBlock ref={addressRef}>
        <WrappingAddress address={address} />
      </CodeBlock>
      <div className={styles.actions}>
        <CopyButton
          text={address}
          textRef={addressRef}
          labels={{ copy: 'feeds.copy', copied: 'feeds.copied' }}
          isPrimary
        />
        <Button as="a" icon={<CalendarAddRegular />} href={address.replace(/^https?:/, 'webcal:')}>
          <FormattedMessage id="feeds.webcal" />
        </Button>
      </div>
      <FeedLanguage company={company} feed={feed} />
      <p className={styles.fetched}>{fetched(feed)}</p>
      <div className={styles.actions}>
        <Button onClick={() => setAction('change')}>
          <FormattedMessage id="feeds.change" />
        </Button>
        <Button appearance="subtle" onClick={() => setAction('off')}>
          <FormattedMessage id="feeds.off" />
        </Button>
      </div>
      {action && (
        <ConfirmFeedChangeDialog
          company={company}
          feed={feed}
          name={name}
          action={action}
          onClose={() => setAction(null)}
          {...(onTurnedOff ? { onTurnedOff } : {})}
        />
      )}
    </div>
  );
}

function FeedLanguage({ company, feed }: { company: Uuid; feed: CalendarFeed }) {
  const styles = useStyles();
  const intl = useIntl();
  const saving = useMutation({ send: createCalendarFeed, invalidates: [[company, 'calendar-feeds']] });
  const subject = feed.tourId ?? feed.person?.id ?? null;
  // Creating a feed that exists changes only its language.
  const changeLanguage = (locale: string) => {
    if (isLocale(locale)) void saving.save({ company, kind: feed.kind, subject, locale } satisfies CalendarFeedInput);
  };
  return (
    <>
      <Field label={intl.formatMessage({ id: 'feeds.language' })}>
        <Select
          className={styles.language}
          value={feed.locale}
          disabled={saving.busy}
          onChange={(_, { value }) => changeLanguage(value)}
        >
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {NATIVE_LANGUAGE_NAMES[locale]}
            </option>
          ))}
        </Select>
      </Field>
      <SaveFailed result={saving.result} />
    </>
  );
}

/** Returns the address of a feed; null if its token is not shown to this person. */
export const feedUrlOf = ({ token }: CalendarFeed): string | null => (token === null ? null : feedUrl(token));
