/** Adds a departure at the clicked slot, which presets day and time, and in a guide's lane the guide. */
import { Field, Select, Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { assignGuide } from '../../data/guides.ts';
import { addDeparture } from '../../data/departures.ts';
import type { Uuid } from '../../domain/ids.ts';
import { ok, type Failure } from '../../domain/result.ts';
import { parseDateInput, parseTimeInput } from '../../domain/parse-date-time.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { DateInput, TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { EmptySlot, PlannerContext } from './planner-context.ts';
import { useTourChoice } from './use-planner.ts';
import { ActionFailed } from '../../ui/form/save-failed.tsx';

const useStyles = makeStyles({
  form: { display: 'grid', gap: '16px' },
  twoColumns: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: '16px' },
});

export interface AddDepartureDialogProps {
  company: Uuid;
  slot: EmptySlot;
  context: PlannerContext;
  onDone(): void;
  onClose(): void;
}

export function AddDepartureDialog({ company, slot, context, onDone, onClose }: AddDepartureDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const choice = useTourChoice(company, true);
  const [tour, setTour] = useState<Uuid | null>(slot.tourId);
  const [date, setDate] = useState<string>(slot.day);
  const [time, setTime] = useState(slot.minute === null ? '' : context.clock(slot.minute));
  const [failed, setFailed] = useState<Failure | string | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  // A retry with the same input reuses the departure's id; changed input after a lost response gets a new one.
  const adding = useMutation({
    send: async (args: Omit<Parameters<typeof addDeparture>[0], 'departure'>, departure) => {
      const result = await addDeparture({ ...args, departure });
      return result.ok ? ok({ ...result.data, departure }) : result;
    },
    invalidates: [],
  });
  const tours = (choice.data?.tours ?? [])
    .filter(({ tourStatus }) => tourStatus !== 'archived')
    .map(({ id: value, title }) => ({
      value,
      label: context.formats.text(title) || intl.formatMessage({ id: 'planner.untitled' }),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, intl.locale));
  const selectedTour = tour ?? tours[0]?.value ?? null;

  const unreadable = (field: 'date' | 'time') =>
    intl.formatMessage({ id: `form.${field}` }, { name: intl.formatMessage({ id: `planner.add.${field}` }) });

  async function add(): Promise<boolean> {
    const localDate = parseDateInput(date);
    const localTime = parseTimeInput(time);
    setFailed(null);
    const wrong = new Map<string, string>();
    if (localDate === null) wrong.set('local_date', unreadable('date'));
    if (localTime === null) wrong.set('local_time', unreadable('time'));
    setProblems(wrong);
    if (localDate === null || localTime === null || selectedTour === null) return false;
    const result = await adding.save({
      tour: selectedTour,
      input: { localDate, localTime, capacity: null, language: null, meetingNote: null, prices: {} },
    });
    if (!result.ok) {
      if (result.code !== 'refused') setFailed(result);
      else if (result.refusal.status === 'archived') setFailed(intl.formatMessage({ id: 'planner.add.archived' }));
      else
        setProblems(
          new Map(
            result.refusal.problems.map(({ field, code }) => [
              field,
              code === 'past'
                ? intl.formatMessage({ id: 'planner.add.past' })
                : unreadable(field === 'local_date' ? 'date' : 'time'),
            ]),
          ),
        );
      return false;
    }
    const { guide } = slot;
    const assigned =
      guide &&
      (await assignGuide(company, {
        departure: { id: result.data.departure, version: result.data.version },
        userId: guide.id,
      }));
    onDone();
    if (!guide || !assigned || assigned.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'planner.add.done' }) });
    else {
      const reason = intl.formatMessage({
        id: assigned.code === 'refused' ? `planner.refused.${assigned.refusal.status}` : FAILURE_TEXTS[assigned.code],
      });
      void showToast({
        intent: 'warning',
        text: intl.formatMessage({ id: 'planner.add.notTheirs' }, { name: guide.name }),
        detail: reason,
        duration: 8000,
      });
    }
    return true;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="planner.add.title" />}
      confirm={<FormattedMessage id="planner.add.confirm" />}
      disabled={selectedTour === null}
      onClose={onClose}
      onConfirm={add}
    >
      <div className={styles.form}>
        {failed !== null && <ActionFailed failure={failed} />}
        {choice.state === 'loading' ? (
          <Spinner size="tiny" label={intl.formatMessage({ id: 'planner.add.looking' })} labelPosition="after" />
        ) : choice.state === 'failed' ? (
          <Message state="no" alert title={<FormattedMessage id="planner.add.noTours" />}>
            <FormattedMessage id={FAILURE_TEXTS[choice.failure.code]} />
          </Message>
        ) : tours.length === 0 ? (
          <Message state="neutral">
            <FormattedMessage id="planner.add.none" />
          </Message>
        ) : (
          <Field label={intl.formatMessage({ id: 'planner.add.tour' })}>
            <Select value={selectedTour ?? ''} onChange={(_, { value }) => setTour(value)}>
              {tours.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <div className={styles.twoColumns}>
          <DateInput
            label={intl.formatMessage({ id: 'planner.add.date' })}
            value={date}
            onChange={setDate}
            problem={problems.get('local_date')}
          />
          <TimeInput
            label={intl.formatMessage({ id: 'planner.add.time' })}
            value={time}
            onChange={setTime}
            problem={problems.get('local_time')}
            isFirst
          />
        </div>
        {slot.guide && (
          <Message state="neutral">
            <FormattedMessage id="planner.add.guide" values={{ name: slot.guide.name }} />
          </Message>
        )}
      </div>
    </FormDialog>
  );
}
