/** What a guide is told of departures that are ahead, until they put it away: taken off, moved, cancelled. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { putAwayNotices, type GuideNotice } from '../../data/asked-of-me.ts';
import type { Instant, Uuid } from '../../domain/ids.ts';
import { FAILURE_TEXTS } from '../../ui/words/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { askWhatWaits } from '../start/follow-asked-of-me.ts';

const useStyles = makeStyles({ list: { flex: '1 1 160px', margin: 0, padding: '8px 0', listStyleType: 'none' } });

export interface GuideNoticesProps {
  notices: readonly GuideNotice[];
  person: Uuid;
  /** The company that is acted for, which is not named again. */
  here: string | null;
  /** Of the bar's buttons. */
  act: string;
}

export function GuideNotices({ notices, person, here, act }: GuideNoticesProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const [busy, setBusy] = useState(false);
  const when = (instant: Instant, timeZone: string) =>
    intl.formatDate(instant, {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });

  async function putAway(): Promise<void> {
    setBusy(true);
    const departures = notices.map(({ departure }) => departure);
    const seenUntil = notices
      .map(({ notedAt }) => notedAt)
      .toSorted()
      .at(-1)!;
    const answer = await putAwayNotices(person, { departures, seenUntil });
    setBusy(false);
    if (answer.ok) await askWhatWaits();
    else void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }) });
  }

  return (
    <>
      <ul className={styles.list} aria-label={intl.formatMessage({ id: 'asked.notices' })}>
        {notices.map(({ departure, change, company, timeZone, title, startsAt, was }) => (
          <li key={departure}>
            <FormattedMessage
              id={`asked.notice.${change}`}
              values={{
                tour: formats.text(title) || company,
                company,
                place: company === here ? 'here' : 'other',
                when: when(startsAt, timeZone),
                was: was ? when(was, timeZone) : '',
              }}
            />
          </li>
        ))}
      </ul>
      <button type="button" className={act} disabled={busy} onClick={() => void putAway()}>
        <FormattedMessage id="asked.putAway" />
      </button>
    </>
  );
}
