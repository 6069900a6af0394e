/** Daily close: money received and refunded on a day by method and person, and files for the bookkeeper. */
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
import type { BookingContext } from '../booking-context.ts';
import { Section } from '../detail/section.tsx';
import { PaymentDifferences } from './payment-differences.tsx';
import { LEDGER_EXPORT_KINDS, ledgerFile, type LedgerExportKind } from './ledger-file.ts';

const useStyles = makeStyles({
  range: { display: 'flex', flexWrap: 'wrap', gap: '8px 16px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

export interface DailyCloseProps {
  context: BookingContext;
  day: LocalDate;
  onDayChange(day: LocalDate): void;
  onOpenBooking(booking: Uuid): void;
  onClose(): void;
}

export function DailyClose({ context, day, onDayChange, onOpenBooking, onClose }: DailyCloseProps) {
  const intl = useIntl();
  const [dateText, setDateText] = useState<string>(day);
  const query = useServerQuery({
    key: [context.company, 'closing', day],
    fetch: (signal) => readDailyClose(context.company, day, signal),
  });
  return (
    <Overlay
      kind="details"
      title={<FormattedMessage id="bookings.dailyClose" />}
      header={
        <DateInput
          label={intl.formatMessage({ id: 'bookings.dailyClose.day' })}
          value={dateText}
          onChange={(value) => {
            setDateText(value);
            const parsed = parseDateInput(value);
            if (parsed) onDayChange(parsed as LocalDate);
          }}
        />
      }
      onClose={onClose}
    >
      <PaymentDifferences context={context} onOpenBooking={onOpenBooking} />
      <QueryView
        query={query}
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
            <CurrencyTotals
              key={currency}
              currency={currency}
              rows={rows.filter((row) => row.currency === currency)}
              context={context}
            />
          ))
        }
      </QueryView>
      <LedgerDownloads context={context} day={day} />
    </Overlay>
  );
}

const sumOf = (rows: readonly DailyCloseRow[], column: 'received' | 'refunded') =>
  rows.reduce((sum, row) => sum + row[column], 0);

/** Table of one currency: each method with its people, and the total. */
function CurrencyTotals({
  currency,
  rows,
  context,
}: {
  currency: string;
  rows: readonly DailyCloseRow[];
  context: BookingContext;
}) {
  const intl = useIntl();
  const formatAmount = (amount: number) => (amount === 0 ? '' : context.formats.amount(amount, currency));
  const numbers = (subset: readonly DailyCloseRow[]) => [
    formatAmount(sumOf(subset, 'received')),
    formatAmount(-sumOf(subset, 'refunded')),
  ];
  const methods = [...new Set(rows.map(({ method }) => method))];
  const amount = context.formats.money(sumOf(rows, 'received') - sumOf(rows, 'refunded'), currency);
  return (
    <StatsTable
      label={joinWithDots(intl.formatMessage({ id: 'bookings.dailyClose' }), currency)}
      head={[
        currency,
        intl.formatMessage({ id: 'bookings.ledger.received' }),
        intl.formatMessage({ id: 'bookings.ledger.refunded' }),
      ]}
      rows={[
        ...methods.flatMap((method): StatsRow[] => {
          const methodRows = rows.filter((row) => row.method === method);
          return [
            {
              key: method,
              kind: 'group',
              name: intl.formatMessage({ id: `bookings.method.${method}` }),
              numbers: numbers(methodRows),
            },
            ...methodRows.map((row) => ({
              key: `${row.actor?.id ?? ''} ${String(row.isOnline)}`,
              name:
                row.actor?.name ??
                intl.formatMessage({ id: `bookings.dailyClose.${row.isOnline ? 'paidOnline' : 'unknownPerson'}` }),
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
function LedgerDownloads({ context, day }: { context: BookingContext; day: LocalDate }) {
  const styles = useStyles();
  const intl = useIntl();
  const [range, setRange] = useState({ from: `${day.slice(0, 8)}01`, to: day as string });
  const [busyFile, setBusyFile] = useState<LedgerExportKind | null>(null);
  const [error, setError] = useState<string | null>(null);
  const from = parseDateInput(range.from);
  const to = parseDateInput(range.to);

  async function save(file: LedgerExportKind) {
    if (!from || !to) return;
    setBusyFile(file);
    const result = await readLedgerExport(context.company, { from: from as LocalDate, to: to as LocalDate });
    setBusyFile(null);
    setError(
      result.ok
        ? null
        : result.code === 'refused'
          ? intl.formatMessage({ id: 'bookings.ledger.tooMany' }, { max: result.refusal.max })
          : intl.formatMessage({
              id: result.code === 'invalid' ? 'bookings.ledger.tooLong' : FAILURE_TEXTS[result.code],
            }),
    );
    if (!result.ok) return;
    download(ledgerFile(file, result.data, intl), { name: `muster-${file}-${from}-${to}.csv`, type: 'text/csv' });
  }

  return (
    <Section title={<FormattedMessage id="bookings.ledger" />}>
      <div className={styles.range}>
        {(['from', 'to'] as const).map((end) => (
          <DateInput
            key={end}
            label={intl.formatMessage({ id: `bookings.ledger.${end}` })}
            value={range[end]}
            onChange={(value) => setRange((before) => ({ ...before, [end]: value }))}
          />
        ))}
      </div>
      <div className={styles.actions}>
        {LEDGER_EXPORT_KINDS.map((file) => (
          <Button
            key={file}
            icon={<ArrowDownloadRegular />}
            disabledFocusable={busyFile !== null || !from || !to}
            onClick={() => void save(file)}
          >
            <FormattedMessage id={`bookings.ledger.file.${file}`} />
          </Button>
        ))}
      </div>
      {error !== null && (
        <Message state="no" alert>
          {error}
        </Message>
      )}
    </Section>
  );
}
