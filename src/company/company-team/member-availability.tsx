/** Working hours and time off of a member, editable by the office. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { availabilityQuery } from '../../features/guide-time/availability-query.ts';
import { useFormatWorkingHours, useFormatTimeOff } from '../../features/guide-time/format-availability.ts';
import { GuideTime } from '../../features/lazy-guide-time.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { DescriptionItem } from '../../ui/display/description-list.tsx';
import { density, type } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  quiet: { ...type.body, color: tokens.colorNeutralForeground3 },
  change: { minHeight: density.target, marginTop: '4px' },
});

export interface MemberAvailabilityProps {
  company: Uuid;
  person: Uuid;
  name: string;
  zone: string;
}

export function MemberAvailability({ company, person, name, zone }: MemberAvailabilityProps) {
  const styles = useStyles();
  const formatHours = useFormatWorkingHours();
  const { formatTimeOff } = useFormatTimeOff(zone);
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data, failure } = useServerQuery(availabilityQuery(company, person));
  const upcomingTimeOff = data?.timeOff.filter(({ endsAt }) => Date.parse(endsAt) > now) ?? [];
  const hours = data?.hours ? formatHours(data.hours) : null;
  return (
    <>
      <DescriptionItem term="team.hours">
        {!data ? (
          <span className={styles.quiet}>{failure && <FormattedMessage id="team.hours.failed" />}</span>
        ) : !hours ? (
          <FormattedMessage id="team.hours.any" />
        ) : hours.length === 0 ? (
          <FormattedMessage id="team.hours.none" />
        ) : (
          <ul className={styles.list}>
            {hours.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </DescriptionItem>
      {data && (
        <DescriptionItem term="team.away">
          {upcomingTimeOff.length === 0 ? (
            <FormattedMessage id="team.away.none" />
          ) : (
            <ul className={styles.list}>
              {upcomingTimeOff.map((timeOff) => (
                <li key={timeOff.id}>{formatTimeOff(timeOff)}</li>
              ))}
            </ul>
          )}
          <div>
            <Button className={styles.change} onClick={() => setOpen(true)}>
              <FormattedMessage id="team.hours.change" />
            </Button>
          </div>
          {isOpen && (
            <GuideTime
              isOwn={false}
              company={company}
              zone={zone}
              people={[{ id: person, name }]}
              onClose={() => setOpen(false)}
            />
          )}
        </DescriptionItem>
      )}
    </>
  );
}
