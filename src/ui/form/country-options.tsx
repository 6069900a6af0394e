/** The options of a phone field's country select, memoized so that they don't re-render on each key press. */
import { memo } from 'react';
import type { NamedCountry } from '../../lib/phone-numbers.ts';

export const CountryOptions = memo(function CountryOptions({ countries }: { countries: readonly NamedCountry[] }) {
  return countries.map(({ code, label }) => (
    <option key={code} value={code}>
      {label}
    </option>
  ));
});
