/** A mail of the outbox: template, recipient, status, and actions to send it again or to another address. */
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { resendMessage, type OutboxMessage, type ResendRefusal } from '../../../data/outbox.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { formatCode } from '../../../domain/codes.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { Message } from '../../../ui/states/message.tsx';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingContext } from '../booking-context.ts';
import { templateName } from './template-names.ts';

const useStyles = makeStyles({
  row: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '4px 8px' },
  name: { fontWeight: weight.bold },
  state: { display: 'flex', alignItems: 'center', gap: '4px' },
  quiet: { ...type.note, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
  address: { display: 'grid', gap: '8px', marginTop: '4px' },
});

const STATES = { pending: 'waiting', sent: 'ok', failed: 'no' } as const;

interface OutboxRowProps {
  message: OutboxMessage;
  context: BookingContext;
  onOpen: ((booking: Uuid) => void) | undefined;
}

export function OutboxRow({ message, context, onOpen }: OutboxRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { template, recipient, mailState } = message;
  /** Null until the user edits the address. */
  const [addressText, setAddressText] = useState<string | null>(null);
  const { busy, result, send } = useResend(message, { context, onSent: () => setAddressText(null) });
  // Sent mails have their actions in a menu, others as buttons.
  const actions = useRowActions({ message, context, onOpen }, { busy, send, onEdit: () => setAddressText(recipient) });
  return (
    <li className={styles.row} aria-label={joinWithDots(intl.formatMessage({ id: templateName(template) }), recipient)}>
      <div className={styles.head}>
        <span className={styles.name}>
          <FormattedMessage id={templateName(template)} />
        </span>
        <span className={styles.state}>
          <StateBadge state={STATES[mailState]}>
            <FormattedMessage id={`bookings.mail.${mailState}`} />
          </StateBadge>
          {mailState === 'sent' && (
            <MoreMenu label={joinWithDots(intl.formatMessage({ id: 'app.more' }), recipient)} entries={actions} />
          )}
        </span>
      </div>
      <span>{recipient}</span>
      <Times message={message} context={context} />
      <Notices message={message} result={result} />
      {addressText !== null && (
        <AddressForm
          address={addressText}
          busy={busy}
          onChange={setAddressText}
          onSend={() => void send(addressText.trim())}
          onCancel={() => setAddressText(null)}
        />
      )}
      {addressText === null && mailState !== 'sent' && <ActionButtons actions={actions} />}
    </li>
  );
}

/** Sends the mail again, also to another address. */
function useResend({ id }: OutboxMessage, { context, onSent }: { context: BookingContext; onSent(): void }) {
  const intl = useIntl();
  const { busy, result, save, reset } = useMutation<string, { messageId: string }, ResendRefusal>({
    send: (address, request) => resendMessage(id, { recipient: address, request }),
    invalidates: [
      [context.company, 'outbox'],
      [context.company, 'booking'],
    ],
  });
  const send = async (address: string) => {
    const saved = await save(address);
    if (!saved.ok) return;
    onSent();
    reset();
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'bookings.outbox.goes' }, { address }) });
  };
  return { busy, result, send };
}

interface ActionsOptions {
  busy: boolean;
  send(address: string): Promise<void>;
  onEdit(): void;
}

function useRowActions(
  { message, context, onOpen }: OutboxRowProps,
  { busy, send, onEdit }: ActionsOptions,
): MenuEntry[] {
  const intl = useIntl();
  const { recipient, mailState, booking } = message;
  return [
    ...(message.mayResend
      ? [
          {
            label: intl.formatMessage({
              id: mailState === 'pending' ? 'bookings.outbox.now' : 'bookings.outbox.again',
            }),
            disabled: busy || message.isLeaving,
            onSelect: () => void send(recipient),
          },
          ...(context.isPartner
            ? []
            : [
                {
                  label: intl.formatMessage({ id: 'bookings.outbox.otherAddress' }),
                  onSelect: onEdit,
                },
              ]),
        ]
      : []),
    ...(booking && onOpen
      ? [{ label: intl.formatMessage({ id: 'bookings.outbox.booking' }), onSelect: () => onOpen(booking.id) }]
      : []),
  ];
}

/** Booking and times of the mail. */
function Times({ message, context }: Pick<OutboxRowProps, 'message' | 'context'>) {
  const styles = useStyles();
  const intl = useIntl();
  const { booking, createdAt, sentAt, nextTryAt, attempts, mailState } = message;
  const isRetry = attempts > 0 && mailState === 'pending';
  return (
    <span className={styles.quiet}>
      {joinWithDots(
        booking ? joinWithDots(booking.name, formatCode(booking.reference)) : '',
        context.when(sentAt ?? createdAt),
        nextTryAt === null
          ? ''
          : intl.formatMessage(
              { id: isRetry ? 'bookings.outbox.nextTry' : 'bookings.outbox.leaves' },
              { when: context.when(nextTryAt) },
            ),
      )}
    </span>
  );
}

interface NoticesProps {
  message: OutboxMessage;
  result: ReturnType<typeof useResend>['result'];
}

/** Problems of the mail, and why sending it again was refused. */
function Notices({ message, result }: NoticesProps) {
  const { recipient, mailState, problem, suppression } = message;
  return (
    <>
      {problem !== null && (
        <Message state={mailState === 'failed' ? 'no' : 'attention'}>
          <FormattedMessage id={`bookings.outbox.problem.${problem}`} values={{ error: message.error ?? '' }} />
        </Message>
      )}
      {suppression !== null && suppression !== problem && (
        <Message state="attention">
          <FormattedMessage id={`bookings.outbox.suppression.${suppression}`} values={{ address: recipient }} />
        </Message>
      )}
      {result && !result.ok && (
        <Message state="no" alert>
          <FormattedMessage
            id={
              result.code === 'refused'
                ? `bookings.outbox.refused.${result.refusal.status}`
                : result.code === 'invalid'
                  ? 'bookings.outbox.refused.address'
                  : FAILURE_TEXTS[result.code]
            }
          />
        </Message>
      )}
    </>
  );
}

interface AddressFormProps {
  address: string;
  busy: boolean;
  onChange(address: string): void;
  onSend(): void;
  onCancel(): void;
}

function AddressForm({ address, busy, onChange, onSend, onCancel }: AddressFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <form
      className={styles.address}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <Field label={intl.formatMessage({ id: 'bookings.outbox.address' })}>
        <Input type="email" value={address} onChange={(_, data) => onChange(data.value)} />
      </Field>
      <div className={styles.actions}>
        <Button type="submit" appearance="primary" disabledFocusable={busy || address.trim() === ''}>
          <FormattedMessage id="bookings.outbox.send" />
        </Button>
        <Button onClick={onCancel}>
          <FormattedMessage id="form.cancel" />
        </Button>
      </div>
    </form>
  );
}

function ActionButtons({ actions }: { actions: readonly MenuEntry[] }) {
  const styles = useStyles();
  return (
    <div className={styles.actions}>
      {actions.map(({ label, disabled = false, onSelect }, index) => (
        <Button
          key={label}
          size="small"
          appearance={index === 0 ? 'secondary' : 'subtle'}
          disabledFocusable={disabled}
          onClick={onSelect}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
