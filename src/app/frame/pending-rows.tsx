/** Rows of the sheet of changes and requests, each with its buttons or its outcome. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link } from 'react-router';
import type { AssignmentReply } from '../../data/guides.ts';
import type { GuideNotice, GuideRequest } from '../../data/pending-requests.ts';
import type { Instant } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/result.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { paths } from '../../lib/paths.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { stateColours, type StateName } from '../../ui/theme/state-colours.ts';
import { density, touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

/** `ended`: the request is no longer open. */
export type Outcome = 'dismissed' | AssignmentReply | 'ended';

const OUTCOME_STATES: Record<Outcome, StateName> = {
  dismissed: 'neutral',
  accepted: 'ok',
  declined: 'no',
  ended: 'neutral',
};

const useStyles = makeStyles({
  row: {
    ...type.body,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px 16px',
    // Same height with buttons or an outcome, so that rows don't shift.
    minHeight: '64px',
    boxSizing: 'border-box',
    padding: '8px 12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    outlineStyle: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  title: { flex: '1 1 160px', minWidth: 0, textWrap: 'pretty' },
  name: { display: 'block', fontWeight: weight.bold },
  quiet: { display: 'block', color: tokens.colorNeutralForeground2 },
  // Same width with buttons or an outcome, so that the line doesn't rewrap.
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: '8px',
    minWidth: '112px',
    minHeight: density.target,
  },
  twoColumns: { minWidth: '208px' },
  act: { minHeight: touchTarget },
  failure: { flex: '1 0 100%', margin: 0, color: stateColours.no.foreground },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: touchTarget,
    fontWeight: weight.bold,
    color: tokens.colorBrandForegroundLink,
  },
});

const formatStart = (intl: IntlShape, instant: Instant, timeZone: string) =>
  intl.formatDate(instant, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

interface RowProps {
  text: ReactNode;
  outcome: Outcome | null;
  failure: FailureCode | null;
  hasTwoButtons?: boolean;
  children: ReactNode;
}

/** Takes the focus when its buttons are replaced by the outcome, so that screen readers announce it. */
function Row({ text, outcome, failure, hasTwoButtons = false, children }: RowProps) {
  const styles = useStyles();
  const row = useRef<HTMLLIElement>(null);
  const isOpen = outcome === null;
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    // Only if the removed button had the focus.
    if (!isOpen && wasOpen.current && document.activeElement === document.body)
      row.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li ref={row} className={styles.row} tabIndex={-1}>
      <div className={styles.title}>{text}</div>
      <div className={mergeClasses(styles.actions, hasTwoButtons && styles.twoColumns)}>
        {outcome === null ? (
          children
        ) : (
          <StateBadge state={OUTCOME_STATES[outcome]}>
            <FormattedMessage id={`pendingRequests.outcome.${outcome}`} />
          </StateBadge>
        )}
      </div>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          <FormattedMessage id={FAILURE_TEXTS[failure]} />
        </p>
      )}
    </li>
  );
}

interface AnswerableProps {
  outcome: Outcome | null;
  failure: FailureCode | null;
  busy: boolean;
}

interface NoticeRowProps extends AnswerableProps {
  notice: GuideNotice;
  isCurrentCompany: boolean;
  onDismiss(): void;
}

export function NoticeRow({ notice, isCurrentCompany, onDismiss, busy, ...state }: NoticeRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const id = useId();
  const formats = useFormats('UTC');
  const { change, companyName, timeZone, title, startsAt, previousStart } = notice;
  return (
    <Row
      {...state}
      text={
        <span id={id}>
          <FormattedMessage
            id={`pendingRequests.notice.${change}`}
            values={{
              tour: formats.text(title) || companyName,
              company: companyName,
              isCurrentCompany: isCurrentCompany ? 'yes' : 'no',
              when: formatStart(intl, startsAt, timeZone),
              was: previousStart ? formatStart(intl, previousStart, timeZone) : '',
            }}
          />
        </span>
      }
    >
      <Button className={styles.act} disabledFocusable={busy} aria-describedby={id} onClick={onDismiss}>
        <FormattedMessage id="pendingRequests.dismiss" />
      </Button>
    </Row>
  );
}

interface AssignmentRequestRowProps extends AnswerableProps {
  request: GuideRequest;
  isCurrentCompany: boolean;
  onAnswer(reply: AssignmentReply): void;
}

export function AssignmentRequestRow({
  request,
  isCurrentCompany,
  busy,
  onAnswer,
  ...state
}: AssignmentRequestRowProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const [isConfirmingDecline, setIsConfirmingDecline] = useState(false);
  const { companyName, timeZone, title, startsAt } = request;
  const name = formats.text(title) || companyName;
  const when = formatStart(intl, startsAt, timeZone);
  return (
    <Row
      {...state}
      hasTwoButtons
      text={
        <>
          <span className={styles.name}>{name}</span>
          <span className={styles.quiet}>{joinWithDots(when, !isCurrentCompany && companyName)}</span>
          {isConfirmingDecline && state.outcome === null && (
            <span role="alert">
              <FormattedMessage id="pendingRequests.decline.sure" />
            </span>
          )}
        </>
      }
    >
      <AnswerButtons
        departure={`${name}, ${when}`}
        busy={busy}
        isConfirmingDecline={isConfirmingDecline}
        onConfirmDecline={setIsConfirmingDecline}
        onAnswer={onAnswer}
      />
    </Row>
  );
}

interface AnswerButtonsProps {
  /** Names the departure to screen readers. */
  departure: string;
  busy: boolean;
  isConfirmingDecline: boolean;
  onConfirmDecline(isConfirming: boolean): void;
  onAnswer(reply: AssignmentReply): void;
}

/** Declining is confirmed in place: the buttons are replaced and the focus follows. */
function AnswerButtons({ departure, busy, isConfirmingDecline, onConfirmDecline, onAnswer }: AnswerButtonsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const keep = useRef<HTMLButtonElement>(null);
  const decline = useRef<HTMLButtonElement>(null);
  const wasConfirming = useRef(false);
  useEffect(() => {
    if (isConfirmingDecline) keep.current?.focus();
    else if (wasConfirming.current) decline.current?.focus();
    wasConfirming.current = isConfirmingDecline;
  }, [isConfirmingDecline]);
  return isConfirmingDecline ? (
    <>
      <Button
        key="sure"
        className={styles.act}
        disabledFocusable={busy}
        aria-label={intl.formatMessage({ id: 'pendingRequests.declineIt' }, { departure })}
        onClick={() => onAnswer('declined')}
      >
        <FormattedMessage id="pendingRequests.decline" />
      </Button>
      <Button key="keep" ref={keep} className={styles.act} onClick={() => onConfirmDecline(false)}>
        <FormattedMessage id="pendingRequests.keep" />
      </Button>
    </>
  ) : (
    <>
      <Button
        key="decline"
        ref={decline}
        className={styles.act}
        disabledFocusable={busy}
        aria-label={intl.formatMessage({ id: 'pendingRequests.declineIt' }, { departure })}
        onClick={() => onConfirmDecline(true)}
      >
        <FormattedMessage id="pendingRequests.decline" />
      </Button>
      <Button
        key="accept"
        className={styles.act}
        disabledFocusable={busy}
        aria-label={intl.formatMessage({ id: 'pendingRequests.acceptIt' }, { departure })}
        onClick={() => onAnswer('accepted')}
      >
        <FormattedMessage id="pendingRequests.accept" />
      </Button>
    </>
  );
}

export function OwnershipRow({ companyName, onFollow }: { companyName: string; onFollow(): void }) {
  const styles = useStyles();
  const localPath = useLocalPath();
  return (
    <Row
      text={<FormattedMessage id="pendingRequests.own" values={{ company: companyName }} />}
      outcome={null}
      failure={null}
    >
      <Link className={styles.link} to={localPath(paths.thanksForJoining)} onClick={onFollow}>
        <FormattedMessage id="pendingRequests.answer" />
      </Link>
    </Row>
  );
}
