/**
 * A phone number with its country. The metadata of the world's numbers loads when the field is seen or focused; without
 * it, the number is plain text.
 */
import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { likelyCountry } from '../../lib/likely-country.ts';
import { loadPhoneNumbers, phoneNumbers } from '../../lib/load-phone-numbers.ts';
import type { NamedCountry } from '../../lib/phone-numbers.ts';
import { CountryOptions } from '../../ui/form/country-options.tsx';
import { updateFlowInput, useBookingFlow, type FlowInput } from './booking-flow.ts';
import { deviceTimeZone } from '../../lib/device-time-zone.ts';

const NONE: NamedCountry[] = [];

const PLAIN = /^[+()\d\s./-]{5,40}$/;

/** Whether the number may be valid, as precisely as the loaded code can tell. */
export function isPossiblePhone({ phone, country }: Pick<FlowInput, 'phone' | 'country'>): boolean {
  const numbers = phoneNumbers.get();
  return numbers ? numbers.parsePhoneInput(phone, country) !== null : PLAIN.test(phone.trim());
}

/** Returns the number and its country for the server. */
export function phonePayload({ phone, country }: Pick<FlowInput, 'phone' | 'country'>): {
  phone: string;
  country: string;
} {
  const read = phoneNumbers.get()?.parsePhoneInput(phone, country);
  return read ? { phone: read.number, country: read.country } : { phone: phone.trim(), country: '' };
}

export interface PhoneFieldProps {
  label: string;
  problem: string | undefined;
  onLeave(): void;
}

function useLikelyCountry(isCountryUnset: boolean): void {
  useEffect(() => {
    if (!isCountryUnset) return;
    const country = likelyCountry(navigator.languages, deviceTimeZone());
    if (country !== undefined) updateFlowInput({ country });
  }, [isCountryUnset]);
}

function usePhoneNumbersWhenSeen(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      loadPhoneNumbers();
      observer.disconnect();
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [box]);
}

export function PhoneField({ label, problem, onLeave }: PhoneFieldProps) {
  const intl = useIntl();
  const { typed: input } = useBookingFlow();
  const box = useRef<HTMLDivElement>(null);
  const numbers = useSyncExternalStore(phoneNumbers.subscribe, phoneNumbers.get);
  useLikelyCountry(input.country === '');
  usePhoneNumbersWhenSeen(box);

  const countries = numbers?.namedCountries(intl.locale) ?? NONE;
  const country = countries.find(({ code }) => code === input.country);
  const calling = country?.calling ?? '+';
  const tidy = () => {
    // International format, which is unambiguous for any reader.
    const read = input.phone.trim() === '' ? null : numbers?.parsePhoneInput(input.phone, input.country);
    if (read) updateFlowInput({ phone: read.international, country: read.country });
    onLeave();
  };
  return (
    <div ref={box} className="bk-field" onFocus={loadPhoneNumbers}>
      <label htmlFor="field-phone">{label}</label>
      <div className="bk-phone">
        <span className="bk-country">
          <span aria-hidden>{calling}</span>
          <select
            aria-label={intl.formatMessage({ id: 'booking.field.phone.country' })}
            value={country?.code ?? ''}
            onChange={({ target }) => updateFlowInput({ country: target.value })}
          >
            {!country && <option value="" aria-label={intl.formatMessage({ id: 'booking.field.phone.country' })} />}
            <CountryOptions countries={countries} />
          </select>
        </span>
        <input
          id="field-phone"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={input.phone}
          aria-invalid={problem !== undefined}
          aria-describedby={problem ? 'field-phone-problem field-phone-help' : 'field-phone-help'}
          onChange={({ target }) => updateFlowInput({ phone: target.value })}
          onBlur={tidy}
        />
      </div>
      <p id="field-phone-help" className="bk-help">
        <FormattedMessage id="booking.field.phone.help" />
      </p>
      {problem && (
        <p id="field-phone-problem" className="bk-wrong">
          {problem}
        </p>
      )}
    </div>
  );
}
