/** Banner with the number of pending requests and changes; opens a sheet to answer them. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { AlertRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import type { PendingRequests } from '../../data/pending-requests.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { paths } from '../../lib/paths.ts';
import { GuideTime } from '../../features/lazy-guide-time.ts';
import type { CurrentUser } from '../../session/use-session.ts';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { gutter, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { useIsInRollCall } from './navigation.tsx';
import { PendingRequestsSheet } from './pending-requests-sheet.tsx';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    width: '100%',
    minHeight: '40px',
    boxSizing: 'border-box',
    padding: `0 ${gutter}`,
    border: 'none',
    borderBottom: `1px solid ${stateColours.waiting.border}`,
    font: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: weight.bold,
    textAlign: 'start',
    cursor: 'pointer',
    color: stateColours.waiting.foreground,
    backgroundColor: stateColours.waiting.background,
    '& svg': { flexShrink: 0, fontSize: '20px' },
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '-4px' },
  },
  text: { flex: '1 1 0', minWidth: 0 },
});

export interface PendingRequestsBannerProps {
  /** Null if the sheet is open and nothing is pending. */
  pending: PendingRequests | null;
  currentUser: CurrentUser;
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

export function PendingRequestsBanner({ pending, currentUser, isOpen, onOpenChange }: PendingRequestsBannerProps) {
  const { pathname } = useLocation();
  // The banner must not shift the rows of a roll-call.
  const inRollCall = useIsInRollCall();
  /** The day from which the guide's schedule is shown; null while it is closed. */
  const [scheduleFrom, setScheduleFrom] = useState<LocalDate | null>(null);
  const { company, userId, snapshot } = currentUser;
  // That page already shows the ownership offers.
  const isOnOffersPage = withoutLocale(pathname) === paths.thanksForJoining;
  const companyNames = pending && !isOnOffersPage ? pending.companyNames : [];
  const changes = pending?.notices.length ?? 0;
  const requests = (pending?.requests.length ?? 0) + companyNames.length;
  return (
    <>
      {!inRollCall && changes + requests > 0 && (
        <PendingLine changes={changes} requests={requests} onOpen={() => leaveAfterAsking(() => onOpenChange(true))} />
      )}
      {isOpen && scheduleFrom === null && (
        <PendingRequestsSheet
          pending={pending}
          companyNames={companyNames}
          person={userId}
          currentCompany={company}
          onOpenSchedule={setScheduleFrom}
          onClose={() => onOpenChange(false)}
        />
      )}
      {scheduleFrom && company && (
        <GuideTime
          isOwn
          company={company.id}
          zone={company.timeZone}
          people={[{ id: userId, name: snapshot.identity.displayName }]}
          from={scheduleFrom}
          onClose={() => {
            setScheduleFrom(null);
            onOpenChange(false);
          }}
        />
      )}
    </>
  );
}

function PendingLine({ changes, requests, onOpen }: { changes: number; requests: number; onOpen(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const line = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = line.current;
    // When everything is answered, the banner disappears and the focus moves to the page.
    return () => {
      if (document.activeElement !== element) return;
      const heading = document.querySelector<HTMLElement>('main [data-page-heading], main h1');
      (heading ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div role="region" aria-label={intl.formatMessage({ id: 'pendingRequests.region' })}>
      <button ref={line} type="button" className={styles.line} aria-haspopup="dialog" onClick={onOpen}>
        <AlertRegular aria-hidden />
        <span className={styles.text}>
          <FormattedMessage
            id="pendingRequests.summary"
            values={{ changes, requests, both: changes > 0 && requests > 0 ? 'yes' : 'no' }}
          />
        </span>
        <ChevronRightRegular aria-hidden />
      </button>
    </div>
  );
}
