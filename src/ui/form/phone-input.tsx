/** The telephone field itself: the country by its calling code, the number as that country writes it. */
import { Input, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState, type ChangeEvent, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { getCountries, getCountryCallingCode, parsePhoneNumber, type Country } from 'react-phone-number-input';
import NumberInput from 'react-phone-number-input/input';
import { likelyCountry } from '../../lib/likely-country.ts';
import { density } from '../theme/sizes.ts';

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

/** Where somebody whose number is not known yet most likely is, if that country has numbers. */
function likelyWithNumbers(): Country | undefined {
  const likely = likelyCountry(navigator.languages, new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return getCountries().find((one) => one === likely);
}

/**
 * The number of what is written as between countries: it says its country itself, whatever country is chosen, and its digits are none of
 * that one's. Null for what is written as its country does.
 */
function wholeOf(text: string): string | null {
  const plain = text.trim();
  const read = /^(?:\+|00)/.test(plain) ? parsePhoneNumber(plain.replace(/^00/, '+')) : undefined;
  if (read) return read.number;
  return plain.startsWith('+') ? `+${plain.replaceAll(/\D/g, '')}` : null;
}

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

export function PhoneInput({ label, value, onChange, onBlur, ref, ...rest }: PhoneInputProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [chosen, setChosen] = useState(likelyWithNumbers);
  // As it is being typed, and left to whoever types until they leave the field.
  const [typed, setTyped] = useState<string | null>(null);
  const whole = typed !== null && wholeOf(typed) === value ? typed : null;
  const country = (value ? parsePhoneNumber(value)?.country : undefined) ?? chosen;
  const names = new Intl.DisplayNames([intl.locale], { type: 'region' });
  const countries = getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} +${getCountryCallingCode(code)}` }))
    .sort((a, b) => a.label.localeCompare(b.label, intl.locale));
  const calling = country ? `+${getCountryCallingCode(country)}` : '–';
  return (
    <div className={styles.box}>
      <span className={styles.country}>
        <span aria-hidden>{calling}</span>
        <ChevronDownRegular aria-hidden />
        {/* The list has whole names, for which there is no room beside the number. */}
        <select
          className={styles.list}
          aria-label={intl.formatMessage({ id: 'form.country' }, { name: label })}
          value={country ?? ''}
          onChange={(event) => {
            setChosen(event.target.value as Country);
            onChange('');
          }}
        >
          {country === undefined && (
            <option value="" aria-label={intl.formatMessage({ id: 'form.country' }, { name: label })} />
          )}
          {countries.map(({ code, label: named }) => (
            <option key={code} value={code}>
              {named}
            </option>
          ))}
        </select>
      </span>
      <NumberInput
        {...rest}
        {...(country ? { country } : {})}
        ref={ref as never}
        className={styles.number}
        inputComponent={PlainInput as never}
        autoComplete="tel"
        value={whole === null ? value || undefined : undefined}
        whole={whole}
        onWhole={(text: string) => {
          setTyped(text);
          onChange(wholeOf(text) ?? '');
        }}
        onChange={(number?: string) => onChange(number ?? '')}
        onBlur={() => {
          if (parsePhoneNumber(value)) setTyped(null);
          onBlur();
        }}
      />
    </div>
  );
}

interface PlainInputProps {
  ref?: Ref<HTMLInputElement>;
  className?: string;
  value?: string;
  whole: string | null;
  onWhole(text: string): void;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
}

function PlainInput({ ref, className, value, whole, onWhole, onChange, ...rest }: PlainInputProps) {
  return (
    <Input
      {...(className ? { className } : {})}
      type="tel"
      input={{ size: 1, ref: ref ?? null }}
      {...rest}
      value={whole ?? value ?? ''}
      onChange={(event) => {
        const text = event.target.value;
        if (whole !== null || wholeOf(text) !== null) onWhole(text);
        if (wholeOf(text) === null) onChange(event);
      }}
    />
  );
}
