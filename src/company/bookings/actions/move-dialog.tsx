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
import { useDepartures, useLaterDepartures, useTourChoiceDepartures } from '../departures/use-departures.ts';
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
const MAX_SUGGESTIONS = 3;

export function MoveDialog({ booking, context, ...rest }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const { departure } = booking;
  const today = localDateIn(context.zone, now);
  const initialDate = departure.localDate > today ? departure.localDate : today;
  const [tour, setTour] = useState<Uuid>(departure.tourId);
  const [month, setMonth] = useMonth(initialDate);
  const [date, setDate] = useState<string | null>(initialDate);
  const [target, setTarget] = useState<Pick<CalendarDeparture, 'id' | 'startsAt'> | null>(null);
  const {
    values: { reason },
    setValue,
    draft,
  } = useDialogDraft<{ reason: Reason }>(
    { owner: context.company, key: `booking/${booking.id}/move` },
    { reason: { reason: 'guest_request', note: '' } },
  );
  const [reprice, setReprice] = useState(false);
  const tours = useTours(context, useTourChoiceDepartures(context.company, today).data);
  // Mirrors `private.allotment_partner`.
  const allotmentPartner = booking.source === 'partner' ? (booking.organisation?.id ?? null) : null;
  const query = useDepartures(context.company, { tour, month, allotmentPartner });
  const { seats } = booking;
  const days = useMemo(
    () => groupByDay(query.data?.departures ?? [], { today, without: departure.id }),
    [query.data, today, departure.id],
  );
  const nearby = nextFitting(days, { now: new Date(now).toISOString(), seats, max: MAX_SUGGESTIONS });
  const later = useLaterDepartures(context.company, {
    tour,
    month,
    seats,
    allotmentPartner,
    enabled: query.data !== undefined && nearby.length === 0,
  });
  const suggestions =
    nearby.length > 0 ? nearby : later.filter(({ id }) => id !== departure.id).slice(0, MAX_SUGGESTIONS);
  const selectDeparture = (candidate: Pick<CalendarDeparture, 'id' | 'startsAt'>) => {
    setTarget(candidate);
    setDate(localDateIn(context.zone, Date.parse(candidate.startsAt)));
    setMonth(localDateIn(context.zone, Date.parse(candidate.startsAt)).slice(0, 7));
  };
  const selectById = (id: Uuid) => {
    const match = [...days.values()].flat().find((candidate) => candidate.id === id);
    if (match) selectDeparture(match);
  };

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
      effect={({ difference = 0, money }) => (
        <FormattedMessage
          id="bookings.difference"
          values={{
            kind: difference > 0 ? 'more' : difference < 0 ? 'less' : 'same',
            amount: context.formats.money(Math.abs(difference), money.currency),
            total: context.formats.money(money.total, money.currency),
            due: context.formats.money(money.due, money.currency),
          }}
        />
      )}
      successText={() =>
        intl.formatMessage({ id: 'bookings.move.done' }, { when: target ? context.when(target.startsAt) : '' })
      }
      onSelectDeparture={({ departureId, startsAt }) => selectDeparture({ id: departureId, startsAt })}
      below={
        <>
          <ReasonFields value={reason} onChange={(value) => setValue('reason', value)} />
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
              setTarget(null);
            }}
          >
            {!tours.some(({ value }) => value === departure.tourId) && (
              <option value={departure.tourId}>{context.title(departure.title)}</option>
            )}
            {tours.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {suggestions.length > 0 && (
        <div role="group" aria-label={intl.formatMessage({ id: 'bookings.move.next' })}>
          <p className={styles.label}>
            <FormattedMessage id="bookings.move.next" />
          </p>
          <div className={styles.next}>
            {suggestions.map((suggestion) => (
              <Button
                key={suggestion.id}
                aria-pressed={suggestion.id === target?.id}
                onClick={() => selectDeparture(suggestion)}
              >
                <FormattedMessage
                  id="bookings.fits"
                  values={{ when: context.when(suggestion.startsAt), left: seatsLeft(suggestion) }}
                />
              </Button>
            ))}
          </div>
        </div>
      )}
      <DeparturePicker
        context={context}
        query={query}
        days={days}
        today={today}
        month={month}
        date={date}
        departure={target?.id ?? null}
        seats={seats}
        onMonthChange={setMonth}
        onDate={(day) => {
          setDate(day);
          const dayDepartures = days.get(day);
          setTarget(dayDepartures?.length === 1 ? dayDepartures[0]! : null);
        }}
        onDeparture={selectById}
      />
    </ActionDialog>
  );
}
