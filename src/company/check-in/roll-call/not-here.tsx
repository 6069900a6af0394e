/** Explains why the departure in the URL is not on this device. */
import { Button } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readDepartureDate } from '../../../data/departure-date.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { seesWholeCompany } from '../../../domain/permissions.ts';
import { pullWindow } from '../../../domain/pull-window.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useSyncValue } from '../../../offline/read/live-queries.ts';
import { useCurrentUser } from '../../../session/use-session.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { EmptyCalendar } from '../illustrations.tsx';

interface Circumstances {
  failure: string | null;
  pulledAt: string | null;
  seesCompany: boolean;
  /** From the server: null if it does not exist or the person may not see it, undefined before the response. */
  date: LocalDate | null | undefined;
  /** Days whose departures the device holds. */
  held: { from: LocalDate; to: LocalDate };
}

function reasonFor({ failure, pulledAt, seesCompany, date, held }: Circumstances): MessageId {
  if (failure === 'not_permitted') return 'checkIn.notHere.noAccess';
  if (date === null) return seesCompany ? 'checkIn.notHere.unknown' : 'checkIn.notHere.notAssigned';
  if (date !== undefined && (date < held.from || date > held.to)) return 'checkIn.notHere.onDate';
  if (pulledAt === null || date !== undefined) return 'checkIn.notHere.notFetched';
  return seesCompany ? 'checkIn.notHere.otherDay' : 'checkIn.notHere.notYours';
}

export function NotHere({ company, departure, onBack }: { company: Uuid; departure: Uuid; onBack: () => void }) {
  const currentUser = useCurrentUser();
  const pulledAt = useSyncValue('pulledAt');
  const failure = useSyncValue('failure');
  const timeZone = currentUser?.company?.timeZone ?? 'UTC';
  const formats = useFormats(timeZone);
  const held = pullWindow(timeZone, useNow());
  const [date, setDate] = useState<LocalDate | null>();
  useEffect(() => {
    const controller = new AbortController();
    void readDepartureDate({ company, departure }, controller.signal).then((result) => {
      if (result.ok && !controller.signal.aborted) setDate(result.data);
    });
    return () => controller.abort();
  }, [company, departure]);
  const seesCompany = currentUser !== null && seesWholeCompany(currentUser.can);
  return (
    <EmptyState
      drawing={<EmptyCalendar />}
      actions={
        <Button icon={<ArrowLeftRegular />} onClick={onBack}>
          <FormattedMessage id="checkIn.back" />
        </Button>
      }
      title={
        <FormattedMessage
          id={reasonFor({ failure, pulledAt, seesCompany, date, held })}
          values={{ date: date ? formats.date(date) : '' }}
        />
      }
    />
  );
}
