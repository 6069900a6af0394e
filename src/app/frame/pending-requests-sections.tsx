/** Sections of the sheet of changes and requests. */
import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AssignmentReply } from '../../data/guides.ts';
import type { GuideNotice, GuideRequest } from '../../data/pending-requests.ts';
import type { Uuid } from '../../domain/ids.ts';
import { touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import { NoticeRow, OwnershipRow, AssignmentRequestRow } from './pending-rows.tsx';
import { keyOfNotice, keyOfRequest, type PendingAnswers } from './use-pending-answers.ts';

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
});

interface SectionProps {
  answers: PendingAnswers;
  /** The current company, which rows don't name. */
  currentCompany: { id: Uuid; name: string } | null;
  onAnnounce(text: string): void;
}

export function NoticesSection(props: SectionProps & { notices: readonly GuideNotice[] }) {
  const { notices, answers, currentCompany, onAnnounce } = props;
  const { outcomes, failures, busy, dismiss } = answers;
  const styles = useStyles();
  const intl = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const openNotices = notices.filter((notice) => !outcomes.has(keyOfNotice(notice)));

  async function dismissAll(): Promise<void> {
    const count = openNotices.length;
    if (!(await dismiss(openNotices))) return;
    onAnnounce(intl.formatMessage({ id: 'pendingRequests.dismissed.all' }, { count }));
    heading.current?.focus();
  }

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3 className={styles.heading} ref={heading} tabIndex={-1}>
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
              // Compared by name, because a notice has no company id.
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
  );
}

interface RequestsSectionProps extends SectionProps {
  requests: readonly GuideRequest[];
  /** Names of companies that offer the person ownership. */
  companyNames: readonly string[];
  onFollow(): void;
}

export function RequestsSection(props: RequestsSectionProps) {
  const { requests, companyNames, answers, currentCompany, onAnnounce, onFollow } = props;
  const { outcomes, failures, busy, sendReply } = answers;
  const styles = useStyles();
  const intl = useIntl();
  const [isConfirmingDeclineAll, setIsConfirmingDeclineAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const openRequests = requests.filter((request) => !outcomes.has(keyOfRequest(request)));

  async function answerAll(reply: AssignmentReply): Promise<void> {
    const count = await sendReply(openRequests, reply);
    setIsConfirmingDeclineAll(false);
    onAnnounce(intl.formatMessage({ id: `pendingRequests.${reply}.all` }, { count }));
    heading.current?.focus();
  }

  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3 className={styles.heading} ref={heading} tabIndex={-1}>
          <FormattedMessage id="pendingRequests.requests" values={{ count: requests.length + companyNames.length }} />
        </h3>
        {requests.length > 1 && !isConfirmingDeclineAll && (
          <AnswerAll
            count={openRequests.length}
            busy={busy}
            onDecline={() => setIsConfirmingDeclineAll(true)}
            onAccept={() => void answerAll('accepted')}
          />
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
          <OwnershipRow key={companyName} companyName={companyName} onFollow={onFollow} />
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
  );
}

function AnswerAll(props: { count: number; busy: boolean; onDecline(): void; onAccept(): void }) {
  const { count, busy, onDecline, onAccept } = props;
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.all, count < 2 && styles.done)}>
      <Button className={styles.act} disabledFocusable={busy} onClick={onDecline}>
        <FormattedMessage id="pendingRequests.declineAll" />
      </Button>
      <Button className={styles.act} appearance="primary" disabledFocusable={busy} onClick={onAccept}>
        <FormattedMessage id="pendingRequests.acceptAll" values={{ count }} />
      </Button>
    </div>
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
