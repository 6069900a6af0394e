/**
 * Lists notices, which are dismissed, and requests, which are answered, one by one or all at once. Handled rows stay in
 * place until the sheet is closed.
 */
import { Button, makeStyles } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PendingRequests } from '../../data/pending-requests.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { touchTarget, visuallyHidden } from '../../ui/theme/sizes.ts';
import { refreshPendingRequests } from '../start/poll-pending-requests.ts';
import { NoticesSection, RequestsSection } from './pending-requests-sections.tsx';
import { keyOfNotice, keyOfRequest, usePendingAnswers } from './use-pending-answers.ts';

const useStyles = makeStyles({
  act: { minHeight: touchTarget },
  announcement: visuallyHidden,
});

/** Keeps items that have been listed, and appends new ones. */
function useAccumulated<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const [accumulated, setAccumulated] = useState(items);
  const knownKeys = new Set(accumulated.map(keyOf));
  const added = items.filter((item) => !knownKeys.has(keyOf(item)));
  if (added.length > 0) setAccumulated([...accumulated, ...added]);
  return accumulated;
}

export interface PendingRequestsSheetProps {
  pending: PendingRequests | null;
  /** Names of companies that offer the person ownership. */
  companyNames: readonly string[];
  person: Uuid;
  /** The current company, which rows don't name. */
  currentCompany: { id: Uuid; name: string } | null;
  onOpenSchedule(from: LocalDate): void;
  onClose(): void;
}

export function PendingRequestsSheet(props: PendingRequestsSheetProps) {
  const { pending, companyNames, person, currentCompany, onOpenSchedule, onClose } = props;
  const styles = useStyles();
  const notices = useAccumulated(pending?.notices ?? [], keyOfNotice);
  const requests = useAccumulated(pending?.requests ?? [], keyOfRequest);
  const answers = usePendingAnswers(person);
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => () => void refreshPendingRequests(), []);

  const section = { answers, currentCompany, onAnnounce: setAnnouncement };
  const firstOfCompany = requests.find(({ companyId }) => companyId === currentCompany?.id);

  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="pendingRequests.title" />}
      onClose={onClose}
      footer={
        firstOfCompany && (
          <Button
            className={styles.act}
            onClick={() => onOpenSchedule(localDateIn(firstOfCompany.timeZone, Date.parse(firstOfCompany.startsAt)))}
          >
            <FormattedMessage id="pendingRequests.schedule" />
          </Button>
        )
      }
    >
      {notices.length > 0 && <NoticesSection {...section} notices={notices} />}
      {requests.length + companyNames.length > 0 && (
        <RequestsSection {...section} requests={requests} companyNames={companyNames} onFollow={onClose} />
      )}
      <div className={styles.announcement} role="status">
        {announcement}
      </div>
    </Overlay>
  );
}
