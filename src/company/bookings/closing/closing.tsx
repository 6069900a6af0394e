/** A day's closing: what was received and given back, by method and by whoever took it; and files for the bookkeeper. */
import { Button, makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readBooks, readClosing, type ClosingRow } from '../../../data/books.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { readTypedDate } from '../../../domain/typed-time.ts';
import { useAnswer } from '../../../online/use-answer.ts';
import { AnswerView } from '../../../ui/answer-view.tsx';
import { download } from '../../../ui/download.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FAILURE_TEXTS } from '../../../ui/failure-texts.ts';
import { DateInput } from '../../../ui/form/read-inputs.tsx';
import { QuietOffice } from '../../../ui/illustrations.tsx';
import { Message } from '../../../ui/message.tsx';
import { Overlay } from '../../../ui/overlay.tsx';
import { tabular, type, unbroken, weight } from '../../../ui/theme/sizes.ts';
import type { BookingScope } from '../booking-scope.ts';
import { Section } from '../detail/section.tsx';
import { Differences } from './differences.tsx';
import { BOOKS, booksFile, type BooksFile } from './books-file.ts';

const useStyles = makeStyles({
  table: { ...type.body, ...tabular, width: '100%', borderCollapse: 'collapse' },
  cell: { padding: '6px 12px 6px 0', textAlign: 'start', verticalAlign: 'top', fontWeight: weight.regular },
  head: { ...type.note, color: tokens.colorNeutralForeground3 },
  figure: { ...unbroken, textAlign: 'end', '&:last-child': { paddingRight: 0 } },
  method: { fontWeight: weight.bold, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  who: { paddingInlineStart: '12px', overflowWrap: 'anywhere' },
  sum: { fontWeight: weight.bold, borderTop: `1px solid ${tokens.colorNeutralStroke1}` },
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
  const styles = useStyles();
  const intl = useIntl();
  const shown = (amount: number) => (amount === 0 ? '' : scope.formats.amount(amount, currency));
  const figures = (of: readonly ClosingRow[]) =>
    [sumOf(of, 'received'), -sumOf(of, 'back')].map((amount, at) => (
      // Received, and then given back.
      // oxlint-disable-next-line react/no-array-index-key
      <td key={at} className={mergeClasses(styles.cell, styles.figure)}>
        {shown(amount)}
      </td>
    ));
  const methods = [...new Set(rows.map(({ method }) => method))];
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={mergeClasses(styles.cell, styles.head)}>
            {currency}
          </th>
          <th scope="col" className={mergeClasses(styles.cell, styles.head, styles.figure)}>
            <FormattedMessage id="bookings.books.received" />
          </th>
          <th scope="col" className={mergeClasses(styles.cell, styles.head, styles.figure)}>
            <FormattedMessage id="bookings.books.back" />
          </th>
        </tr>
      </thead>
      {methods.map((method) => {
        const own = rows.filter((row) => row.method === method);
        return (
          <tbody key={method}>
            <tr className={styles.method}>
              <th scope="rowgroup" className={mergeClasses(styles.cell, styles.method)}>
                <FormattedMessage id={`bookings.method.${method}`} />
              </th>
              {figures(own)}
            </tr>
            {own.map((row) => (
              <tr key={`${row.who?.id ?? ''} ${String(row.isOnline)}`}>
                <th scope="row" className={mergeClasses(styles.cell, styles.who)}>
                  {row.who?.name ??
                    intl.formatMessage({ id: `bookings.closing.${row.isOnline ? 'itself' : 'someone'}` })}
                </th>
                {figures([row])}
              </tr>
            ))}
          </tbody>
        );
      })}
      <tfoot>
        <tr className={styles.sum}>
          <th scope="row" className={mergeClasses(styles.cell, styles.sum)}>
            <FormattedMessage
              id="bookings.closing.sum"
              values={{ amount: scope.formats.money(sumOf(rows, 'received') - sumOf(rows, 'back'), currency) }}
            />
          </th>
          {figures(rows)}
        </tr>
      </tfoot>
    </table>
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
