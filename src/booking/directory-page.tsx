/** /all: who offers what, soonest first; searched by what is shown. */
import { FormattedMessage, useIntl } from 'react-intl';
import { readDirectory } from '../data/public-booking.ts';
import { foldText } from '../domain/search-text.ts';
import { goTo, readQuery, useAddress } from './address.ts';
import { DocumentTitle } from './document-title.tsx';
import { Frame, Heading } from './frame.tsx';
import { Listed } from './listed-operator.tsx';
import { FailureNotice, Notice, Waiting } from './trouble.tsx';
import { useAnswer } from './use-answer.ts';

export function DirectoryPage() {
  const { search } = useAddress();
  const { q = '' } = readQuery(search);
  const answer = useAnswer('directory', (signal) => readDirectory({ signal }));
  const intl = useIntl();
  const words = foldText(q).split(' ').filter(Boolean);
  const names = (codes: readonly string[]) =>
    codes.map((code) => intl.formatDisplayName(code, { type: 'language' }) ?? code);
  const matching = (answer.state === 'here' ? answer.data.operators : [])
    .map((operator) => ({
      ...operator,
      tours: operator.tours.filter((tour) => {
        const text = foldText(
          [
            operator.name,
            operator.timeZone,
            ...Object.values(tour.titles),
            ...Object.values(tour.meetingPoints),
            ...names(tour.languages),
          ].join(' '),
        );
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ tours }) => tours.length > 0);
  return (
    <Frame operator={null} step="all">
      <DocumentTitle id="booking.all.title" />
      <Heading>
        <FormattedMessage id="booking.all.title" />
      </Heading>
      <p className="bk-lead">
        <FormattedMessage id="booking.all.description" />
      </p>
      <div className="bk-field" role="search">
        <label htmlFor="all-search">
          <FormattedMessage id="booking.all.search" />
        </label>
        <input
          id="all-search"
          type="search"
          value={q}
          onChange={({ target }) => {
            const { q: _, ...rest } = readQuery(search);
            goTo({ query: target.value === '' ? rest : { ...rest, q: target.value } }, { replace: true });
          }}
        />
      </div>
      {answer.state === 'waiting' && <Waiting isLong={answer.isLong} />}
      {answer.state === 'failed' && <FailureNotice failure={answer.failure} onAgain={answer.again} />}
      <div role="status">
        {answer.state === 'here' && matching.length === 0 && (
          <Notice tone="neutral">
            <FormattedMessage id="booking.all.none" />
          </Notice>
        )}
      </div>
      {matching.map((operator) => (
        <Listed key={operator.slug} operator={operator} />
      ))}
    </Frame>
  );
}
