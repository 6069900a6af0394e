/** Time zone and currency, with the consequences of changing them. */
import { useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { TimeZoneImpact } from '../../data/company-settings.ts';
import type { CompanySettings, CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { formatMoney } from '../../domain/money.ts';
import { SelectField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { Message } from '../../ui/states/message.tsx';
import type { SettingsFieldsProps } from './section-props.ts';

/** In minor units, which prices keep when the currency changes. */
const EXAMPLE_PRICE = 45_000;

const includeCurrent = (list: readonly string[], current: string) =>
  list.includes(current) ? list : [current, ...list];

/** Lists what a new time zone or currency changes and what it leaves as is; renders nothing if neither changes. */
export function ZoneChangeConsequences({
  before,
  after,
  impact,
}: {
  before: Pick<CompanySettings, 'timeZone' | 'currency'>;
  after: Pick<CompanySettings, 'timeZone' | 'currency'>;
  impact: TimeZoneImpact;
}) {
  const intl = useIntl();
  const clock = (timeZone: string) =>
    impact.nextStartsAt === null
      ? ''
      : intl.formatDate(impact.nextStartsAt, {
          timeZone,
          weekday: 'short',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
  const price = (currency: string) => formatMoney(EXAMPLE_PRICE, { currency, locale: intl.locale });
  const zone = before.timeZone !== after.timeZone;
  const currency = before.currency !== after.currency;
  return (
    <>
      {zone && (
        <p>
          <FormattedMessage
            id="settings.timeZone.consequence"
            values={{
              count: impact.departures,
              tour: impact.nextTitle ?? '',
              before: clock(before.timeZone),
              after: clock(after.timeZone),
            }}
          />
        </p>
      )}
      {currency && (
        <p>
          <FormattedMessage
            id="settings.currency.consequence"
            values={{ count: impact.prices, before: price(before.currency), after: price(after.currency) }}
          />
        </p>
      )}
    </>
  );
}

export function ZoneAndCurrency({
  labels,
  loadedSettings: { settings: before, upcomingImpact: impact },
}: SettingsFieldsProps) {
  const intl = useIntl();
  const { watch } = useFormContext<CompanySettingsFormValues>();
  const [timeZone, currency] = watch(['timeZone', 'currency']);
  const zones = useMemo(
    () =>
      includeCurrent(Intl.supportedValuesOf('timeZone'), before.timeZone).map((zone) => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [before.timeZone],
  );
  const currencies = useMemo(
    () =>
      includeCurrent(Intl.supportedValuesOf('currency'), before.currency).map((code) => ({
        value: code,
        label: `${code} – ${intl.formatDisplayName(code, { type: 'currency' }) ?? code}`,
      })),
    [before.currency, intl],
  );
  const isChanged = timeZone !== before.timeZone || currency !== before.currency;
  return (
    <FormSection title="settings.section.place">
      <SelectField<CompanySettingsFormValues> name="timeZone" label={labels.timeZone} options={zones} required />
      <SelectField<CompanySettingsFormValues> name="currency" label={labels.currency} options={currencies} required />
      {isChanged && (impact.departures > 0 || impact.prices > 0) && (
        <Message state="attention">
          <ZoneChangeConsequences before={before} after={{ timeZone, currency }} impact={impact} />
        </Message>
      )}
    </FormSection>
  );
}
