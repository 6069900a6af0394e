/**
 * Questions that only the person can answer: date order, currency of amounts, and the tour behind each unknown name.
 */
import { Field, Radio, RadioGroup, Select, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { tourKey } from '../../domain/import/tours-by-name.ts';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { BookingInspection } from '../../domain/import/booking-inspection.ts';
import { DATE_ORDERS, parseDateCell, type DateOrder } from '../../domain/import/dates.ts';
import type { Uuid } from '../../domain/ids.ts';
import { type } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  questions: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px', maxWidth: '640px' },
  tours: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  reason: { ...type.body, margin: '0 0 8px', color: tokens.colorNeutralForeground2 },
  heading: { ...type.lead, margin: '0 0 4px' },
});
const REFUSE = '-';

interface DateOrderQuestionProps {
  label: string;
  /** A date of the file. */
  example: string;
  orders: readonly DateOrder[];
  selected: DateOrder | undefined;
  onChange(order: DateOrder): void;
}

function DateOrderQuestion({ label, example, orders, selected, onChange }: DateOrderQuestionProps) {
  const intl = useIntl();
  const labelOf = (order: DateOrder) => {
    const day = parseDateCell(example, order);
    return day
      ? intl.formatDate(`${day}T12:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' })
      : intl.formatMessage({ id: `import.order.${order}` });
  };
  return (
    <Field
      required
      label={intl.formatMessage({ id: 'import.ask.date' }, { column: label, example })}
      hint={intl.formatMessage({ id: 'import.ask.date.why' })}
    >
      <RadioGroup
        value={selected ?? ''}
        onChange={(_, { value }) => {
          const order = DATE_ORDERS.find((option) => option === value);
          if (order) onChange(order);
        }}
      >
        {orders.map((order) => (
          <Radio key={order} value={order} label={labelOf(order)} />
        ))}
      </RadioGroup>
    </Field>
  );
}

interface TourQuestionProps {
  unknown: BookingInspection['tours'][number];
  tours: BookingImportQuestionsProps['tours'];
  /** '' refuses the rows; undefined before the choice. */
  selected: Uuid | '' | undefined;
  onChange(selected: Uuid | '' | undefined): void;
}

function TourQuestion({ unknown: { name, rows }, tours, selected, onChange }: TourQuestionProps) {
  const intl = useIntl();
  return (
    <Field required label={name} hint={intl.formatMessage({ id: 'import.ask.tours.rows' }, { count: rows })}>
      <Select
        value={selected === undefined ? '' : selected === '' ? REFUSE : selected}
        onChange={(_, { value }) => onChange(value === '' ? undefined : value === REFUSE ? '' : value)}
      >
        <option value="">{intl.formatMessage({ id: 'import.ask.tours.choose' })}</option>
        {tours.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        <option value={REFUSE}>{intl.formatMessage({ id: 'import.ask.tours.none' })}</option>
      </Select>
    </Field>
  );
}

export interface BookingImportQuestionsProps {
  inspection: BookingInspection;
  /** Date columns whose order is ambiguous. */
  ambiguousFields: readonly ('date' | 'created')[];
  unknown: BookingInspection['tours'];
  tours: readonly { id: Uuid; title: string }[];
  currency: string;
  answers: BookingAnswers;
  onChange(answers: BookingAnswers): void;
}

export function BookingImportQuestions(props: BookingImportQuestionsProps) {
  const { inspection, ambiguousFields, unknown, tours, currency, answers, onChange } = props;
  const styles = useStyles();
  const intl = useIntl();
  const selectTour = (name: string, tour: Uuid | '' | undefined) => {
    const { [tourKey(name)]: _, ...others } = answers.tours;
    onChange({ ...answers, tours: tour === undefined ? others : { ...others, [tourKey(name)]: tour } });
  };
  return (
    <div className={styles.questions}>
      {ambiguousFields.map((field) => (
        <DateOrderQuestion
          key={field}
          label={intl.formatMessage({ id: `import.field.${field}` })}
          example={inspection.dates[field]?.examples[0] ?? ''}
          orders={inspection.dates[field]?.orders ?? []}
          selected={answers.order[field]}
          onChange={(order) => onChange({ ...answers, order: { ...answers.order, [field]: order } })}
        />
      ))}
      {inspection.asksCurrency && (
        <Field label={intl.formatMessage({ id: 'import.ask.currency' })}>
          <RadioGroup
            value={answers.amounts}
            onChange={(_, { value }) => onChange({ ...answers, amounts: value === 'own' ? 'own' : 'left_out' })}
          >
            <Radio value="own" label={intl.formatMessage({ id: 'import.ask.currency.own' }, { currency })} />
            <Radio value="left_out" label={intl.formatMessage({ id: 'import.ask.currency.other' })} />
          </RadioGroup>
        </Field>
      )}
      {unknown.length > 0 && (
        <section>
          <h2 className={styles.heading}>
            <FormattedMessage id="import.ask.tours" values={{ count: unknown.length }} />
          </h2>
          <p className={styles.reason}>
            <FormattedMessage id="import.ask.tours.why" />
          </p>
          <div className={styles.tours}>
            {unknown.map((tour) => (
              <TourQuestion
                key={tour.name}
                unknown={tour}
                tours={tours}
                selected={answers.tours[tourKey(tour.name)]}
                onChange={(selected) => selectTour(tour.name, selected)}
              />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}
