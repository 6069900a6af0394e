/**
 * Handles a guest's data request: finds bookings by address or reference, mails the data to the booking's own address,
 * or erases it.
 */
import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { eraseGuest, findGuest, sendGuestData, type GuestBooking } from '../../data/guest-data.ts';
import type { Uuid } from '../../domain/ids.ts';
import { formatCode } from '../../domain/codes.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { density, tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import type { SettingsSectionProps } from './section-props.ts';

/** The server's name for an erased guest, or for a hold without a name. */
const NO_NAME = '—';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  question: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px 12px' },
  field: { flex: '1 1 240px' },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2px 12px',
    minHeight: density.row,
    padding: '8px 0',
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  name: { ...type.body, flex: '1 1 200px', overflowWrap: 'anywhere' },
  reference: { ...type.body, ...tabular, ...noWrap, fontWeight: weight.bold },
  time: { ...type.note, display: 'block', color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  wide: { maxWidth: '100%', overflowWrap: 'anywhere' },
  body: { display: 'grid', gap: '12px', '& p': { margin: 0 } },
});

export function GuestDataRequest({ company }: SettingsSectionProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [query, setQuery] = useState('');
  // Personal data, so it is not stored in the URL.
  const [submittedQuery, setSubmittedQuery] = useState('');
  const guestQuery = useServerQuery({
    key: [company, 'guest-data', submittedQuery],
    fetch: (signal) => findGuest(company, submittedQuery, signal),
    enabled: submittedQuery !== '',
  });
  const find = (event: FormEvent) => {
    event.preventDefault();
    setSubmittedQuery(query.trim());
    if (submittedQuery === query.trim() && submittedQuery !== '') guestQuery.refetch();
  };
  return (
    <FormSection title="settings.guest.title">
      <p className={styles.about}>
        <FormattedMessage id="settings.guest.about" />
      </p>
      <form className={styles.question} onSubmit={find} noValidate>
        <Field className={styles.field} label={intl.formatMessage({ id: 'settings.guest.search' })}>
          <Input value={query} autoComplete="off" onChange={(_, { value }) => setQuery(value)} />
        </Field>
        <Button type="submit" disabledFocusable={query.trim() === ''}>
          <FormattedMessage id="settings.guest.find" />
        </Button>
      </form>
      {submittedQuery !== '' && (
        <QueryView
          query={guestQuery}
          skeleton={null}
          failed={<FormattedMessage id="settings.guest.failed" />}
          empty={({ bookings }) =>
            bookings.length > 0 ? null : (
              <Message state="neutral">
                <FormattedMessage id="settings.guest.none" />
              </Message>
            )
          }
        >
          {({ bookings }) => <GuestBookings company={company} bookings={bookings} />}
        </QueryView>
      )}
    </FormSection>
  );
}

function GuestBookings({ company, bookings }: { company: Uuid; bookings: readonly GuestBooking[] }) {
  const styles = useStyles();
  const [isConfirming, setConfirming] = useState(false);
  const erasable = bookings.filter(({ erasureState }) => erasureState === 'erasable');
  const upcomingCount = bookings.filter(({ erasureState }) => erasureState === 'upcoming').length;
  return (
    <>
      <BookingList bookings={bookings} />
      <div className={styles.actions}>
        <SendButton booking={bookings.find(({ email }) => email !== null)} />
        {erasable.length > 0 && (
          <Button appearance="subtle" onClick={() => setConfirming(true)}>
            <FormattedMessage id="settings.guest.erase" />
          </Button>
        )}
      </div>
      {erasable.length === 0 && upcomingCount > 0 && (
        <p className={styles.about}>
          <FormattedMessage id="settings.guest.erase.upcoming" values={{ count: upcomingCount }} />
        </p>
      )}
      {isConfirming && (
        <EraseDialog
          company={company}
          bookings={erasable}
          upcomingCount={upcomingCount}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function BookingList({ bookings }: { bookings: readonly GuestBooking[] }) {
  const styles = useStyles();
  const formats = useFormats('UTC');
  return (
    <ul className={styles.list}>
      {bookings.map(({ id, reference, name, title, localDate, erasureState }) => (
        <li key={id} className={styles.row}>
          <span className={styles.reference}>{formatCode(reference)}</span>
          <span className={styles.name}>
            {joinWithDots(name !== NO_NAME && name, formats.text(title))}
            <span className={styles.time}>{formats.date(localDate)}</span>
          </span>
          {erasureState !== 'erasable' && (
            <StateBadge state={erasureState === 'upcoming' ? 'waiting' : 'neutral'}>
              <FormattedMessage id={`settings.guest.${erasureState}`} />
            </StateBadge>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Mails the data to the address of a booking; there is no button without one. */
function SendButton({ booking }: { booking: GuestBooking | undefined }) {
  const styles = useStyles();
  const intl = useIntl();
  const sending = useMutation({ send: sendGuestData, invalidates: [] });
  if (!booking) return null;
  const { id, email } = booking;

  async function send(): Promise<void> {
    const result = await sending.save(id);
    const text = result.ok
      ? intl.formatMessage({ id: 'settings.guest.sent' }, { email })
      : intl.formatMessage({
          id:
            result.code !== 'refused'
              ? FAILURE_TEXTS[result.code]
              : result.refusal.status === 'too_many'
                ? 'settings.guest.tooMany'
                : 'settings.guest.noAddress',
        });
    void showToast({ intent: result.ok ? 'success' : 'error', text });
  }
  return (
    <Button className={styles.wide} disabledFocusable={sending.busy} onClick={() => void send()}>
      <FormattedMessage id="settings.guest.send" values={{ email }} />
    </Button>
  );
}

interface EraseDialogProps {
  company: Uuid;
  /** The bookings whose data can be erased. */
  bookings: readonly GuestBooking[];
  upcomingCount: number;
  onClose(): void;
}

function EraseDialog({ company, bookings, upcomingCount, onClose }: EraseDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const erasing = useMutation({ send: eraseGuest, invalidates: [[company]] });

  async function erase(): Promise<boolean> {
    const erased = await erasing.save({ company, bookings: bookings.map(({ id }) => id) });
    if (!erased.ok) return false;
    const text = intl.formatMessage({ id: 'settings.guest.erase.done' }, { count: erased.data.erased });
    void showToast({ intent: 'success', text });
    return true;
  }
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="settings.guest.erase.title" />}
      confirm={<FormattedMessage id="settings.guest.erase.confirm" values={{ count: bookings.length }} />}
      onClose={onClose}
      onConfirm={erase}
    >
      <div className={styles.body}>
        <p>
          <FormattedMessage id="settings.guest.erase.text" />
        </p>
        {upcomingCount > 0 && (
          <p>
            <FormattedMessage id="settings.guest.erase.upcoming" values={{ count: upcomingCount }} />
          </p>
        )}
        <SaveFailed result={erasing.result} />
      </div>
    </FormDialog>
  );
}
