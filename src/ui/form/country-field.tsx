/** Select with the countries in the reader's language; '' means unknown. */
import { useMemo } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { COUNTRIES } from '../../domain/countries.ts';
import { SelectField } from './form-fields.tsx';

export function CountryField<T extends FieldValues>({ name, label }: { name: Path<T>; label: string }) {
  const intl = useIntl();
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(intl.locale);
    return COUNTRIES.map((value) => ({
      value,
      label: intl.formatDisplayName(value, { type: 'region' }) ?? value,
    })).toSorted((a, b) => compare(a.label, b.label));
  }, [intl]);
  return <SelectField<T> name={name} label={label} options={[{ value: '', label: '—' }, ...options]} />;
}
