/** Lists differences between the ledger and the provider's list until each is settled with a note. */
import { Button, Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readDifferences, settleDifference, type PaymentDifference } from '../../../data/daily-close.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import type { BookingContext } from '../booking-context.ts';
import { useRowStyles } from '../row-styles.ts';
import { Section } from '../detail/section.tsx';

const useStyles = makeStyles({ note: { display: 'grid', gap: '8px', marginTop: '4px' } });

interface DifferencesProps {
  context: BookingContext;
  onOpenBooking(booking: Uuid): void;
}

export function PaymentDifferences({ context, onOpenBooking }: DifferencesProps) {
  const styles = useRowStyles();
  const query = useServerQuery({
    key: [context.company, 'differences'],
    fetch: (signal) => readDifferences(context.company, signal),
  });
  // Renders nothing in the normal case, without a skeleton that would flash.
  if (query.data?.differences.length === 0 || query.state === 'loading') return null;
  return (
    <Section title={<FormattedMessage id="bookings.differences" />}>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="bookings.differences.failed" />}>
        {({ differences }) => (
          <ul className={styles.list}>
            {differences.map((difference) => (
              <Row key={difference.id} difference={difference} context={context} onOpenBooking={onOpenBooking} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Row({ difference, context, onOpenBooking }: DifferencesProps & { difference: PaymentDifference }) {
  const styles = useRowStyles();
  const intl = useIntl();
  const [isSettling, setIsSettling] = useState(false);
  const { busy, result, save } = useMutation({
    send: (note: string) => settleDifference(difference.id, note),
    invalidates: [[context.company]],
  });
  const { booking } = difference;
  const title = intl.formatMessage(
    { id: `bookings.difference.${difference.difference}` },
    { what: difference.isRefund ? 'refund' : 'payment' },
  );
  return (
    <li className={styles.row} aria-label={joinWithDots(title, difference.reference)}>
      <span className={styles.name}>{title}</span>
      <span>
        <Amounts difference={difference} context={context} />
      </span>
      <span className={styles.quiet}>
        {joinWithDots(
          booking && joinWithDots(booking.name, formatCode(booking.reference)),
          difference.reference,
          context.when(difference.foundAt),
        )}
      </span>
      <SaveFailed result={result} />
      {isSettling ? (
        <SettleForm busy={busy} onSettle={(note) => void save(note)} onCancel={() => setIsSettling(false)} />
      ) : (
        <div className={styles.actions}>
          {context.mayChange && (
            <Button size="small" onClick={() => setIsSettling(true)}>
              <FormattedMessage id="bookings.difference.settle" />
            </Button>
          )}
          {booking && (
            <Button size="small" appearance="subtle" onClick={() => onOpenBooking(booking.id)}>
              <FormattedMessage id="bookings.outbox.booking" />
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface AmountsProps {
  difference: PaymentDifference;
  context: BookingContext;
}

/** The amount in the ledger and on the provider's list; a dash where there is none. */
function Amounts({ difference: { amount, currency, providerAmount, providerCurrency }, context }: AmountsProps) {
  const formatAmount = (minor: number | null, currencyCode: string | null) =>
    minor === null || currencyCode === null ? '–' : context.formats.money(minor, currencyCode);
  return (
    <FormattedMessage
      id="bookings.difference.amounts"
      values={{ here: formatAmount(amount, currency), there: formatAmount(providerAmount, providerCurrency) }}
    />
  );
}

interface SettleFormProps {
  busy: boolean;
  onSettle(note: string): void;
  onCancel(): void;
}

function SettleForm({ busy, onSettle, onCancel }: SettleFormProps) {
  const styles = useStyles();
  const { actions } = useRowStyles();
  const intl = useIntl();
  const [noteText, setNoteText] = useState('');
  const note = noteText.trim();
  return (
    <form
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        onSettle(note);
      }}
    >
      <Field label={intl.formatMessage({ id: 'bookings.difference.note' })}>
        <Input value={noteText} maxLength={1000} onChange={(_, data) => setNoteText(data.value)} />
      </Field>
      <div className={actions}>
        <Button type="submit" appearance="primary" disabledFocusable={busy || note === ''}>
          <FormattedMessage id="bookings.difference.settle" />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="form.cancel" />
        </Button>
      </div>
    </form>
  );
}
