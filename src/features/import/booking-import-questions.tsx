/**
 * Questions that only the person can answer: date order, currency of amounts, and the tour behind each unknown name.
 */
import { Field, Radio, RadioGroup, Select, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { tourKey } from '../../domain/import/tours-by-name.ts';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { BookingInspection } from '../../domain/import/booking-inspection.ts';
import { DATE_ORDERS, parseDateCell } from '../../domain/import/dates.ts';
import type { Uuid } from '../../domain/ids.ts';
import { type } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  questions: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px', maxWidth: '640px' },
  tours: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  reason: { ...type.body, margin: '0 0 8px', color: tokens.colorNeutralForeground2 },
  heading: { ...type.lead, margin: '0 0 4px' },
});
const REFUSE = '-';

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
  const formatDay = (day: string) => intl.formatDate(`${day}T12:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.questions}>
      {ambiguousFields.map((field) => {
        const { orders, examples } = inspection.dates[field] ?? { orders: [], examples: [] };
        const example = examples[0] ?? '';
        return (
          <Field
            key={field}
            required
            label={intl.formatMessage(
              { id: 'import.ask.date' },
              { column: intl.formatMessage({ id: `import.field.${field}` }), example },
            )}
            hint={intl.formatMessage({ id: 'import.ask.date.why' })}
          >
            <RadioGroup
              value={answers.order[field] ?? ''}
              onChange={(_, { value }) => {
                const order = DATE_ORDERS.find((option) => option === value);
                if (order) onChange({ ...answers, order: { ...answers.order, [field]: order } });
              }}
            >
              {orders.map((order) => {
                const day = parseDateCell(example, order);
                return (
                  <Radio
                    key={order}
                    value={order}
                    label={day ? formatDay(day) : intl.formatMessage({ id: `import.order.${order}` })}
                  />
                );
              })}
            </RadioGroup>
          </Field>
        );
      })}
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
            {unknown.map(({ name, rows }) => {
              const selectedTour = answers.tours[tourKey(name)];
              return (
                <Field
                  key={name}
                  required
                  label={name}
                  hint={intl.formatMessage({ id: 'import.ask.tours.rows' }, { count: rows })}
                >
                  <Select
                    value={selectedTour === undefined ? '' : selectedTour === '' ? REFUSE : selectedTour}
                    onChange={(_, { value }) => {
                      const { [tourKey(name)]: __, ...others } = answers.tours;
                      onChange({
                        ...answers,
                        tours: value === '' ? others : { ...others, [tourKey(name)]: value === REFUSE ? '' : value },
                      });
                    }}
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
            })}
          </div>
        </section>
      )}
    </div>
  );
}
