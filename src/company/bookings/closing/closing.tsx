/** A day's closing: what was received and given back, by method and by whoever took it; and files for the bookkeeper. */
import { Button, makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readBooks, readClosing, type ClosingRow } from '../../../data/books.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { readTypedDate } from '../../../domain/typed-time.ts';
import { joinFacts } from '../../../lib/join-facts.ts';
import { useAnswer } from '../../../online/use-answer.ts';
import { AnswerView } from '../../../ui/loading/answer-view.tsx';
import { download } from '../../../ui/output/download.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { FAILURE_TEXTS } from '../../../ui/words/failure-texts.ts';
import { FigureTable, type FigureRow } from '../../../ui/facts/figure-table.tsx';
import { DateInput } from '../../../ui/form/read-inputs.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import type { BookingScope } from '../booking-scope.ts';
import { Section } from '../detail/section.tsx';
import { Differences } from './differences.tsx';
import { BOOKS, booksFile, type BooksFile } from './books-file.ts';

const useStyles = makeStyles({
  range: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px' },
  acts: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface ClosingProps {
  scope: BookingScope;
  day: LocalDate;
  onDay(day: LocalDate): void;
  onOpen(booking: Uuid): void;
  onClose(): void;
}

export function Closing({ scope, day, onDay, onOpen, onClose }: ClosingProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string>(day);
  const answer = useAnswer({
    key: [scope.company, 'closing', day],
    ask: (signal) => readClosing(scope.company, day, signal),
  });
  return (
    <Overlay
      kind="details"
      title={<FormattedMessage id="bookings.closing" />}
      head={
        <DateInput
          label={intl.formatMessage({ id: 'bookings.closing.day' })}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            const read = readTypedDate(value);
            if (read) onDay(read as LocalDate);
          }}
        />
      }
      onClose={onClose}
    >
      <Differences scope={scope} onOpen={onOpen} />
      <AnswerView
        answer={answer}
        failed={<FormattedMessage id="bookings.closing.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 160 }} />
          </Skeleton>
        }
        empty={({ rows }) =>
          rows.length === 0 ? (
            <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="bookings.closing.none" />} />
          ) : null
        }
      >
        {({ rows }) =>
          [...new Set(rows.map(({ currency }) => currency))].map((currency) => (
            <Sums
              key={currency}
              currency={currency}
              rows={rows.filter((row) => row.currency === currency)}
              scope={scope}
            />
          ))
        }
      </AnswerView>
      <Bookkeeper scope={scope} day={day} />
    </Overlay>
  );
}

const sumOf = (rows: readonly ClosingRow[], what: 'received' | 'back') => rows.reduce((sum, row) => sum + row[what], 0);

/** Of one currency: each method with who took it, and all together. */
function Sums({ currency, rows, scope }: { currency: string; rows: readonly ClosingRow[]; scope: BookingScope }) {
  const intl = useIntl();
  const shown = (amount: number) => (amount === 0 ? '' : scope.formats.amount(amount, currency));
  const numbers = (of: readonly ClosingRow[]) => [shown(sumOf(of, 'received')), shown(-sumOf(of, 'back'))];
  const methods = [...new Set(rows.map(({ method }) => method))];
  const amount = scope.formats.money(sumOf(rows, 'received') - sumOf(rows, 'back'), currency);
  return (
    <FigureTable
      label={joinFacts(intl.formatMessage({ id: 'bookings.closing' }), currency)}
      head={[
        currency,
        intl.formatMessage({ id: 'bookings.books.received' }),
        intl.formatMessage({ id: 'bookings.books.back' }),
      ]}
      rows={[
        ...methods.flatMap((method): FigureRow[] => {
          const own = rows.filter((row) => row.method === method);
          return [
            {
              key: method,
              kind: 'group',
              name: intl.formatMessage({ id: `bookings.method.${method}` }),
              numbers: numbers(own),
            },
            ...own.map((row) => ({
              key: `${row.who?.id ?? ''} ${String(row.isOnline)}`,
              name:
                row.who?.name ?? intl.formatMessage({ id: `bookings.closing.${row.isOnline ? 'itself' : 'someone'}` }),
              numbers: numbers([row]),
            })),
          ];
        }),
        {
          key: 'sum',
          kind: 'sum',
          name: intl.formatMessage({ id: 'bookings.closing.sum' }, { amount }),
          numbers: numbers(rows),
        },
      ]}
    />
  );
}

/** Files over any days, to be opened by a spreadsheet. */
function Bookkeeper({ scope, day }: { scope: BookingScope; day: LocalDate }) {
  const styles = useStyles();
  const intl = useIntl();
  const [typed, setTyped] = useState({ from: `${day.slice(0, 8)}01`, to: day as string });
  const [busy, setBusy] = useState<BooksFile | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const from = readTypedDate(typed.from);
  const to = readTypedDate(typed.to);

  async function save(what: BooksFile) {
    if (!from || !to) return;
    setBusy(what);
    const answer = await readBooks(scope.company, { from: from as LocalDate, to: to as LocalDate });
    setBusy(null);
    setWrong(
      answer.ok
        ? null
        : answer.code === 'refused'
          ? intl.formatMessage({ id: 'bookings.books.tooMany' }, { most: answer.refusal.most })
          : intl.formatMessage({
              id: answer.code === 'invalid' ? 'bookings.books.tooLong' : FAILURE_TEXTS[answer.code],
            }),
    );
    if (!answer.ok) return;
    download(booksFile(what, answer.data, intl), { name: `muster-${what}-${from}-${to}.csv`, type: 'text/csv' });
  }

  return (
    <Section title={<FormattedMessage id="bookings.books" />}>
      <div className={styles.range}>
        {(['from', 'to'] as const).map((end) => (
          <DateInput
            key={end}
            label={intl.formatMessage({ id: `bookings.books.${end}` })}
            value={typed[end]}
            onChange={(value) => setTyped((before) => ({ ...before, [end]: value }))}
          />
        ))}
      </div>
      <div className={styles.acts}>
        {BOOKS.map((what) => (
          <Button
            key={what}
            icon={<ArrowDownloadRegular />}
            disabledFocusable={busy !== null || !from || !to}
            onClick={() => void save(what)}
          >
            <FormattedMessage id={`bookings.books.file.${what}`} />
          </Button>
        ))}
      </div>
      {wrong !== null && (
        <Message state="no" alert>
          {wrong}
        </Message>
      )}
    </Section>
  );
}
