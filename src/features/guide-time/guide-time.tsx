/**
 * A guide's working hours and time off. Guides open their own, with their departures, from the account menu; the office
 * opens anyone's from the planner.
 */
import { Button, Field, Select, Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useInvalidation } from '../../online/use-invalidation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { Segmented } from '../../ui/choices/segmented.tsx';
import { density } from '../../ui/theme/sizes.ts';
import { OwnFeed } from '../lazy-features.ts';
import { availabilityQuery } from './availability-query.ts';
import { MinimumBreak } from './minimum-break.tsx';
import { MyScheduleView } from './my-schedule-view.tsx';
import { TimeOff } from './time-off.tsx';
import { WorkingHours } from './working-hours.tsx';

const useStyles = makeStyles({
  all: { display: 'grid', gap: '24px' },
  person: { minHeight: density.target },
  feed: { minHeight: density.target, marginTop: '16px' },
  skeleton: { display: 'grid', gap: '8px' },
});

const TABS = ['month', 'off', 'hours'] as const;
type Tab = (typeof TABS)[number];

function Tabs({ tab, onTab }: { tab: Tab; onTab(tab: Tab): void }) {
  const intl = useIntl();
  return (
    <Segmented
      kind="tabs"
      label={intl.formatMessage({ id: 'guideTime.tabs' })}
      value={tab}
      segments={TABS.map((value) => ({ value, label: intl.formatMessage({ id: `guideTime.tab.${value}` }) }))}
      onChange={(value) => leaveAfterAsking(() => onTab(value))}
    />
  );
}

interface PersonChoiceProps extends Pick<GuideTimeProps, 'people'> {
  person: Uuid;
  onPerson(person: Uuid): void;
}

function PersonChoice({ people, person, onPerson }: PersonChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'guideTime.who' })}>
      <Select
        className={styles.person}
        value={person}
        onChange={(_, { value }) => leaveAfterAsking(() => onPerson(value))}
      >
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function AvailabilitySkeleton() {
  const styles = useStyles();
  return (
    <Skeleton className={styles.skeleton}>
      {[160, 44, 280].map((height) => (
        <SkeletonItem key={height} shape="rectangle" style={{ height }} />
      ))}
    </Skeleton>
  );
}

export interface GuideTimeProps {
  company: Uuid;
  /** People to choose from: the guide alone, or all guides for the office. */
  people: readonly { id: Uuid; name: string }[];
  isOwn: boolean;
  zone: string;
  /** The first month shown is this day's; today's by default. */
  from?: LocalDate;
  /** Minimum break in minutes between two tours of a guide; office only. */
  between?: { minutes: number; mayChange: boolean };
  onClose(): void;
}

export function GuideTime({ company, people, isOwn, zone, from, between, onClose }: GuideTimeProps) {
  const styles = useStyles();
  const [person, setPerson] = useState(people[0]?.id ?? '');
  const [showsFeed, setShowsFeed] = useState(false);
  // The office switches between guides, so it sees everything on one page without tabs.
  const [tab, setTab] = useState<Tab | null>(isOwn ? 'month' : null);
  useInvalidation(company);
  const query = useServerQuery({
    ...availabilityQuery(company, person),
    enabled: person !== '' && tab !== 'month',
  });
  const isOfPerson = query.data === undefined || query.data.person === person;
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id={isOwn ? 'guideTime.own' : 'guideTime.all'} />}
      onClose={onClose}
      header={
        tab === null ? (
          <PersonChoice people={people} person={person} onPerson={setPerson} />
        ) : (
          <Tabs tab={tab} onTab={setTab} />
        )
      }
    >
      {tab === 'month' ? (
        <>
          <MyScheduleView company={company} zone={zone} {...(from ? { from } : {})} />
          {showsFeed ? (
            <OwnFeed company={company} person={person} />
          ) : (
            // Loads on demand: the month works offline and the feed does not.
            <Button className={styles.feed} appearance="subtle" onClick={() => setShowsFeed(true)}>
              <FormattedMessage id="guideTime.feed" />
            </Button>
          )}
        </>
      ) : (
        <QueryView
          query={isOfPerson ? query : { ...query, state: 'loading', data: undefined, failure: null, at: null }}
          failed={<FormattedMessage id="guideTime.failed" />}
          skeleton={<AvailabilitySkeleton />}
        >
          {(data) => (
            // Keyed by person, so that one guide's input is never saved for another.
            <div className={styles.all} key={person}>
              {tab !== 'hours' && (
                <TimeOff company={company} person={person} isOwn={isOwn} zone={data.timeZone} timeOff={data.timeOff} />
              )}
              {tab !== 'off' && <WorkingHours company={company} person={person} isOwn={isOwn} loaded={data} />}
            </div>
          )}
        </QueryView>
      )}
      {between && <MinimumBreak company={company} {...between} />}
    </Overlay>
  );
}
