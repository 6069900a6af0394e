/** Receipts, invoices and credit notes of a booking, oldest first; each opens as it prints. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { tabular, type, noWrap } from '../../../ui/theme/sizes.ts';
import { Message } from '../../../ui/states/message.tsx';
import type { BookingContext } from '../booking-context.ts';
import { DocumentPanel } from '../documents/document-panel.tsx';
import { isInvoicedBeforePayment } from './booking-actions.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  line: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: '0 12px' },
  name: { justifySelf: 'start', minWidth: 0, paddingInline: 0, textAlign: 'start' },
  amount: { ...tabular, ...noWrap, textAlign: 'end' },
  meta: { ...type.note, gridColumn: '1 / -1', color: tokens.colorNeutralForeground3 },
});

export interface BookingDocumentsProps {
  booking: BookingDetail;
  context: BookingContext;
  /** Opens the form for an invoice; undefined for those who may not issue one. */
  onInvoice: (() => void) | undefined;
}

export function BookingDocuments({ booking, context, onInvoice }: BookingDocumentsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [openedId, setOpenedId] = useState<Uuid | null>(null);
  const { documents } = booking;
  if (documents.length === 0 && !(onInvoice && isInvoicedBeforePayment(booking))) return null;
  const documentName = ({ kind, number }: (typeof documents)[number]) =>
    intl.formatMessage({ id: `bookings.document.${kind}` }, { number });
  const opened = documents.find(({ id }) => id === openedId);
  // As `private.documented_amount`: an invoice replaces these documents.
  const documentedAmount = documents.reduce(
    (sum, { kind, gross }) => sum + (kind === 'credit_note' ? -gross : gross),
    0,
  );
  return (
    <Section
      title={<FormattedMessage id="bookings.documents" />}
      action={
        onInvoice &&
        (documentedAmount > 0 || isInvoicedBeforePayment(booking)) && (
          <Button size="small" appearance="subtle" onClick={onInvoice}>
            <FormattedMessage id="bookings.action.invoice" />
          </Button>
        )
      }
    >
      <ul className={styles.list}>
        {documents.map((item) => (
          <li key={item.id} className={styles.line}>
            <Button appearance="transparent" className={styles.name} onClick={() => setOpenedId(item.id)}>
              {documentName(item)}
            </Button>
            <span className={styles.amount}>
              {context.formats.money(item.kind === 'credit_note' ? -item.gross : item.gross, item.currency)}
            </span>
            <span className={styles.meta}>{context.formats.day(item.issuedOn as LocalDate)}</span>
          </li>
        ))}
      </ul>
      {booking.openInvoice > 0 && (
        <Message state="neutral">
          <FormattedMessage
            id="bookings.invoice.open"
            values={{ amount: context.formats.money(booking.openInvoice, booking.money.currency) }}
          />
        </Message>
      )}
      {opened && (
        <DocumentPanel
          id={opened.id}
          title={documentName(opened)}
          booking={booking}
          context={context}
          onClose={() => setOpenedId(null)}
        />
      )}
    </Section>
  );
}
