/** Moves a booking to another departure, with the seats left on each and the effect on the price. */
import { Switch } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { MoveTargetFields, useMoveTarget } from './move-target-fields.tsx';
import { PriceDifference } from './price-difference.tsx';
import { toReasonPayload, ReasonFields, type Reason } from './reason-fields.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

export function MoveDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const selection = useMoveTarget(booking, context);
  const { target } = selection;
  const {
    values: { reason },
    setValue,
    draft,
  } = useDialogDraft<{ reason: Reason }>(
    { owner: context.company, key: `booking/${booking.id}/move` },
    { reason: { reason: 'guest_request', note: '' } },
  );
  const [reprice, setReprice] = useState(false);

  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      context={context}
      title={<FormattedMessage id="bookings.move.title" values={{ name: booking.contactName }} />}
      act={
        target && {
          name: 'move_booking',
          change: { departureId: target.id, ...toReasonPayload(reason), ...(reprice ? { reprice: true } : {}) },
        }
      }
      confirm={() =>
        target ? (
          <FormattedMessage id="bookings.move.confirm" values={{ when: context.when(target.startsAt) }} />
        ) : (
          <FormattedMessage id="bookings.move.choose" />
        )
      }
      effect={(result) => <PriceDifference result={result} context={context} />}
      successText={() =>
        intl.formatMessage({ id: 'bookings.move.done' }, { when: target ? context.when(target.startsAt) : '' })
      }
      onSelectDeparture={({ departureId, startsAt }) => selection.selectDeparture({ id: departureId, startsAt })}
      below={
        <>
          <ReasonFields value={reason} onChange={(value) => setValue('reason', value)} />
          {/* Another tour always sets a new price. */}
          {selection.tour === booking.departure.tourId && (
            <Switch
              label={intl.formatMessage({ id: 'bookings.move.reprice' })}
              checked={reprice}
              onChange={(_, data) => setReprice(data.checked)}
            />
          )}
        </>
      }
    >
      <MoveTargetFields booking={booking} context={context} value={selection} />
    </ActionDialog>
  );
}
