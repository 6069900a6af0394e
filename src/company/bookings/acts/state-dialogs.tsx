/** The acts that make another state of a booking and ask for little: a yes, and where it ends something a reason. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { ActChange } from '../../../data/bookings/acts.ts';
import { ActDialog } from './act-dialog.tsx';
import type { DialogOf } from './dialog-of.ts';
import { givenReason, ReasonFields, type Reason } from './reason-fields.tsx';
import { useDrafted } from './use-drafted.ts';

export const STATE_ACTS = ['confirm', 'extend', 'release', 'reject', 'restore'] as const;
export type StateAct = (typeof STATE_ACTS)[number];

export function StateDialog({ what, booking, scope, ...rest }: DialogOf & { what: StateAct }) {
  const intl = useIntl();
  const {
    typed: { reason },
    type,
    draft,
  } = useDrafted<{ reason: Reason }>(
    { owner: scope.company, key: `booking/${booking.id}/${what}` },
    { reason: { reason: 'other', words: '' } },
  );
  const acts: Record<StateAct, ActChange> = {
    confirm: { name: 'confirm_booking', change: {} },
    extend: { name: 'extend_booking', change: { minutes: 60 } },
    release: { name: 'expire_booking', change: {} },
    reject: { name: 'reject_booking', change: givenReason(reason) },
    restore: { name: 'restore_booking', change: {} },
  };
  const values = {
    name: booking.contactName,
    guests: booking.guests.filter(({ cancelled }) => !cancelled).length,
    when: scope.when(booking.departure.startsAt),
    amount: scope.formats.money(booking.money.balance, booking.money.currency),
    paid: booking.money.balance > 0 ? 'some' : 'none',
  };
  return (
    <ActDialog
      {...rest}
      kind={what === 'reject' ? 'form' : 'confirm'}
      booking={booking}
      draft={draft}
      scope={scope}
      title={<FormattedMessage id={`bookings.${what}.title`} values={values} />}
      act={acts[what]}
      confirm={() => <FormattedMessage id={`bookings.${what}.confirm`} />}
      effect={({ expiresAt, money }) => (
        <FormattedMessage
          id={`bookings.${what}.effect`}
          values={{
            ...values,
            due: scope.formats.money(money.due, money.currency),
            until: expiresAt ? scope.when(expiresAt) : '',
          }}
        />
      )}
      done={() => intl.formatMessage({ id: `bookings.${what}.done` }, values)}
    >
      {what === 'reject' && <ReasonFields value={reason} onChange={(given) => type('reason', given)} />}
    </ActDialog>
  );
}
