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
import type { BookingScope } from '../booking-scope.ts';
import { useRowStyles } from '../row-styles.ts';
import { Section } from '../detail/section.tsx';

const useStyles = makeStyles({ note: { display: 'grid', gap: '8px', marginTop: '4px' } });

interface DifferencesProps {
  scope: BookingScope;
  onOpen(booking: Uuid): void;
}

export function PaymentDifferences({ scope, onOpen }: DifferencesProps) {
  const styles = useRowStyles();
  const answer = useServerQuery({
    key: [scope.company, 'differences'],
    fetch: (signal) => readDifferences(scope.company, signal),
  });
  // Renders nothing in the normal case, without a skeleton that would flash.
  if (answer.data?.differences.length === 0 || answer.state === 'loading') return null;
  return (
    <Section title={<FormattedMessage id="bookings.differences" />}>
      <QueryView answer={answer} skeleton={null} failed={<FormattedMessage id="bookings.differences.failed" />}>
        {({ differences }) => (
          <ul className={styles.list}>
            {differences.map((one) => (
              <Row key={one.id} difference={one} scope={scope} onOpen={onOpen} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function Row({ difference, scope, onOpen }: DifferencesProps & { difference: PaymentDifference }) {
  const styles = useRowStyles();
  const { note } = useStyles();
  const intl = useIntl();
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, result, save } = useMutation({
    send: (note: string) => settleDifference(difference.id, note),
    invalidates: [[scope.company]],
  });
  const { booking, amount, currency, thereAmount, thereCurrency } = difference;
  const shown = (minor: number | null, of: string | null) =>
    minor === null || of === null ? '–' : scope.formats.money(minor, of);
  const what = intl.formatMessage(
    { id: `bookings.difference.${difference.difference}` },
    { what: difference.isRefund ? 'refund' : 'payment' },
  );
  return (
    <li className={styles.row} aria-label={joinWithDots(what, difference.reference)}>
      <span className={styles.name}>{what}</span>
      <span>
        <FormattedMessage
          id="bookings.difference.amounts"
          values={{ here: shown(amount, currency), there: shown(thereAmount, thereCurrency) }}
        />
      </span>
      <span className={styles.quiet}>
        {joinWithDots(
          booking && joinWithDots(booking.name, formatCode(booking.reference)),
          difference.reference,
          scope.when(difference.foundAt),
        )}
      </span>
      {result && !result.ok && <SaveFailed failure={result} />}
      {typed === null ? (
        <div className={styles.acts}>
          {scope.mayChange && (
            <Button size="small" onClick={() => setTyped('')}>
              <FormattedMessage id="bookings.difference.settle" />
            </Button>
          )}
          {booking && (
            <Button size="small" appearance="subtle" onClick={() => onOpen(booking.id)}>
              <FormattedMessage id="bookings.outbox.booking" />
            </Button>
          )}
        </div>
      ) : (
        <form
          className={note}
          onSubmit={(event) => {
            event.preventDefault();
            void save(typed.trim());
          }}
        >
          <Field label={intl.formatMessage({ id: 'bookings.difference.note' })}>
            <Input value={typed} maxLength={1000} onChange={(_, data) => setTyped(data.value)} />
          </Field>
          <div className={styles.acts}>
            <Button type="submit" appearance="primary" disabledFocusable={busy || typed.trim() === ''}>
              <FormattedMessage id="bookings.difference.settle" />
            </Button>
            <Button onClick={() => setTyped(null)}>
              <FormattedMessage id="form.cancel" />
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
