/**
 * Lists notices, which are dismissed, and requests, which are answered, one by one or all at once. Handled rows stay in
 * place until the sheet is closed.
 */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  dismissNotices,
  type PendingRequests,
  type GuideNotice,
  type GuideRequest,
} from '../../data/pending-requests.ts';
import { answerAssignment } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { queryClient } from '../../online/query-client.ts';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { touchTarget, type, visuallyHidden, weight } from '../../ui/theme/sizes.ts';
import { refreshPendingRequests } from '../start/poll-pending-requests.ts';
import { NoticeRow, OwnershipRow, AssignmentRequestRow, type Outcome } from './pending-rows.tsx';

const useStyles = makeStyles({
  section: { display: 'grid', gap: '8px' },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  heading: { ...type.lead, margin: 0, fontWeight: weight.bold, outlineStyle: 'none' },
  // Always on its own line, as the rows must not shift when the count changes its width.
  all: { display: 'flex', flexWrap: 'wrap', gap: '8px', flexBasis: '100%', justifyContent: 'flex-end' },
  // Hidden without collapsing, so that the rows below don't shift.
  done: { visibility: 'hidden' },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  confirmation: { margin: 0 },
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

const keyOfNotice = ({ departureId, notedAt }: GuideNotice) => `${departureId} ${notedAt}`;
const keyOfRequest = ({ departureId }: GuideRequest) => departureId;

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
  const intl = useIntl();
  const notices = useAccumulated(pending?.notices ?? [], keyOfNotice);
  const requests = useAccumulated(pending?.requests ?? [], keyOfRequest);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, FailureCode>>(new Map());
  const [busy, setBusy] = useState(false);
  const [isConfirmingDeclineAll, setIsConfirmingDeclineAll] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const noticesHeading = useRef<HTMLHeadingElement>(null);
  const requestsHeading = useRef<HTMLHeadingElement>(null);
  useEffect(() => () => void refreshPendingRequests(), []);

  const openNotices = notices.filter((notice) => !outcomes.has(keyOfNotice(notice)));
  const openRequests = requests.filter((request) => !outcomes.has(keyOfRequest(request)));
  const firstOfCompany = requests.find(({ companyId }) => companyId === currentCompany?.id);

  function recordOutcome(
    keys: readonly string[],
    { outcome, failure }: { outcome?: Outcome; failure?: FailureCode },
  ): void {
    if (outcome) setOutcomes((before) => new Map([...before, ...keys.map((key) => [key, outcome] as const)]));
    setFailures((before) => {
      const after = new Map(before);
      for (const key of keys)
        if (failure) after.set(key, failure);
        else after.delete(key);
      return after;
    });
  }

  async function dismiss(those: readonly GuideNotice[]): Promise<boolean> {
    setBusy(true);
    const seenUntil = those
      .map(({ notedAt }) => notedAt)
      .toSorted()
      .at(-1)!;
    const result = await dismissNotices(person, { departures: those.map(({ departureId }) => departureId), seenUntil });
    setBusy(false);
    recordOutcome(those.map(keyOfNotice), result.ok ? { outcome: 'dismissed' } : { failure: result.code });
    return result.ok;
  }

  /** Answers requests in sequence; ones that can no longer be answered are marked and skipped. */
  async function sendReply(those: readonly GuideRequest[], reply: 'accepted' | 'declined'): Promise<number> {
    setBusy(true);
    let answeredCount = 0;
    for (const request of those) {
      const key = keyOfRequest(request);
      // In sequence, as each answer may change the conflicts of the next.
      const result = await answerAssignment(request.companyId, { departureId: request.departureId, reply });
      if (result.ok) answeredCount += 1;
      recordOutcome(
        [key],
        result.ok ? { outcome: reply } : result.code === 'refused' ? { outcome: 'ended' } : { failure: result.code },
      );
      if (!result.ok && result.retry) break;
    }
    setBusy(false);
    for (const company of new Set(those.map(({ companyId }) => companyId)))
      void queryClient.invalidateQueries({ queryKey: [company] });
    return answeredCount;
  }

  async function dismissAll(): Promise<void> {
    const count = openNotices.length;
    if (!(await dismiss(openNotices))) return;
    setAnnouncement(intl.formatMessage({ id: 'pendingRequests.dismissed.all' }, { count }));
    noticesHeading.current?.focus();
  }

  async function answerAll(reply: 'accepted' | 'declined'): Promise<void> {
    const count = await sendReply(openRequests, reply);
    setIsConfirmingDeclineAll(false);
    setAnnouncement(intl.formatMessage({ id: `pendingRequests.${reply}.all` }, { count }));
    requestsHeading.current?.focus();
  }

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
      {notices.length > 0 && (
        <section className={styles.section}>
          <div className={styles.head}>
            <h3 className={styles.heading} ref={noticesHeading} tabIndex={-1}>
              <FormattedMessage id="pendingRequests.notices" values={{ count: notices.length }} />
            </h3>
            {notices.length > 1 && (
              <Button
                className={mergeClasses(styles.act, openNotices.length < 2 && styles.done)}
                disabledFocusable={busy}
                onClick={() => void dismissAll()}
              >
                <FormattedMessage id="pendingRequests.dismissAll" />
              </Button>
            )}
          </div>
          <ul className={styles.list}>
            {notices.map((notice) => {
              const key = keyOfNotice(notice);
              return (
                <NoticeRow
                  key={key}
                  notice={notice}
                  isCurrentCompany={notice.companyName === currentCompany?.name}
                  outcome={outcomes.get(key) ?? null}
                  failure={failures.get(key) ?? null}
                  busy={busy}
                  onDismiss={() => void dismiss([notice])}
                />
              );
            })}
          </ul>
        </section>
      )}
      {requests.length + companyNames.length > 0 && (
        <section className={styles.section}>
          <div className={styles.head}>
            <h3 className={styles.heading} ref={requestsHeading} tabIndex={-1}>
              <FormattedMessage
                id="pendingRequests.requests"
                values={{ count: requests.length + companyNames.length }}
              />
            </h3>
            {requests.length > 1 && !isConfirmingDeclineAll && (
              <div className={mergeClasses(styles.all, openRequests.length < 2 && styles.done)}>
                <Button className={styles.act} disabledFocusable={busy} onClick={() => setIsConfirmingDeclineAll(true)}>
                  <FormattedMessage id="pendingRequests.declineAll" />
                </Button>
                <Button
                  className={styles.act}
                  appearance="primary"
                  disabledFocusable={busy}
                  onClick={() => void answerAll('accepted')}
                >
                  <FormattedMessage id="pendingRequests.acceptAll" values={{ count: openRequests.length }} />
                </Button>
              </div>
            )}
          </div>
          {isConfirmingDeclineAll && (
            <DeclineAll
              count={openRequests.length}
              busy={busy}
              onDecline={() => void answerAll('declined')}
              onKeep={() => setIsConfirmingDeclineAll(false)}
            />
          )}
          <ul className={styles.list}>
            {companyNames.map((companyName) => (
              <OwnershipRow key={companyName} companyName={companyName} onFollow={onClose} />
            ))}
            {requests.map((request) => {
              const key = keyOfRequest(request);
              return (
                <AssignmentRequestRow
                  key={key}
                  request={request}
                  isCurrentCompany={request.companyId === currentCompany?.id}
                  outcome={outcomes.get(key) ?? null}
                  failure={failures.get(key) ?? null}
                  busy={busy}
                  onAnswer={(reply) => void sendReply([request], reply)}
                />
              );
            })}
          </ul>
        </section>
      )}
      <div className={styles.announcement} role="status">
        {announcement}
      </div>
    </Overlay>
  );
}

function DeclineAll(props: { count: number; busy: boolean; onDecline(): void; onKeep(): void }) {
  const { count, busy, onDecline, onKeep } = props;
  const styles = useStyles();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div className={styles.section}>
      <p className={styles.confirmation} role="alert">
        <FormattedMessage id="pendingRequests.declineAll.sure" values={{ count }} />
      </p>
      <div className={styles.all}>
        <Button ref={keep} className={styles.act} onClick={onKeep}>
          <FormattedMessage id="pendingRequests.keep" />
        </Button>
        <Button className={styles.act} disabledFocusable={busy} onClick={onDecline}>
          <FormattedMessage id="pendingRequests.declineAll.do" values={{ count }} />
        </Button>
      </div>
    </div>
  );
}
