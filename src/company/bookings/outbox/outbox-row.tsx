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
  const { id, template, recipient, mailState, createdAt, sentAt, nextTryAt, attempts, problem, suppression, booking } =
    message;
  /** Null until the user edits the address. */
  const [addressText, setAddressText] = useState<string | null>(null);
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
    setAddressText(null);
    reset();
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'bookings.outbox.goes' }, { address }) });
  };
  // Sent mails keep their actions in a menu; unsent ones show a button.
  const actions: MenuEntry[] = [
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
                  onSelect: () => setAddressText(recipient),
                },
              ]),
        ]
      : []),
    ...(booking && onOpen
      ? [{ label: intl.formatMessage({ id: 'bookings.outbox.booking' }), onSelect: () => onOpen(booking.id) }]
      : []),
  ];
  const isRetry = attempts > 0 && mailState === 'pending';
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
      {addressText !== null && (
        <form
          className={styles.address}
          onSubmit={(event) => {
            event.preventDefault();
            void send(addressText.trim());
          }}
        >
          <Field label={intl.formatMessage({ id: 'bookings.outbox.address' })}>
            <Input type="email" value={addressText} onChange={(_, data) => setAddressText(data.value)} />
          </Field>
          <div className={styles.actions}>
            <Button type="submit" appearance="primary" disabledFocusable={busy || addressText.trim() === ''}>
              <FormattedMessage id="bookings.outbox.send" />
            </Button>
            <Button onClick={() => setAddressText(null)}>
              <FormattedMessage id="form.cancel" />
            </Button>
          </div>
        </form>
      )}
      {addressText === null && mailState !== 'sent' && (
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
      )}
    </li>
  );
}
