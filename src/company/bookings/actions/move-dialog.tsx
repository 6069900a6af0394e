/** Moves a booking to another departure, with the seats left on each and the effect on the price. */
import { Button, Field, Select, Switch, makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { groupByDay, nextFitting, seatsLeft } from '../departures/departure-choice.ts';
import { DeparturePicker, useMonth } from '../departures/departure-picker.tsx';
import { useDepartures, useLaterDepartures, useNextDepartures } from '../departures/use-departures.ts';
import { useTours } from '../departures/use-tours.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';
import { toReasonPayload, ReasonFields, type Reason } from './reason-fields.tsx';
import { useDialogDraft } from './use-dialog-draft.ts';

const useStyles = makeStyles({
  next: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  label: { ...type.body, margin: '0 0 4px', fontWeight: weight.bold },
});

/** Number of alternative departures that are suggested. */
const OFFERED = 3;

export function MoveDialog({ booking, scope, ...rest }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const { departure } = booking;
  const today = localDateIn(scope.zone, now);
  const begins = departure.localDate > today ? departure.localDate : today;
  const [tour, setTour] = useState<Uuid>(departure.tourId);
  const [month, setMonth] = useMonth(begins);
  const [date, setDate] = useState<string | null>(begins);
  const [chosen, setChosen] = useState<Pick<CalendarDeparture, 'id' | 'startsAt'> | null>(null);
  const {
    typed: { reason },
    type: typeIn,
    draft,
  } = useDialogDraft<{ reason: Reason }>(
    { owner: scope.company, key: `booking/${booking.id}/move` },
    { reason: { reason: 'guest_asked', words: '' } },
  );
  const [reprice, setReprice] = useState(false);
  const tours = useTours(scope, useNextDepartures(scope.company, today).data);
  // Mirrors `private.allotment_partner`.
  const allotmentPartner = booking.source === 'partner' ? (booking.organisation?.id ?? null) : null;
  const answer = useDepartures(scope.company, { tour, month, allotmentPartner });
  const { seats } = booking;
  const days = useMemo(
    () => groupByDay(answer.data?.departures ?? [], { today, without: departure.id }),
    [answer.data, today, departure.id],
  );
  const near = nextFitting(days, { now: new Date(now).toISOString(), seats, most: OFFERED });
  const later = useLaterDepartures(scope.company, {
    tour,
    month,
    seats,
    allotmentPartner,
    enabled: answer.data !== undefined && near.length === 0,
  });
  const next = near.length > 0 ? near : later.filter(({ id }) => id !== departure.id).slice(0, OFFERED);
  const choose = (one: Pick<CalendarDeparture, 'id' | 'startsAt'>) => {
    setChosen(one);
    setDate(localDateIn(scope.zone, Date.parse(one.startsAt)));
    setMonth(localDateIn(scope.zone, Date.parse(one.startsAt)).slice(0, 7));
  };
  const chooseId = (id: Uuid) => {
    const one = [...days.values()].flat().find((each) => each.id === id);
    if (one) choose(one);
  };

  return (
    <ActionDialog
      {...rest}
      booking={booking}
      draft={draft}
      scope={scope}
      title={<FormattedMessage id="bookings.move.title" values={{ name: booking.contactName }} />}
      act={
        chosen && {
          name: 'move_booking',
          change: { departureId: chosen.id, ...toReasonPayload(reason), ...(reprice ? { reprice: true } : {}) },
        }
      }
      confirm={() =>
        chosen ? (
          <FormattedMessage id="bookings.move.confirm" values={{ when: scope.when(chosen.startsAt) }} />
        ) : (
          <FormattedMessage id="bookings.move.choose" />
        )
      }
      effect={({ difference = 0, money }) => (
        <FormattedMessage
          id="bookings.difference"
          values={{
            kind: difference > 0 ? 'more' : difference < 0 ? 'less' : 'same',
            amount: scope.formats.money(Math.abs(difference), money.currency),
            total: scope.formats.money(money.total, money.currency),
            due: scope.formats.money(money.due, money.currency),
          }}
        />
      )}
      done={() => intl.formatMessage({ id: 'bookings.move.done' }, { when: chosen ? scope.when(chosen.startsAt) : '' })}
      onTake={({ departureId, startsAt }) => choose({ id: departureId, startsAt })}
      below={
        <>
          <ReasonFields value={reason} onChange={(given) => typeIn('reason', given)} />
          {tour === departure.tourId && (
            <Switch
              label={intl.formatMessage({ id: 'bookings.move.reprice' })}
              checked={reprice}
              onChange={(_, data) => setReprice(data.checked)}
            />
          )}
        </>
      }
    >
      {tours.length > 1 && (
        <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
          <Select
            value={tour}
            onChange={(_, data) => {
              setTour(data.value);
              setChosen(null);
            }}
          >
            {!tours.some(({ value }) => value === departure.tourId) && (
              <option value={departure.tourId}>{scope.title(departure.title)}</option>
            )}
            {tours.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {next.length > 0 && (
        <div role="group" aria-label={intl.formatMessage({ id: 'bookings.move.next' })}>
          <p className={styles.label}>
            <FormattedMessage id="bookings.move.next" />
          </p>
          <div className={styles.next}>
            {next.map((one) => (
              <Button key={one.id} aria-pressed={one.id === chosen?.id} onClick={() => choose(one)}>
                <FormattedMessage
                  id="bookings.fits"
                  values={{ when: scope.when(one.startsAt), left: seatsLeft(one) }}
                />
              </Button>
            ))}
          </div>
        </div>
      )}
      <DeparturePicker
        scope={scope}
        answer={answer}
        days={days}
        today={today}
        month={month}
        date={date}
        departure={chosen?.id ?? null}
        seats={seats}
        onMonth={setMonth}
        onDate={(on) => {
          setDate(on);
          const only = days.get(on);
          setChosen(only?.length === 1 ? only[0]! : null);
        }}
        onDeparture={chooseId}
      />
    </ActionDialog>
  );
}
