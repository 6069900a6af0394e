/** Adds a departure at the clicked slot, which presets day and time, and in a guide's lane the guide. */
import { Field, Select, Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { DateInput, TimeInput } from '../../ui/form/parsed-inputs.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import type { EmptySlot, PlannerContext } from './planner-context.ts';
import { useAddDeparture } from './use-add-departure.ts';
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
  const choice = useTourChoice(company);
  const tours = tourOptions(choice, { context, intl });
  const [tour, setTour] = useState<Uuid | null>(slot.tourId);
  const [date, setDate] = useState<string>(slot.day);
  const [time, setTime] = useState(slot.minute === null ? '' : context.clock(slot.minute));
  const { add, failed, problems } = useAddDeparture(company, { guide: slot.guide, onDone });
  const selectedTour = tour ?? tours[0]?.value ?? null;
  return (
    <FormDialog
      title={<FormattedMessage id="planner.add.title" />}
      confirm={<FormattedMessage id="planner.add.confirm" />}
      disabled={selectedTour === null}
      onClose={onClose}
      onConfirm={() => add({ tour: selectedTour, date, time })}
    >
      <div className={styles.form}>
        <ActionFailed failure={failed} />
        <TourField choice={choice} tours={tours} value={selectedTour ?? ''} onChange={setTour} />
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

type TourChoice = ReturnType<typeof useTourChoice>;

interface TourOption {
  value: Uuid;
  label: string;
}

/** Returns the tours that are not archived, by title. */
function tourOptions(
  { data }: TourChoice,
  { context, intl }: { context: PlannerContext; intl: IntlShape },
): TourOption[] {
  return (data?.tours ?? [])
    .filter(({ tourStatus }) => tourStatus !== 'archived')
    .map(({ id, title }) => ({
      value: id,
      label: context.formats.text(title) || intl.formatMessage({ id: 'planner.untitled' }),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, intl.locale));
}

interface TourFieldProps {
  choice: TourChoice;
  tours: readonly TourOption[];
  value: string;
  onChange(tour: Uuid): void;
}

function TourField({ choice, tours, value, onChange }: TourFieldProps) {
  const intl = useIntl();
  if (choice.state === 'loading')
    return <Spinner size="tiny" label={intl.formatMessage({ id: 'planner.add.looking' })} labelPosition="after" />;
  if (choice.state === 'failed')
    return (
      <Message state="no" alert title={<FormattedMessage id="planner.add.noTours" />}>
        <FormattedMessage id={FAILURE_TEXTS[choice.failure.code]} />
      </Message>
    );
  if (tours.length === 0)
    return (
      <Message state="neutral">
        <FormattedMessage id="planner.add.none" />
      </Message>
    );
  return (
    <Field label={intl.formatMessage({ id: 'planner.add.tour' })}>
      <Select value={value} onChange={(_, data) => onChange(data.value)}>
        {tours.map((tour) => (
          <option key={tour.value} value={tour.value}>
            {tour.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
