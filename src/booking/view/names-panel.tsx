import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { readPublicBooking, renameGuests } from '../../data/public-booking.ts';
import { visibleText } from '../../domain/email-address.ts';
import type { Failure } from '../../domain/result.ts';
import { CategoryName } from '../ui/category-name.tsx';
import { Field } from '../ui/field.tsx';
import { idempotencyKeyFor } from '../steps/booking-flow.ts';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
import { useSend } from '../ui/use-send.ts';

const NOTICE_TEXTS = {
  stale: 'booking.names.stale',
  ended: 'booking.names.ended',
  needed: 'booking.field.names.help',
} as const;

interface NamesPanelProps {
  booking: PublicBooking;
  token: string;
  /** Called with the current booking after an edit conflict. */
  onRefetched(booking: PublicBooking): void;
  onChanged(booking: PublicBooking): void;
}

/** Saves typed names, by guest id. */
function useSaveNames(props: NamesPanelProps, names: Record<string, string>) {
  const { booking, token, onRefetched, onChanged } = props;
  const { guests, version } = booking;
  const { isBusy, failure, send } = useSend();
  const [notice, setNotice] = useState<'stale' | 'ended' | 'needed' | null>(null);
  const save = () =>
    send(async () => {
      setNotice(null);
      const changed = guests
        .filter(({ id, name }) => names[id] !== undefined && visibleText(names[id]) !== (name ?? ''))
        .map(({ id }) => ({ guestId: id, name: names[id]! }));
      const request = idempotencyKeyFor(`names ${version} ${JSON.stringify(changed)}`);
      const result = await renameGuests({ request, token, version, names: changed });
      if (!result.ok) return result.code === 'refused' ? handleRefusal(result.refusal.status) : result;
      onChanged(result.data.booking);
      return null;
    });
  /** Handles a refusal: reloads a stale booking and keeps the typed names. */
  async function handleRefusal(status: 'stale' | 'no_names' | 'wrong_state' | 'id_reused'): Promise<Failure | null> {
    if (status === 'no_names' || status === 'wrong_state') {
      setNotice(status === 'no_names' ? 'needed' : 'ended');
      return null;
    }
    const fresh = await readPublicBooking(token);
    if (!fresh.ok) return fresh;
    setNotice('stale');
    onRefetched(fresh.data.booking);
    return null;
  }

  return { isBusy, failure, notice, save };
}

export function NamesPanel(props: NamesPanelProps) {
  const intl = useIntl();
  const { guests, operator } = props.booking;
  /** Typed names by guest id; other names are the stored ones, also after a refetch. */
  const [names, setNames] = useState<Record<string, string>>({});
  const { isBusy, failure, notice, save } = useSaveNames(props, names);

  return (
    <form className="bk-panel">
      {guests.map(({ id, type, name: stored }, at) => (
        <div key={id}>
          <Field
            name={`guest-${at}`}
            label={intl.formatMessage({ id: 'booking.names.guest' }, { number: at + 1 })}
            value={names[id] ?? stored ?? ''}
            onChange={(name) => setNames({ ...names, [id]: name })}
          />
          <p className="bk-help">
            <CategoryName type={type} />
          </p>
        </div>
      ))}
      {notice && (
        <Notice tone="attention" live>
          <FormattedMessage id={NOTICE_TEXTS[notice]} />
        </Notice>
      )}
      {failure && <FailureNotice failure={failure} phone={operator.phone} />}
      <button
        type="submit"
        className="bk-primary"
        aria-disabled={isBusy}
        onClick={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormattedMessage id="booking.names.save" />
      </button>
    </form>
  );
}
