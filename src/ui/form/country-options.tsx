/** The countries of a telephone field, drawn once for a language and not again for each key. */
import { memo } from 'react';
import type { NamedCountry } from '../../lib/phone-numbers.ts';

export const CountryOptions = memo(function CountryOptions({ countries }: { countries: readonly NamedCountry[] }) {
  return countries.map(({ code, label }) => (
    <option key={code} value={code}>
      {label}
    </option>
  ));
});
