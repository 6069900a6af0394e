/** Registration fields of a company or partner organisation. */
import { Field } from '@fluentui/react-components';
import { useMemo, type ReactNode } from 'react';
import { useController, useFormContext, type FieldValues, type Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { likelyCurrency, type BusinessKind, type BusinessFormValues } from '../../domain/registration.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';
import { LOCALES, type Locale } from '../../lib/locales.ts';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { languageName } from '../../ui/format/language-name.ts';

/** Returns defaults guessed from the device's locale and time zone. */
export function guessBusinessDefaults(locale: Locale): BusinessFormValues {
  const timeZone = deviceTimeZone();
  return {
    kind: 'company',
    name: '',
    phone: '',
    locale,
    timeZone,
    currency: likelyCurrency(timeZone),
  };
}

export function useBusinessLabels() {
  const intl = useIntl();
  return useMemo(
    () => ({
      name: intl.formatMessage({ id: 'register.name' }),
      phone: intl.formatMessage({ id: 'register.phone' }),
      locale: intl.formatMessage({ id: 'register.language' }),
      timeZone: intl.formatMessage({ id: 'register.timeZone' }),
      currency: intl.formatMessage({ id: 'register.currency' }),
    }),
    [intl],
  );
}

const withCurrent = (list: readonly string[], current: string) => (list.includes(current) ? list : [current, ...list]);

/** The kind comes first, as other fields depend on it; `between` is rendered after the name. */
export function BusinessFields<T extends FieldValues & BusinessFormValues>({ between }: { between?: ReactNode }) {
  const intl = useIntl();
  const labels = useBusinessLabels();
  const at = (name: keyof BusinessFormValues) => name as Path<T>;
  const { field } = useController<T>({ name: at('kind') });
  const { getValues } = useFormContext<T>();
  const kind = field.value as BusinessKind;
  const [zone, code] = getValues([at('timeZone'), at('currency')]) as [string, string];
  const zones = useMemo(
    () =>
      withCurrent(Intl.supportedValuesOf('timeZone'), zone).map((value) => ({
        value,
        label: value.replaceAll('_', ' '),
      })),
    [zone],
  );
  const currencies = useMemo(
    () =>
      withCurrent(Intl.supportedValuesOf('currency'), code).map((value) => ({
        value,
        label: `${value} – ${intl.formatDisplayName(value, { type: 'currency' }) ?? value}`,
      })),
    [code, intl],
  );
  const languages = LOCALES.map((value) => ({
    value,
    label: languageName(intl, value),
  }));
  return (
    <>
      <Field
        label={intl.formatMessage({ id: 'register.kind' })}
        hint={intl.formatMessage({ id: `register.kind.${kind}.hint` })}
      >
        {() => (
          <Segmented
            label={intl.formatMessage({ id: 'register.kind' })}
            kind="choice"
            value={kind}
            segments={[
              { value: 'company', label: intl.formatMessage({ id: 'register.kind.company' }) },
              { value: 'organisation', label: intl.formatMessage({ id: 'register.kind.organisation' }) },
            ]}
            onChange={field.onChange}
          />
        )}
      </Field>
      <TextField<T> name={at('name')} label={labels.name} autoComplete="organization" required />
      {between}
      <PhoneField<T> name={at('phone')} label={labels.phone} hint={intl.formatMessage({ id: 'register.phone.hint' })} />
      <SelectField<T> name={at('locale')} label={labels.locale} options={languages} />
      {kind === 'company' && (
        <>
          <SelectField<T> name={at('timeZone')} label={labels.timeZone} options={zones} />
          <SelectField<T> name={at('currency')} label={labels.currency} options={currencies} />
        </>
      )}
    </>
  );
}
