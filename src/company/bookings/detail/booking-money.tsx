import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { PRICE_CATEGORY_TYPES, type BookingStatus } from '../../../domain/enums.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { useBookingAction } from '../actions/use-booking-action.ts';
import type { BookingContext } from '../booking-context.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  lines: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  line: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '0 12px', padding: '4px 0' },
  amount: { ...tabular, ...noWrap, textAlign: 'end' },
  meta: { ...type.note, gridColumn: '1 / -1', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  sum: { fontWeight: weight.bold, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  void: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
});

/** Statuses of bookings that have ended, whose price is no longer due. */
const ENDED: ReadonlySet<BookingStatus> = new Set(['CANCELLED', 'EXPIRED', 'REJECTED']);

/** Price snapshot as `private.reprice` stores it; imported bookings may have none. */
const SNAPSHOT = v.object({
  categories: v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), amount: v.number(), quantity: v.number() })),
});

interface BookingMoneyProps {
  booking: BookingDetail;
  context: BookingContext;
}

export function BookingMoney({ booking, context }: BookingMoneyProps) {
  const styles = useStyles();
  const { money, payments, codes } = booking;
  const formatAmount = (amount: number) => context.formats.money(amount, money.currency);
  return (
    <Section title={<FormattedMessage id="bookings.money" />}>
      <ul className={styles.lines}>
        <PriceLines price={booking.price} formatAmount={formatAmount} />
        {codes.discount && (
          <li className={styles.line}>
            <FormattedMessage id="bookings.code.discount" values={{ code: codes.discount.code }} />
            <span className={styles.amount}>{formatAmount(-codes.discount.amount)}</span>
          </li>
        )}
        <li className={mergeClasses(styles.line, styles.sum)}>
          <FormattedMessage id="bookings.price" />
          <span className={styles.amount}>{formatAmount(money.total)}</span>
        </li>
        {/* Until the booking is confirmed, a gift voucher only reserves its amount. Then it is a payment. */}
        {codes.gift && !payments.some(({ provider }) => provider === 'gift') && (
          <li className={styles.line}>
            <FormattedMessage id="bookings.code.reserved" values={{ code: codes.gift.code }} />
            <span className={styles.amount}>{formatAmount(codes.gift.amount)}</span>
          </li>
        )}
        {ledgerEntries(booking).map((entry) => (
          <EntryLine key={entry.id} entry={entry} booking={booking} context={context} />
        ))}
      </ul>
      <Balance booking={booking} formatAmount={formatAmount} />
    </Section>
  );
}

type PriceLinesProps = Pick<BookingDetail, 'price'> & { formatAmount(amount: number): string };

/** The guests by price category. */
function PriceLines({ price, formatAmount }: PriceLinesProps) {
  const styles = useStyles();
  const intl = useIntl();
  const parsed = v.safeParse(SNAPSHOT, price);
  if (!parsed.success) return null;
  return parsed.output.categories.map((line, index) => (
    // The index is the only thing that tells equal lines apart.
    // oxlint-disable-next-line react/no-array-index-key
    <li key={index} className={styles.line}>
      <FormattedMessage
        id="bookings.price.line"
        values={{
          quantity: line.quantity,
          category: intl.formatMessage({ id: CATEGORY_TEXTS[line.type] }),
          amount: formatAmount(line.amount),
        }}
      />
      <span className={styles.amount}>{formatAmount(line.amount * line.quantity)}</span>
    </li>
  ));
}

/** Returns payments and refunds by time. */
const ledgerEntries = ({ payments, refunds }: BookingDetail) =>
  [
    ...payments.map((payment) => ({
      ...payment,
      at: payment.receivedAt,
      sign: 1,
      isVoid: payment.paymentStatus === 'FAILED' || payment.paymentStatus === 'UNDONE',
    })),
    ...refunds.map((refund) => ({
      ...refund,
      at: refund.refundedAt ?? refund.decidedAt,
      sign: -1,
      isVoid: refund.refundStatus === 'WITHDRAWN',
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));

type LedgerEntry = ReturnType<typeof ledgerEntries>[number];

interface EntryLineProps {
  entry: LedgerEntry;
  booking: BookingDetail;
  context: BookingContext;
}

function EntryLine({ entry, booking, context }: EntryLineProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <li className={mergeClasses(styles.line, entry.isVoid && styles.void)}>
      <EntryTitle entry={entry} />
      <span className={styles.amount}>{context.formats.money(entry.sign * entry.amount, booking.money.currency)}</span>
      <span className={styles.meta}>
        {joinWithDots(
          context.when(entry.at),
          entry.actor,
          'atRollCall' in entry && entry.atRollCall && intl.formatMessage({ id: 'bookings.atRollCall' }),
          entry.reference,
          'note' in entry && entry.note,
          'failure' in entry && entry.failure,
        )}
      </span>
      {'failure' in entry && entry.refundStatus === 'REFUND_FAILED' && entry.isOnline && context.mayChange && (
        <RetryRefund booking={booking} refund={entry.id} context={context} />
      )}
    </li>
  );
}

function EntryTitle({ entry }: { entry: LedgerEntry }) {
  const intl = useIntl();
  const isIncoming = entry.sign > 0;
  if (entry.method === 'on_account') return <FormattedMessage id={`bookings.account.${isIncoming ? 'on' : 'off'}`} />;
  if (entry.method === 'moved') return <FormattedMessage id={`bookings.moved.${isIncoming ? 'in' : 'out'}`} />;
  const method = entry.method ? intl.formatMessage({ id: `bookings.method.${entry.method}` }) : '';
  return 'paymentStatus' in entry ? (
    <FormattedMessage id={`bookings.paid.${entry.paymentStatus}`} values={{ method }} />
  ) : (
    <FormattedMessage id={`bookings.refunded.${entry.refundStatus}`} values={{ method }} />
  );
}

/** Asks the payment provider again to pay a failed refund. */
function RetryRefund({ booking, refund, context }: { booking: BookingDetail; refund: Uuid; context: BookingContext }) {
  const styles = useStyles();
  const saving = useBookingAction(booking, context);
  return (
    <span className={styles.meta}>
      <Button
        size="small"
        disabledFocusable={saving.busy}
        onClick={() => void saving.save({ name: 'retry_refund', change: { refundId: refund } })}
      >
        <FormattedMessage id="bookings.refund.again" />
      </Button>
      <SaveFailed result={saving.result} />
    </span>
  );
}

/** Lists the open amounts, one per message, or says that there are none. */
function Balance({
  booking: { money, state, payments },
  formatAmount,
}: {
  booking: BookingDetail;
  formatAmount(amount: number): string;
}) {
  const openAmounts = (['due', 'overpaid', 'owed', 'retained'] as const).filter((kind) => money[kind] > 0);
  if (openAmounts.length === 0 && ENDED.has(state))
    return (
      <Message state="neutral">
        <FormattedMessage id="bookings.even.ended" values={{ paid: payments.length > 0 ? 'some' : 'none' }} />
      </Message>
    );
  if (openAmounts.length === 0)
    return (
      <Message state="ok">
        {money.onAccount > 0 ? (
          <FormattedMessage id="bookings.account.even" values={{ amount: formatAmount(money.onAccount) }} />
        ) : (
          <FormattedMessage id="bookings.even" values={{ total: money.total }} />
        )}
      </Message>
    );
  return openAmounts.map((kind) => (
    <Message key={kind} state={kind === 'retained' ? 'neutral' : 'attention'}>
      <FormattedMessage id={`bookings.balance.${kind}`} values={{ amount: formatAmount(money[kind]) }} />
    </Message>
  ));
}
