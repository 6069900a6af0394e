/**
 * /all: operators and their tours, soonest first, filtered by place, language and day. The filters are in the address.
 */
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readDirectory, type DirectorySearch, type ListedOperator } from '../../data/public-directory.ts';
import { GUIDE_LANGUAGES } from '../../domain/guide-languages.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { goTo, parseBookingQuery, usePageUrl, type BookingQuery } from '../page-url.ts';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { ListedOperatorCard } from './listed-operator.tsx';
import { FailureNotice, Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useSend } from '../ui/use-send.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';
import { languageName } from '../../ui/format/language-name.ts';

/** Debounce of the search in milliseconds. */
const SEARCH_DELAY_MS = 400;

/** Sets a search parameter in the address. */
function setCriterion(name: 'q' | 'language' | 'date', value: string): void {
  const { [name]: _, ...rest } = parseBookingQuery(window.location.search);
  goTo({ query: value === '' ? rest : { ...rest, [name]: value } }, { replace: true });
}

export function DirectoryPage() {
  const { search } = usePageUrl();
  const { q, language, date } = parseBookingQuery(search);
  const criteria: DirectorySearch = { search: q, language, day: date };
  return (
    <PageFrame operator={null} step="all">
      <DocumentTitle id="booking.all.title" />
      <Heading>
        <FormattedMessage id="booking.all.title" />
      </Heading>
      <p className="bk-lead">
        <FormattedMessage id="booking.all.description" />
      </p>
      <SearchFields q={q} language={language} date={date} />
      {/* A new search starts with a new list at its first page. */}
      <Results key={JSON.stringify(criteria)} criteria={criteria} />
    </PageFrame>
  );
}

function SearchFields({ q = '', language = '', date = '' }: Pick<BookingQuery, 'q' | 'language' | 'date'>) {
  const intl = useIntl();
  const today = localDateIn(deviceTimeZone(), useNow());
  const [text, setText] = useState(q);
  useEffect(() => {
    if (text === q) return undefined;
    const timer = setTimeout(() => setCriterion('q', text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, q]);
  const name = (code: string) => languageName(intl, code);
  const codes = [...new Set([...GUIDE_LANGUAGES, ...(language === '' ? [] : [language])])];
  return (
    <div className="bk-search" role="search">
      <div className="bk-field">
        <label htmlFor="all-search">
          <FormattedMessage id="booking.all.search" />
        </label>
        <input
          id="all-search"
          type="search"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <div className="bk-field">
        <label htmlFor="all-language">
          <FormattedMessage id="booking.all.language" />
        </label>
        <select id="all-language" value={language} onChange={({ target }) => setCriterion('language', target.value)}>
          <option value="">{intl.formatMessage({ id: 'booking.all.anyLanguage' })}</option>
          {codes
            .toSorted((a, b) => name(a).localeCompare(name(b), intl.locale))
            .map((code) => (
              <option key={code} value={code}>
                {name(code)}
              </option>
            ))}
        </select>
      </div>
      <div className="bk-field">
        <label htmlFor="all-date">
          <FormattedMessage id="booking.all.day" />
        </label>
        <input
          id="all-date"
          type="date"
          min={today}
          value={date}
          onChange={({ target }) => setCriterion('date', target.value)}
        />
      </div>
    </div>
  );
}

function Results({ criteria }: { criteria: DirectorySearch }) {
  const query = usePublicQuery(`directory ${JSON.stringify(criteria)}`, (signal) =>
    readDirectory(criteria, { signal }),
  );
  const [further, setFurther] = useState<{ operators: readonly ListedOperator[]; hasMore: boolean } | null>(null);
  const { isBusy, failure, send } = useSend();
  const first = query.state === 'loaded' ? query.data : null;
  const operators = [...(first?.operators ?? []), ...(further?.operators ?? [])];
  const goOn = () =>
    send(async () => {
      const next = await readDirectory({ ...criteria, shown: operators.map(({ slug }) => slug) });
      if (!next.ok) return next;
      setFurther({ operators: [...(further?.operators ?? []), ...next.data.operators], hasMore: next.data.hasMore });
      return null;
    });
  return (
    <>
      {query.state === 'waiting' && <Waiting isLong={query.isLong} />}
      {query.state === 'failed' && <FailureNotice failure={query.failure} onRetry={query.refetch} />}
      <div role="status">
        {first && operators.length === 0 && (
          <Notice tone="neutral">
            <FormattedMessage id="booking.all.none" />
          </Notice>
        )}
      </div>
      {operators.map((operator) => (
        <ListedOperatorCard key={operator.slug} operator={operator} />
      ))}
      {failure && <FailureNotice failure={failure} />}
      {(further ?? first)?.hasMore && (
        <button type="button" className="bk-secondary" aria-disabled={isBusy} onClick={() => void goOn()}>
          <FormattedMessage id="booking.all.more" />
        </button>
      )}
    </>
  );
}
