/** Choice of country, year and scope, and the holidays to tick. */
import { Checkbox, Field, Radio, RadioGroup, Select, makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { density } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { HolidayCalendar } from './public-holidays.ts';
import type { HolidayChoice, ListedHoliday } from './use-holidays.ts';

const useStyles = makeStyles({
  twoColumns: { display: 'flex', flexWrap: 'wrap', gap: '12px 16px', '& > *': { flex: '1 1 140px' } },
  control: { minHeight: density.target },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
});

export interface HolidayFieldsProps {
  calendar: HolidayCalendar;
  choice: HolidayChoice;
  /** First of the three years offered. */
  firstYear: number;
  onChange(changed: Partial<HolidayChoice>): void;
}

export function HolidayFields({ calendar, choice, firstYear, onChange }: HolidayFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { country, region, year, of } = choice;
  const countries = useMemo(
    () =>
      calendar.countries
        .map((code) => ({ code, name: intl.formatDisplayName(code, { type: 'region' }) ?? code }))
        .sort((a, b) => a.name.localeCompare(b.name, intl.locale)),
    [calendar, intl],
  );
  const regions = useMemo(() => (country ? calendar.regionsOf(country) : []), [calendar, country]);
  return (
    <>
      <div className={styles.twoColumns}>
        <Field label={intl.formatMessage({ id: 'manage.holidays.country' })}>
          <Select
            className={styles.control}
            value={country}
            onChange={(_, { value }) => onChange({ country: value, region: '' })}
          >
            {country === '' && <option value="">{intl.formatMessage({ id: 'manage.holidays.choose' })}</option>}
            <CodeOptions entries={countries} />
          </Select>
        </Field>
        <Field label={intl.formatMessage({ id: 'manage.holidays.year' })}>
          <Select
            className={styles.control}
            value={String(year)}
            onChange={(_, { value }) => onChange({ year: Number(value) })}
          >
            {[firstYear, firstYear + 1, firstYear + 2].map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        </Field>
      </div>
      {regions.length > 0 && (
        <Field label={intl.formatMessage({ id: 'manage.holidays.region' })}>
          <Select className={styles.control} value={region} onChange={(_, { value }) => onChange({ region: value })}>
            <option value="">{intl.formatMessage({ id: 'manage.holidays.everywhere' })}</option>
            <CodeOptions entries={regions} />
          </Select>
        </Field>
      )}
      <RadioGroup
        layout="horizontal"
        aria-label={intl.formatMessage({ id: 'manage.blackout.of' })}
        value={of}
        onChange={(_, { value }) => onChange({ of: value as typeof of })}
      >
        <Radio value="tour" label={intl.formatMessage({ id: 'manage.blackout.tour' })} />
        <Radio value="company" label={intl.formatMessage({ id: 'manage.blackout.company' })} />
      </RadioGroup>
    </>
  );
}

const CodeOptions = ({ entries }: { entries: readonly { code: string; name: string }[] }) =>
  entries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ));

export interface HolidayListProps {
  holidays: readonly ListedHoliday[];
  /** First dates of the ticked holidays. */
  ticked: ReadonlySet<string>;
  formats: Formats;
  onTick(ticked: ReadonlySet<string>): void;
}

export function HolidayList({ holidays, ticked, formats, onTick }: HolidayListProps) {
  const styles = useStyles();
  const intl = useIntl();
  const offered = holidays.filter(({ isOff }) => !isOff);
  const selectedCount = offered.filter(({ fromDate }) => ticked.has(fromDate)).length;
  return (
    <>
      {offered.length > 1 && (
        <Checkbox
          checked={selectedCount === offered.length ? true : selectedCount > 0 ? 'mixed' : false}
          label={intl.formatMessage({ id: 'manage.holidays.all' }, { count: offered.length })}
          onChange={(_, { checked }) =>
            onTick(new Set(checked === true ? offered.map(({ fromDate }) => fromDate) : []))
          }
        />
      )}
      <ul className={styles.list} aria-label={intl.formatMessage({ id: 'manage.holidays.title' })}>
        {holidays.map(({ fromDate, name, isOff }) => (
          <li key={fromDate}>
            <Checkbox
              checked={isOff || ticked.has(fromDate)}
              disabled={isOff}
              label={`${formats.day(fromDate)} – ${name}`}
              onChange={(_, { checked }) => {
                const next = new Set(ticked);
                if (checked) next.add(fromDate);
                else next.delete(fromDate);
                onTick(next);
              }}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
