/**
 * A country select and the number in national format. While the input has the focus, it keeps the typed text: the form
 * receives the number and never writes it back.
 */
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { likelyCountry } from '../../lib/likely-country.ts';
import { namedCountries, parsePhoneInput } from '../../lib/phone-numbers.ts';
import { density } from '../theme/sizes.ts';
import { CountryOptions } from './country-options.tsx';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

const useStyles = makeStyles({
  box: { display: 'flex', gap: '8px' },
  country: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px',
    flex: '0 0 auto',
    minWidth: '72px',
    boxSizing: 'border-box',
    minHeight: density.target,
    padding: '0 8px 0 12px',
    fontVariantNumeric: 'tabular-nums',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  list: { position: 'absolute', inset: 0, width: '100%', opacity: 0, fontSize: '16px', cursor: 'pointer' },
  number: { flex: '1 1 0', minWidth: 0, minHeight: density.target },
});

export interface PhoneInputProps {
  id?: string;
  name: string;
  label: string;
  value: string;
  ref?: Ref<HTMLInputElement>;
  onChange(value: string): void;
  onBlur(): void;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined;
  'aria-labelledby'?: string;
}

interface Entry {
  text: string;
  /** '' if unknown. */
  country: string;
}

/** Returns the number as E.164, or the typed text if it is not a valid number, which the form's schema rejects. */
function valueOf({ text, country }: Entry): string {
  return parsePhoneInput(text, country)?.number ?? text.trim();
}

/** Formats a number as its country writes it. */
function tidied(entry: Entry): Entry {
  const read = parsePhoneInput(entry.text, entry.country);
  if (!read) return entry;
  return read.country === '' ? { ...entry, text: read.international } : { text: read.national, country: read.country };
}

function entryOf(value: string): Entry {
  const likely = likelyCountry(navigator.languages, deviceTimeZone());
  return tidied({ text: value, country: likely ?? '' });
}

export function PhoneInput({ label, value, onChange, onBlur, ref, ...rest }: PhoneInputProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [entry, setEntry] = useState(() => entryOf(value));
  const [isFocused, setFocused] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    if (!isFocused && value !== valueOf(entry)) setEntry(entryOf(value));
  }
  const enter = (next: Entry) => {
    setEntry(next);
    onChange(valueOf(next));
  };
  const countries = namedCountries(intl.locale);
  const country = countries.find(({ code }) => code === entry.country);
  const calling = country?.calling ?? '–';
  return (
    <div className={styles.box}>
      <span className={styles.country}>
        <span aria-hidden>{calling}</span>
        <ChevronDownRegular aria-hidden />
        {/* The native select lists full country names; the box shows only the calling code. */}
        <select
          className={styles.list}
          aria-label={intl.formatMessage({ id: 'form.country' }, { name: label })}
          value={country?.code ?? ''}
          onChange={(event) => enter({ ...entry, country: event.target.value })}
        >
          {!country && <option value="" aria-label={intl.formatMessage({ id: 'form.country' }, { name: label })} />}
          <CountryOptions countries={countries} />
        </select>
      </span>
      <Input
        {...rest}
        className={styles.number}
        type="tel"
        autoComplete="tel"
        input={{ size: 1, ref: ref ?? null, maxLength: 40 }}
        value={entry.text}
        onFocus={() => setFocused(true)}
        onChange={(_, { value: text }) => {
          // A typed country code selects its country.
          const dialledCountry = /^\s*(?:\+|00)/.test(text) ? parsePhoneInput(text, '')?.country : '';
          enter({ text, country: dialledCountry || entry.country });
        }}
        onBlur={() => {
          setFocused(false);
          setEntry(tidied(entry));
          onBlur();
        }}
      />
    </div>
  );
}
