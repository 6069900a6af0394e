/** Totals of all matching bookings: a summary line, and sub-totals on request. */
import { Button, Field, Select, makeStyles, tokens } from '@fluentui/react-components';
import { DataBarVerticalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { readBookingTotals, type BookingSearch, type BookingSum } from '../../../data/bookings/list.ts';
import { BOOKING_TOTALS_BY, type BookingTotalsBy } from '../../../domain/booking-filter.ts';
import type { LocalisedText } from '../../../domain/locales.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../../domain/enums.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { StatsTable } from '../../../ui/display/stats-table.tsx';
import { ListQueryNotice } from '../../../ui/loading/list-query-notice.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { gutter, tabular, type } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { toResultSummary, type ResultSummary } from './result-summary.ts';
import { formatMonth } from '../../../ui/dates/format-month.ts';

const useStyles = makeStyles({
  line: {
    ...type.body,
    ...tabular,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: `0 ${gutter} 8px`,
    minHeight: '32px',
  },
  sum: { color: tokens.colorNeutralForeground2 },
});

const FIGURES = ['total', 'paid', 'due', 'overpaid'] as const;

/** Adds up sums per currency; different currencies are never added. */
function sumByCurrency(sums: readonly BookingSum[]): BookingSum[] {
  const totals = new Map<string, BookingSum>();
  for (const sum of sums) {
    const total = totals.get(sum.currency);
    if (!total) totals.set(sum.currency, { ...sum, key: null });
    else for (const figure of ['count', 'guests', 'owed', ...FIGURES] as const) total[figure] += sum[figure];
  }
  return [...totals.values()];
}

interface TotalsProps {
  query: Omit<BookingSearch, 'sort'>;
  context: BookingContext;
}

const inBrackets = (text: string) => ` (${text})`;

export function Totals({ query, context }: TotalsProps) {
  const styles = useStyles();
  const [open, setOpen] = useState(false);
  const totalsQuery = useTotals(query, { context, by: 'status' });
  const sums = totalsQuery.data && sumByCurrency(totalsQuery.data.sums);
  if (totalsQuery.state === 'failed')
    return (
      <ListQueryNotice query={totalsQuery} failed={<FormattedMessage id="advanced.totals.failed" />}>
        {null}
      </ListQueryNotice>
    );
  const count = sums?.reduce((total, sum) => total + sum.count, 0) ?? 0;
  return (
    <div className={styles.line} role="status" aria-busy={totalsQuery.state === 'loading'}>
      {sums && (
        <>
          <strong>
            <FormattedMessage id="advanced.totals.count" values={{ count }} />
          </strong>
          <span className={styles.sum}>
            <FormattedMessage
              id="bookings.guests"
              values={{ count: sums.reduce((total, sum) => total + sum.guests, 0) }}
            />
          </span>
          {sums.map((sum) => (
            <span key={sum.currency} className={styles.sum}>
              <FormattedMessage
                id="advanced.totals.money"
                values={{
                  total: context.formats.money(sum.total, sum.currency),
                  paid: context.formats.money(sum.paid, sum.currency),
                  due: context.formats.money(sum.due, sum.currency),
                }}
              />
            </span>
          ))}
          {count > 0 && (
            <Button
              appearance="transparent"
              size="small"
              icon={<DataBarVerticalRegular />}
              onClick={() => setOpen(true)}
            >
              <FormattedMessage id="advanced.totals.title" />
            </Button>
          )}
        </>
      )}
      {open && <SubTotals query={query} context={context} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Returns count and sums of the matching bookings, or null while loading. */
export const useResultSummary = (query: TotalsProps['query'], context: BookingContext): ResultSummary | null =>
  toResultSummary(useTotals(query, { context, by: 'status' }).data?.sums);

function useTotals(
  { search, filter }: TotalsProps['query'],
  { context, by }: { context: BookingContext; by: BookingTotalsBy },
) {
  const request = { ...(search ? { search } : {}), filter: filter ?? null };
  return useServerQuery({
    key: [context.company, 'booking-totals', request, by],
    fetch: (signal) => readBookingTotals(context.company, { ...request, by, signal }),
  });
}

function SubTotals({ query, context, onClose }: TotalsProps & { onClose(): void }) {
  const intl = useIntl();
  const [by, setBy] = useState<BookingTotalsBy>('tour');
  const totalsQuery = useTotals(query, { context, by });
  return (
    <Overlay kind="form" title={<FormattedMessage id="advanced.totals.title" />} onClose={onClose}>
      <Field label={intl.formatMessage({ id: 'advanced.totals.by' })}>
        <Select
          value={by}
          onChange={(_, data) => setBy(BOOKING_TOTALS_BY.find((option) => option === data.value) ?? 'status')}
        >
          {BOOKING_TOTALS_BY.map((option) => (
            <option key={option} value={option}>
              {intl.formatMessage({ id: `advanced.totals.by.${option}` })}
            </option>
          ))}
        </Select>
      </Field>
      <QueryView query={totalsQuery} skeleton={null} failed={<FormattedMessage id="advanced.totals.failed" />}>
        {({ sums, tours, partners }) => (
          <StatsTable
            label={intl.formatMessage({ id: 'advanced.totals.title' })}
            scrolls
            head={(
              [
                `advanced.totals.by.${by}`,
                'advanced.totals.bookings',
                'advanced.field.guests',
                'bookings.column.total',
                'advanced.field.paid',
                'advanced.field.due',
              ] as const
            ).map((id) => intl.formatMessage({ id }))}
            rows={sums.map((sum) => ({
              key: `${sum.key ?? ''} ${sum.currency}`,
              name:
                keyName(sum.key, {
                  by,
                  intl,
                  context,
                  partners: new Map(partners.map((partner) => [partner.id, partner.name])),
                  titles: new Map(tours.map((tour) => [tour.id, tour.title])),
                }) + (sums.some(({ currency }) => currency !== sum.currency) ? inBrackets(sum.currency) : ''),
              numbers: [
                intl.formatNumber(sum.count),
                intl.formatNumber(sum.guests),
                ...([sum.total, sum.paid, sum.due] as const).map((amount) =>
                  context.formats.amount(amount, sum.currency),
                ),
              ],
            }))}
          />
        )}
      </QueryView>
    </Overlay>
  );
}

interface Names {
  by: BookingTotalsBy;
  intl: IntlShape;
  context: BookingContext;
  partners: ReadonlyMap<string, string>;
  titles: ReadonlyMap<string, LocalisedText>;
}

function keyName(key: string | null, { by, intl, context, partners, titles }: Names): string {
  if (key === null) return intl.formatMessage({ id: 'advanced.totals.none' });
  switch (by) {
    case 'status': {
      const status = BOOKING_STATUSES.find((value) => value === key);
      return status ? intl.formatMessage({ id: `bookings.state.${status}` }) : key;
    }
    case 'source': {
      const source = BOOKING_SOURCES.find((value) => value === key);
      return source ? intl.formatMessage({ id: `bookings.source.${source}` }) : key;
    }
    case 'tour':
      return context.title(titles.get(key) ?? {});
    case 'partner':
      return partners.get(key) ?? intl.formatMessage({ id: 'advanced.totals.unknown' });
    case 'language':
      return context.formats.languageName(key);
    case 'day':
      return context.formats.day(key);
    case 'month':
      return formatMonth(intl, key);
  }
}
