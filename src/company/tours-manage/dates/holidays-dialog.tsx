/** Public holidays of a country and year; the selected ones become days off. */
import { Checkbox, Field, Link, Radio, RadioGroup, Select, Spinner, makeStyles } from '@fluentui/react-components';
import { useEffect, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { density, type } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { countryOfTimeZone, loadHolidayCalendar, type HolidayCalendar, type PublicHoliday } from './public-holidays.ts';
import { useScheduleChange, type LoadedSchedules } from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gap: '16px' },
  twoColumns: { display: 'flex', flexWrap: 'wrap', gap: '12px 16px', '& > *': { flex: '1 1 140px' } },
  control: { minHeight: density.target },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  source: { ...type.note, margin: 0 },
});

/** Attribution that the data's licence requires. */
const LIBRARY = { name: 'date-holidays', href: 'https://github.com/commenthol/date-holidays' };
const LICENCE = { name: 'CC BY-SA 3.0', href: 'https://creativecommons.org/licenses/by-sa/3.0/' };
const externalLink = ({ name, href }: typeof LIBRARY) => (
  <Link href={href} target="_blank" rel="noreferrer">
    {name}
  </Link>
);

export interface HolidaysDialogProps {
  company: Uuid;
  tour: Uuid;
  loadedSchedules: LoadedSchedules;
  onClose(): void;
}

export function HolidaysDialog({ company, tour, loadedSchedules, onClose }: HolidaysDialogProps) {
  const { timeZone, today, blackouts } = loadedSchedules;
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(timeZone);
  const textOf = useChangeErrorText();
  const changing = useScheduleChange(company);
  const [book, setBook] = useState<HolidayCalendar | 'lost' | null>(null);
  const [country, setCountry] = useState('');
  const [region, setRegion] = useState('');
  const [year, setYear] = useState(Number(today.slice(0, 4)));
  const [of, setOf] = useState<'company' | 'tour'>('company');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure | string | null>(null);
  // Stable ids, so that a retry does not create duplicates.
  const [ids] = useState(() => new Map<string, Uuid>());
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, crypto.randomUUID()).get(key)!;

  const { locale } = formats;
  useEffect(() => {
    let isCurrent = true;
    loadHolidayCalendar(locale).then(
      (calendar) => {
        if (!isCurrent) return;
        setBook(calendar);
        setCountry((before) => before || countryOfTimeZone(timeZone, calendar.countries));
      },
      () => isCurrent && setBook('lost'),
    );
    return () => {
      isCurrent = false;
    };
  }, [locale, timeZone]);

  const open = book === 'lost' ? null : book;
  const countries = useMemo(
    () =>
      (open?.countries ?? [])
        .map((code) => ({ code, name: intl.formatDisplayName(code, { type: 'region' }) ?? code }))
        .sort((a, b) => a.name.localeCompare(b.name, intl.locale)),
    [open, intl],
  );
  const regions = useMemo(() => (open && country ? open.regionsOf(country) : []), [open, country]);
  const holidays = useMemo(
    () => (open && country ? open.holidaysOf({ country, region, year }).filter(({ toDate }) => toDate >= today) : []),
    [open, country, region, year, today],
  );
  const isOff = ({ fromDate, toDate }: PublicHoliday) =>
    blackouts.some(
      ({ blackout }) =>
        (blackout.tourId === null || of === 'tour') && blackout.fromDate <= fromDate && toDate <= blackout.toDate,
    );
  const offered = holidays.filter((holiday) => !isOff(holiday));
  const selected = offered.filter(({ fromDate }) => ticked.has(fromDate));

  const saved = () => void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });

  /** Adds all selected holidays, with one question for all booked departures. */
  async function add(): Promise<boolean> {
    setFailure(null);
    const result = await changing.runAll(
      selected.map(({ fromDate, toDate, name }) => ({
        kind: 'save_blackout' as const,
        company,
        blackout: idOf(`${of} ${fromDate}`),
        version: 0,
        input: { tourId: of === 'tour' ? tour : null, fromDate, toDate, name: name.slice(0, 200) },
      })),
    );
    if (result?.ok) saved();
    else if (result) setFailure(result.code === 'refused' ? textOf(result) : result);
    return result?.ok ?? false;
  }

  return (
    <>
      <FormDialog
        title={<FormattedMessage id="manage.holidays.title" />}
        confirm={<FormattedMessage id="manage.holidays.add" values={{ count: selected.length }} />}
        disabled={selected.length === 0 || changing.busy}
        onClose={onClose}
        onConfirm={add}
      >
        <div className={styles.fields}>
          {failure && <ActionFailed failure={failure} />}
          {book === 'lost' ? (
            <Message state="no" alert>
              <FormattedMessage id="app.chunkMissing" />
            </Message>
          ) : !open ? (
            <Spinner size="tiny" label={intl.formatMessage({ id: 'manage.holidays.coming' })} labelPosition="after" />
          ) : (
            <>
              <div className={styles.twoColumns}>
                <Field label={intl.formatMessage({ id: 'manage.holidays.country' })}>
                  <Select
                    className={styles.control}
                    value={country}
                    onChange={(_, { value }) => {
                      setCountry(value);
                      setRegion('');
                      setTicked(new Set());
                    }}
                  >
                    {country === '' && <option value="">{intl.formatMessage({ id: 'manage.holidays.choose' })}</option>}
                    {countries.map(({ code, name }) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </Select>
                </Field>
                <Field label={intl.formatMessage({ id: 'manage.holidays.year' })}>
                  <Select
                    className={styles.control}
                    value={String(year)}
                    onChange={(_, { value }) => setYear(Number(value))}
                  >
                    {[0, 1, 2].map((on) => {
                      const value = String(Number(today.slice(0, 4)) + on);
                      return <option key={value}>{value}</option>;
                    })}
                  </Select>
                </Field>
              </div>
              {regions.length > 0 && (
                <Field label={intl.formatMessage({ id: 'manage.holidays.region' })}>
                  <Select className={styles.control} value={region} onChange={(_, { value }) => setRegion(value)}>
                    <option value="">{intl.formatMessage({ id: 'manage.holidays.everywhere' })}</option>
                    {regions.map(({ code, name }) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </Select>
                </Field>
              )}
              <RadioGroup
                layout="horizontal"
                aria-label={intl.formatMessage({ id: 'manage.blackout.of' })}
                value={of}
                onChange={(_, { value }) => setOf(value as typeof of)}
              >
                <Radio value="company" label={intl.formatMessage({ id: 'manage.blackout.company' })} />
                <Radio value="tour" label={intl.formatMessage({ id: 'manage.blackout.tour' })} />
              </RadioGroup>
              {country !== '' && holidays.length === 0 && (
                <p>
                  <FormattedMessage id="manage.holidays.none" />
                </p>
              )}
              {offered.length > 1 && (
                <Checkbox
                  checked={selected.length === offered.length ? true : selected.length > 0 ? 'mixed' : false}
                  label={intl.formatMessage({ id: 'manage.holidays.all' }, { count: offered.length })}
                  onChange={(_, { checked }) =>
                    setTicked(new Set(checked === true ? offered.map(({ fromDate }) => fromDate) : []))
                  }
                />
              )}
              <ul className={styles.list} aria-label={intl.formatMessage({ id: 'manage.holidays.title' })}>
                {holidays.map((holiday) => (
                  <li key={holiday.fromDate}>
                    <Checkbox
                      checked={isOff(holiday) || ticked.has(holiday.fromDate)}
                      disabled={isOff(holiday)}
                      label={`${formats.day(holiday.fromDate)} – ${holiday.name}`}
                      onChange={(_, { checked }) => {
                        const next = new Set(ticked);
                        if (checked) next.add(holiday.fromDate);
                        else next.delete(holiday.fromDate);
                        setTicked(next);
                      }}
                    />
                  </li>
                ))}
              </ul>
              <p className={styles.source}>
                <FormattedMessage
                  id="manage.holidays.source"
                  values={{
                    licence: externalLink(LICENCE),
                    library: externalLink(LIBRARY),
                  }}
                />
              </p>
            </>
          )}
        </div>
      </FormDialog>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={() => {
          saved();
          onClose();
        }}
      />
    </>
  );
}
