/** Dates of a tour: its schedules, days off and departures. */
import { Button, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { AddRegular, CalendarAddRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import { LOCALES, type LocalisedText } from '../../../domain/locales.ts';
import { paths } from '../../../lib/paths.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../../ui/states/illustrations.tsx';
import { LocalLink } from '../../../ui/address/local-link.tsx';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';
import { isNewId, type ManageUrl } from '../use-manage-url.ts';
import type { EditedTour } from '../use-tour.ts';
import { Blackouts } from './blackouts.tsx';
import { DepartureDialog } from './departure-dialog.tsx';
import { NextDepartures } from './next-departures.tsx';
import { ScheduleEditor } from './schedule-editor.tsx';
import { ScheduleRow } from './schedule-row.tsx';
import { useSchedules, type LoadedSchedules } from './use-schedules.ts';

const useStyles = makeStyles({
  view: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

/** Returns the tour's titles in its languages. */
function titleOf({ tour }: EditedTour): LocalisedText {
  const titles: LocalisedText = {};
  for (const locale of LOCALES) {
    const title = tour.texts[locale]?.title;
    if (title) titles[locale] = title;
  }
  return titles;
}

export interface DatesViewProps {
  company: Uuid;
  tour: Uuid;
  loadedTour: EditedTour;
  url: ManageUrl;
}

export function DatesView(props: DatesViewProps) {
  const styles = useStyles();
  const query = useSchedules(props.company, props.tour);
  return (
    <div className={styles.view}>
      <QueryView
        query={query}
        failed={<FormattedMessage id="manage.dates.failed" />}
        skeleton={
          <Skeleton className={styles.view}>
            {[180, 120].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {(loadedSchedules) => <Dates {...props} loadedSchedules={loadedSchedules} />}
      </QueryView>
    </div>
  );
}

function Dates({
  company,
  tour,
  loadedTour,
  url,
  loadedSchedules,
}: DatesViewProps & { loadedSchedules: LoadedSchedules }) {
  const formats = useFormats(loadedSchedules.timeZone);
  const [adding, setAdding] = useState(false);
  const open = useOpenSchedule(url, loadedSchedules);
  if (open)
    return (
      <ScheduleEditor
        key={open.id}
        company={company}
        tour={tour}
        id={open.id}
        loadedSchedule={open.loadedSchedule}
        today={loadedSchedules.today}
        loadedTour={loadedTour}
        // Does not reopen the schedule if the user went back to the list while saving.
        onCreated={() =>
          url.go((current) => (isNewId(current.schedule) ? { schedule: open.id } : null), { replace: true })
        }
        onClose={() => url.go({ schedule: null })}
      />
    );
  return (
    <>
      <Schedules
        tour={tour}
        loadedSchedules={loadedSchedules}
        onOpen={(schedule) => url.go({ schedule })}
        onAddDeparture={() => setAdding(true)}
      />
      {loadedTour.tourStatus !== 'archived' && (
        <NextDepartures
          company={company}
          tour={tour}
          title={formats.text(titleOf(loadedTour))}
          today={loadedSchedules.today}
          formats={formats}
        />
      )}
      <Blackouts company={company} tour={tour} loadedSchedules={loadedSchedules} formats={formats} />
      {adding && (
        <DepartureDialog company={company} tour={tour} loadedTour={loadedTour} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

/**
 * Returns the schedule that the URL opens; null if there is none, or it does not exist. One that was found once stays
 * open while it is missing from the list: a new one until the list is fetched again, or one deleted by a colleague.
 */
function useOpenSchedule({ state: { schedule: openId } }: ManageUrl, { schedules }: LoadedSchedules) {
  // A new schedule gets its id before it is saved, so that its form is kept when the URL changes to that id.
  const [newId, setNewId] = useState(() => crypto.randomUUID() as string);
  useEffect(() => {
    if (openId === null) setNewId(crypto.randomUUID());
  }, [openId]);
  const id = isNewId(openId) ? newId : openId;
  const lastFoundId = useRef<string | null>(null);
  const loadedSchedule = schedules.find((schedule) => schedule.id === id) ?? null;
  if (loadedSchedule || isNewId(openId)) lastFoundId.current = id;
  return id !== null && lastFoundId.current === id ? { id, loadedSchedule } : null;
}

interface SchedulesProps {
  tour: Uuid;
  loadedSchedules: LoadedSchedules;
  /** Opens a schedule by its id, or a new one. */
  onOpen(schedule: Uuid | 'new'): void;
  onAddDeparture(): void;
}

function Schedules({ tour, loadedSchedules: { schedules, today, timeZone }, onOpen, onAddDeparture }: SchedulesProps) {
  const styles = useStyles();
  const formats = useFormats(timeZone);
  const create = (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => onOpen('new')}>
      <FormattedMessage id="manage.schedule.new" />
    </Button>
  );
  return (
    <FormSection
      title="manage.dates.title"
      actions={
        <div className={styles.actions}>
          <Button icon={<CalendarAddRegular />} onClick={onAddDeparture}>
            <FormattedMessage id="manage.departure.new" />
          </Button>
          {schedules.length > 0 && create}
        </div>
      }
    >
      {schedules.length === 0 ? (
        <EmptyState
          drawing={<QuietOffice />}
          title={<FormattedMessage id="manage.schedule.empty" />}
          actions={create}
        />
      ) : (
        <ul className={styles.list}>
          {schedules.map((schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              today={today}
              timeZone={timeZone}
              formats={formats}
              onOpen={() => onOpen(schedule.id)}
            />
          ))}
        </ul>
      )}
      <div>
        <LocalLink isFlush to={`${paths.toursCalendar}?tour=${tour}`}>
          <FormattedMessage id="manage.dates.calendar" />
        </LocalLink>
      </div>
    </FormSection>
  );
}
