/** Daily close: received and refunded money of a day by method and person, and files for the bookkeeper. */
import { Button, makeStyles, Skeleton, SkeletonItem } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readLedgerExport, readDailyClose, type DailyCloseRow } from '../../../data/daily-close.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { parseDateInput } from '../../../domain/parse-date-time.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { download } from '../../../ui/output/download.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { StatsTable, type StatsRow } from '../../../ui/display/stats-table.tsx';
import { DateInput } from '../../../ui/form/parsed-inputs.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import type { BookingScope } from '../booking-scope.ts';
import { Section } from '../detail/section.tsx';
import { PaymentDifferences } from './payment-differences.tsx';
import { LEDGER_FILES, ledgerFile, type LedgerFile } from './ledger-file.ts';

const useStyles = makeStyles({
  range: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px' },
  acts: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface DailyCloseProps {
  scope: BookingScope;
  day: LocalDate;
  onDay(day: LocalDate): void;
  onOpen(booking: Uuid): void;
  onClose(): void;
}

export function DailyClose({ scope, day, onDay, onOpen, onClose }: DailyCloseProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState<string>(day);
  const answer = useServerQuery({
    key: [scope.company, 'closing', day],
    fetch: (signal) => readDailyClose(scope.company, day, signal),
  });
  return (
    <Overlay
      kind="details"
      title={<FormattedMessage id="bookings.dailyClose" />}
      head={
        <DateInput
          label={intl.formatMessage({ id: 'bookings.dailyClose.day' })}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            const read = parseDateInput(value);
            if (read) onDay(read as LocalDate);
          }}
        />
      }
      onClose={onClose}
    >
      <PaymentDifferences scope={scope} onOpen={onOpen} />
      <QueryView
        answer={answer}
        failed={<FormattedMessage id="bookings.dailyClose.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 160 }} />
          </Skeleton>
        }
        empty={({ rows }) =>
          rows.length === 0 ? (
            <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="bookings.dailyClose.none" />} />
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
      </QueryView>
      <Bookkeeper scope={scope} day={day} />
    </Overlay>
  );
}

const sumOf = (rows: readonly DailyCloseRow[], what: 'received' | 'back') =>
  rows.reduce((sum, row) => sum + row[what], 0);

/** Table of one currency: each method with its people, and the total. */
function Sums({ currency, rows, scope }: { currency: string; rows: readonly DailyCloseRow[]; scope: BookingScope }) {
  const intl = useIntl();
  const shown = (amount: number) => (amount === 0 ? '' : scope.formats.amount(amount, currency));
  const numbers = (of: readonly DailyCloseRow[]) => [shown(sumOf(of, 'received')), shown(-sumOf(of, 'back'))];
  const methods = [...new Set(rows.map(({ method }) => method))];
  const amount = scope.formats.money(sumOf(rows, 'received') - sumOf(rows, 'back'), currency);
  return (
    <StatsTable
      label={joinWithDots(intl.formatMessage({ id: 'bookings.dailyClose' }), currency)}
      head={[
        currency,
        intl.formatMessage({ id: 'bookings.ledger.received' }),
        intl.formatMessage({ id: 'bookings.ledger.back' }),
      ]}
      rows={[
        ...methods.flatMap((method): StatsRow[] => {
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
                row.who?.name ??
                intl.formatMessage({ id: `bookings.dailyClose.${row.isOnline ? 'itself' : 'someone'}` }),
              numbers: numbers([row]),
            })),
          ];
        }),
        {
          key: 'sum',
          kind: 'sum',
          name: intl.formatMessage({ id: 'bookings.dailyClose.sum' }, { amount }),
          numbers: numbers(rows),
        },
      ]}
    />
  );
}

/** Downloads of the ledger for any range of days. */
function Bookkeeper({ scope, day }: { scope: BookingScope; day: LocalDate }) {
  const styles = useStyles();
  const intl = useIntl();
  const [typed, setTyped] = useState({ from: `${day.slice(0, 8)}01`, to: day as string });
  const [busy, setBusy] = useState<LedgerFile | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const from = parseDateInput(typed.from);
  const to = parseDateInput(typed.to);

  async function save(what: LedgerFile) {
    if (!from || !to) return;
    setBusy(what);
    const answer = await readLedgerExport(scope.company, { from: from as LocalDate, to: to as LocalDate });
    setBusy(null);
    setWrong(
      answer.ok
        ? null
        : answer.code === 'refused'
          ? intl.formatMessage({ id: 'bookings.ledger.tooMany' }, { most: answer.refusal.most })
          : intl.formatMessage({
              id: answer.code === 'invalid' ? 'bookings.ledger.tooLong' : FAILURE_TEXTS[answer.code],
            }),
    );
    if (!answer.ok) return;
    download(ledgerFile(what, answer.data, intl), { name: `muster-${what}-${from}-${to}.csv`, type: 'text/csv' });
  }

  return (
    <Section title={<FormattedMessage id="bookings.ledger" />}>
      <div className={styles.range}>
        {(['from', 'to'] as const).map((end) => (
          <DateInput
            key={end}
            label={intl.formatMessage({ id: `bookings.ledger.${end}` })}
            value={typed[end]}
            onChange={(value) => setTyped((before) => ({ ...before, [end]: value }))}
          />
        ))}
      </div>
      <div className={styles.acts}>
        {LEDGER_FILES.map((what) => (
          <Button
            key={what}
            icon={<ArrowDownloadRegular />}
            disabledFocusable={busy !== null || !from || !to}
            onClick={() => void save(what)}
          >
            <FormattedMessage id={`bookings.ledger.file.${what}`} />
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
