/** A date filter: typed freely, written to the address once it parses. */
import { useState } from 'react';
import type { LocalDate } from '../../domain/ids.ts';
import { parseDateInput } from '../../domain/parse-date-time.ts';
import { DateInput } from '../../ui/form/parsed-inputs.tsx';

export interface DayFilterProps {
  label: string;
  value: LocalDate | null;
  onChange(day: LocalDate | null): void;
}

export function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [text, setText] = useState<string>(value ?? '');
  const [lastValue, setLastValue] = useState(value);
  // The value changed outside of the field, as by back navigation.
  if (value !== lastValue) {
    setLastValue(value);
    if (value !== parseDateInput(text)) setText(value ?? '');
  }
  return (
    <DateInput
      label={label}
      optional
      value={text}
      onChange={(text) => {
        setText(text);
        const day = parseDateInput(text);
        if (day !== null || text.trim() === '') onChange(day);
      }}
    />
  );
}
