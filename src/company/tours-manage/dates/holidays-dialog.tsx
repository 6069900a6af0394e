/** Public holidays of a country and year; the selected ones become days off. */
import { Link, Spinner, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { type } from '../../../ui/theme/sizes.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { HolidayFields, HolidayList } from './holiday-fields.tsx';
import { PendingChangePlan } from './pending-change-plan.tsx';
import type { PublicHoliday } from './public-holidays.ts';
import { useHolidayCalendar, useHolidays } from './use-holidays.ts';
import { useScheduleChange, type LoadedSchedules } from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gap: '16px' },
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
  const { timeZone, today } = loadedSchedules;
  const styles = useStyles();
  const formats = useFormats(timeZone);
  const calendar = useHolidayCalendar(formats.locale);
  const { choice, change, holidays } = useHolidays(calendar, loadedSchedules);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = holidays.filter(({ fromDate, isOff }) => !isOff && ticked.has(fromDate));
  const { changing, failure, add, announce } = useAddHolidays(company, choice.of === 'tour' ? tour : null);
  return (
    <>
      <FormDialog
        title={<FormattedMessage id="manage.holidays.title" />}
        confirm={<FormattedMessage id="manage.holidays.add" values={{ count: selected.length }} />}
        disabled={selected.length === 0 || changing.busy}
        onClose={onClose}
        onConfirm={() => add(selected)}
      >
        <div className={styles.fields}>
          <ActionFailed failure={failure} />
          {typeof calendar === 'string' ? (
            <CalendarMissing calendar={calendar} />
          ) : (
            <>
              <HolidayFields
                calendar={calendar}
                choice={choice}
                firstYear={Number(today.slice(0, 4))}
                onChange={(changed) => {
                  // A tick is for a date, on which another country may have another holiday.
                  if (changed.country !== undefined) setTicked(new Set());
                  change(changed);
                }}
              />
              {choice.country !== '' && holidays.length === 0 && (
                <p>
                  <FormattedMessage id="manage.holidays.none" />
                </p>
              )}
              <HolidayList holidays={holidays} ticked={ticked} formats={formats} onTick={setTicked} />
              <Attribution />
            </>
          )}
        </div>
      </FormDialog>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={() => {
          announce();
          onClose();
        }}
      />
    </>
  );
}

function Attribution() {
  const styles = useStyles();
  return (
    <p className={styles.source}>
      <FormattedMessage
        id="manage.holidays.source"
        values={{ licence: externalLink(LICENCE), library: externalLink(LIBRARY) }}
      />
    </p>
  );
}

function CalendarMissing({ calendar }: { calendar: 'loading' | 'failed' }) {
  const intl = useIntl();
  return calendar === 'failed' ? (
    <Message state="no" alert>
      <FormattedMessage id="app.chunkMissing" />
    </Message>
  ) : (
    <Spinner size="tiny" label={intl.formatMessage({ id: 'manage.holidays.coming' })} labelPosition="after" />
  );
}

/** Adds holidays as days off of a tour, or of the company if `tour` is null. */
function useAddHolidays(company: Uuid, tour: Uuid | null) {
  const intl = useIntl();
  const textOf = useChangeErrorText();
  const changing = useScheduleChange(company);
  const [failure, setFailure] = useState<Failure | string | null>(null);
  // Stable ids, so that a retry does not create duplicates.
  const [ids] = useState(() => new Map<string, Uuid>());
  const idOf = (key: string) => ids.get(key) ?? ids.set(key, crypto.randomUUID()).get(key)!;

  const announce = () => void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });

  /** Adds all holidays, with one question for all booked departures; returns whether they were added. */
  async function add(holidays: readonly PublicHoliday[]): Promise<boolean> {
    setFailure(null);
    const result = await changing.runAll(
      holidays.map(({ fromDate, toDate, name }) => ({
        kind: 'save_blackout' as const,
        company,
        blackout: idOf(`${tour} ${fromDate}`),
        version: 0,
        input: { tourId: tour, fromDate, toDate, name: name.slice(0, 200) },
      })),
    );
    if (result?.ok) announce();
    else if (result) setFailure(result.code === 'refused' ? textOf(result) : result);
    return result?.ok ?? false;
  }
  return { changing, failure, add, announce };
}
