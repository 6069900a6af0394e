/** Optional settings of a single departure: prices, note on the meeting point, and guide. */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { readPlanner } from '../../../data/guides.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import type { DepartureFormValues } from '../../../domain/date-forms.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { MoneyField } from '../../../ui/form/parsed-fields.tsx';
import { density, type } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { useFormContext } from 'react-hook-form';
import type { EditedTour } from '../use-tour.ts';

const useStyles = makeStyles({
  prices: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(140px, 100%), 1fr))',
    gap: '12px',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...type.body, padding: '0 0 4px' },
  control: { minHeight: density.target, width: '100%' },
});

/** Returns the active prices; only these can be overridden. */
export const pricesOf = ({ tour }: EditedTour) => tour.prices.filter(({ isActive }) => isActive);

export interface Guide {
  id: Uuid;
  name: string;
}

/** Lists the company's guides, which the planner has for any day. */
export function useGuides(company: Uuid, today: LocalDate): readonly Guide[] {
  const query = useServerQuery({
    key: [company, 'planner', today, today],
    fetch: (signal) => readPlanner(company, { from: today, to: today, signal }),
  });
  return query.data?.guides ?? [];
}

export interface DepartureOptionsProps {
  loadedTour: EditedTour;
  formats: Formats;
  guides: readonly Guide[];
}

export function DepartureOptions({ loadedTour, formats, guides }: DepartureOptionsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { register } = useFormContext<DepartureFormValues>();
  const { currency } = loadedTour;
  return (
    <>
      {pricesOf(loadedTour).length > 0 && (
        <fieldset className={styles.prices}>
          <legend className={styles.legend}>{intl.formatMessage({ id: 'manage.prices' })}</legend>
          {pricesOf(loadedTour).map(({ id, type: category, amount }, at) => (
            <MoneyField<DepartureFormValues>
              key={id}
              name={`prices.${at}.amount`}
              label={intl.formatMessage({ id: CATEGORY_TEXTS[category] })}
              currency={currency}
              hint={intl.formatMessage(
                { id: 'manage.departure.price.hint' },
                { amount: formats.money(amount, currency) },
              )}
            />
          ))}
        </fieldset>
      )}
      <TextField<DepartureFormValues>
        name="meetingNote"
        label={intl.formatMessage({ id: 'manage.departure.note' })}
        hint={intl.formatMessage({ id: 'manage.departure.note.hint' })}
      />
      <Field label={intl.formatMessage({ id: 'manage.departure.guide' })}>
        <Select className={styles.control} {...register('guide')}>
          <option value="">{intl.formatMessage({ id: 'manage.departure.noGuide' })}</option>
          {guides.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
