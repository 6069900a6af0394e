/** Fields for seats, language, prices, a note on the meeting point and the guide; each shows its inherited value. */
import { Field, Select, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PlannerData } from '../../data/guides.ts';
import type { OneDeparture } from '../../data/departures.ts';
import { leadOf } from '../../domain/calendar.ts';
import { GUIDE_LANGUAGES } from '../../domain/guide-languages.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { OverridesFormValues } from '../../domain/date-forms.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { MoneyField } from '../../ui/form/parsed-fields.tsx';
import { density, type } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import type { DepartureToChange } from '../departure-changes/departure-change.ts';
import { useOverridesLabels } from './use-overrides-labels.ts';

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
  seen: { ...type.body, display: 'grid', margin: 0, color: tokens.colorNeutralForeground2 },
  control: { minHeight: density.target, width: '100%' },
});

export interface OverridesFieldsProps {
  loaded: OneDeparture;
  formats: Formats;
  currency: string;
  /** Whether the person may change prices. */
  maySell: boolean;
}

export function OverridesFields({ loaded, formats, currency, maySell }: OverridesFieldsProps) {
  const labels = useOverridesLabels();
  const intl = useIntl();
  const tourLanguages = [
    ...new Set([...loaded.guideLanguages, ...(loaded.overrides.language ? [loaded.overrides.language] : [])]),
  ];
  const others = GUIDE_LANGUAGES.filter((language) => !tourLanguages.includes(language));
  return (
    <>
      <TextField<OverridesFormValues>
        name="capacity"
        label={labels.capacity}
        isNumeric
        hint={
          <FormattedMessage
            id="departureOverrides.capacity.hint"
            values={{ count: loaded.inheritedCapacity, taken: loaded.seatsTaken }}
          />
        }
      />
      <SelectField<OverridesFormValues>
        name="language"
        label={labels.language}
        options={[
          {
            value: '',
            label: intl.formatMessage(
              { id: 'departureOverrides.language.else' },
              { language: formats.language(loaded.inheritedLanguage) },
            ),
          },
          ...[...tourLanguages, ...others].map((value) => ({ value, label: formats.languageName(value) })),
        ]}
      />
      {loaded.prices.length > 0 && (
        <PriceFields prices={loaded.prices} legend={labels.prices} {...{ formats, currency, maySell }} />
      )}
      <TextField<OverridesFormValues>
        name="meetingNote"
        label={labels.meetingNote}
        lines={3}
        hint={<FormattedMessage id="departureOverrides.note.hint" />}
      />
    </>
  );
}

interface PriceFieldsProps extends Pick<OverridesFieldsProps, 'formats' | 'currency' | 'maySell'> {
  prices: OneDeparture['prices'];
  legend: string;
}

function PriceFields({ prices, legend, formats, currency, maySell }: PriceFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const nameOf = (price: OneDeparture['prices'][number]) => intl.formatMessage({ id: CATEGORY_TEXTS[price.type] });
  return (
    <fieldset className={maySell ? styles.prices : styles.seen}>
      <legend className={styles.legend}>{legend}</legend>
      {prices.map((price, at) =>
        maySell ? (
          <MoneyField<OverridesFormValues>
            key={price.priceCategoryId}
            name={`prices.${at}.amount`}
            label={nameOf(price)}
            currency={currency}
            hint={
              <FormattedMessage
                id="departureOverrides.price.hint"
                values={{ amount: formats.money(price.tourAmount, currency) }}
              />
            }
          />
        ) : (
          <span key={price.priceCategoryId}>
            <FormattedMessage
              id="departureOverrides.price.seen"
              values={{
                name: nameOf(price),
                amount: formats.money(price.amount, currency),
                isOwn: price.amount === price.tourAmount ? 'no' : 'yes',
                tour: formats.money(price.tourAmount, currency),
              }}
            />
          </span>
        ),
      )}
    </fieldset>
  );
}

export interface GuideFieldProps {
  guides: PlannerData['guides'];
  departure: DepartureToChange;
  /** Null for no guide. */
  value: Uuid | null;
  onChange(guide: Uuid | null): void;
}

export function GuideField({ guides, departure, value, onChange }: GuideFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  const currentLead = leadOf(departure);
  // The current guide is offered even before the list has loaded, or if they no longer guide.
  const unlistedLead =
    currentLead && !guides.some(({ id }) => id === currentLead.userId)
      ? [{ id: currentLead.userId, name: currentLead.name }]
      : [];
  const isOther = value !== (currentLead?.userId ?? null);
  const guideName = guides.find(({ id }) => id === value)?.name ?? '';
  return (
    <Field
      label={intl.formatMessage({ id: 'departureOverrides.guide' })}
      {...(isOther
        ? {
            hint: intl.formatMessage(
              { id: 'departureOverrides.guide.informed' },
              {
                isProposed: value ? 'yes' : 'no',
                name: guideName,
                isOff: currentLead ? 'yes' : 'no',
                off: currentLead?.name ?? '',
              },
            ),
          }
        : {})}
    >
      <Select
        className={styles.control}
        value={value ?? ''}
        onChange={(_, { value: selectedId }) => onChange(selectedId || null)}
      >
        <option value="">{intl.formatMessage({ id: 'departureOverrides.guide.nobody' })}</option>
        {[...unlistedLead, ...guides].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
