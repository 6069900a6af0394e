/** Preview of a receipt, invoice or credit note, to print or mail it. */
import { Button, Field, Input, makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { MailRegular, PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { readDocument, sendDocument } from '../../../data/documents.ts';
import { documentSheet } from '../../../domain/document-sheet.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { loadDocumentTexts } from '../../../i18n/document-texts.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { PrintOnly } from '../../../ui/output/print-only.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingContext } from '../booking-context.ts';
import { DocumentSheet } from './document-sheet.tsx';

const useStyles = makeStyles({
  // Looks like a white sheet with margins in every theme.
  paper: { padding: '16px', borderRadius: tokens.borderRadiusLarge, backgroundColor: '#ffffff' },
  address: { display: 'grid', gap: '8px', width: '100%' },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: '8px' },
});

export interface DocumentPanelProps {
  id: Uuid;
  title: string;
  booking: BookingDetail;
  context: BookingContext;
  onClose(): void;
}

export function DocumentPanel({ id, title, booking, context, onClose }: DocumentPanelProps) {
  const styles = useStyles();
  const query = useDocument(id, context);
  const [printing, setPrinting] = useState(false);
  const [recipient, setRecipient] = useState<string | null>(null);
  const loaded = query.data;
  return (
    <Overlay
      isReadOnly
      kind="details"
      title={title}
      onClose={onClose}
      footer={
        loaded &&
        (recipient === null ? (
          <>
            {context.mayChange && (
              <Button icon={<MailRegular />} onClick={() => setRecipient(booking.contactEmail ?? '')}>
                <FormattedMessage id="bookings.document.mail" />
              </Button>
            )}
            <Button appearance="primary" icon={<PrintRegular />} onClick={() => setPrinting(true)}>
              <FormattedMessage id="bookings.print" />
            </Button>
          </>
        ) : (
          <SendTo id={id} initialRecipient={recipient} context={context} onDone={() => setRecipient(null)} />
        ))
      }
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="bookings.document.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 320 }} />
          </Skeleton>
        }
      >
        {({ sheet, locale }) => (
          <div className={styles.paper}>
            <DocumentSheet sheet={sheet} lang={locale} />
          </div>
        )}
      </QueryView>
      {printing && loaded && (
        <PrintOnly onDone={() => setPrinting(false)}>
          <DocumentSheet sheet={loaded.sheet} lang={loaded.locale} />
        </PrintOnly>
      )}
    </Overlay>
  );
}

/** Reads a document and formats it as a sheet. */
function useDocument(id: Uuid, { company }: BookingContext) {
  return useServerQuery({
    key: [company, 'document', id],
    fetch: async (signal) => {
      const result = await readDocument(id, signal);
      if (!result.ok) return result;
      const { document } = result.data;
      // Documents are immutable, so the formatted sheet can be cached.
      const sheet = documentSheet(document, await loadDocumentTexts(document.locale));
      return { ok: true as const, data: { sheet, locale: document.locale } };
    },
  });
}

interface SendToProps {
  id: Uuid;
  initialRecipient: string;
  context: BookingContext;
  onDone(): void;
}

/** Mails the document; the recipient defaults to the guest. */
function SendTo({ id, initialRecipient, context, onDone }: SendToProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [recipientText, setRecipientText] = useState(initialRecipient);
  const { busy, result, save } = useMutation({
    send: (recipient: string, request) => sendDocument(id, { recipient, request }),
    invalidates: [[context.company]],
  });
  const { failure } = splitResult(result);
  const send = async () => {
    const recipient = recipientText.trim();
    const saved = await save(recipient);
    if (!saved.ok) return;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'bookings.outbox.goes' }, { address: recipient }),
    });
    onDone();
  };
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={intl.formatMessage({ id: 'bookings.outbox.address' })}>
        <Input type="email" value={recipientText} onChange={(_, data) => setRecipientText(data.value)} />
      </Field>
      {failure?.code === 'invalid' ? (
        <Message state="no" alert>
          <FormattedMessage id="bookings.outbox.refused.address" />
        </Message>
      ) : (
        <SaveFailed result={failure} />
      )}
      <div className={styles.actions}>
        <Button onClick={onDone}>
          <FormattedMessage id="form.cancel" />
        </Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy || recipientText.trim() === ''}>
          <FormattedMessage id="bookings.outbox.send" />
        </Button>
      </div>
    </form>
  );
}
