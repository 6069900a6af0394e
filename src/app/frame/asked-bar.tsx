/** What waits for the person: to own a company, to take a departure, what they are told of departures. Said until it is answered, seen or put off. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedList, FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation } from 'react-router';
import type { AskedOfMe } from '../../data/asked-of-me.ts';
import { withoutLocale } from '../../i18n/locale-choice.ts';
import { paths } from '../../lib/paths.ts';
import { chooseCompany } from '../../parts/company-choice.ts';
import { GuideTime } from '../../parts/late-guide-time.ts';
import type { Acting } from '../../session/use-session.ts';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { gutter, touchTarget, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { askWhatWaits } from '../start/follow-asked-of-me.ts';
import { GuideNotices } from './guide-notices.tsx';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 16px',
    padding: `0 ${gutter}`,
    color: stateColours.waiting.foreground,
    backgroundColor: stateColours.waiting.background,
    borderBottom: `1px solid ${stateColours.waiting.border}`,
  },
  text: { flex: '1 1 160px', padding: '4px 0', textWrap: 'pretty' },
  act: {
    display: 'flex',
    alignItems: 'center',
    minHeight: touchTarget,
    padding: 0,
    border: 'none',
    font: 'inherit',
    fontWeight: weight.bold,
    textDecorationLine: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    color: 'inherit',
    backgroundColor: 'transparent',
    ':focus-visible': { outline: '2px solid currentColor', outlineOffset: '2px' },
  },
});

/** A roll-call is not interrupted, and nothing in it moves under a thumb. */
function useInRollCall(): boolean {
  const { pathname, search } = useLocation();
  return withoutLocale(pathname) === paths.checkIn && new URLSearchParams(search).has('departure');
}

export function AskedBar({ asked, acting }: { asked: AskedOfMe; acting: Acting }) {
  const styles = useStyles();
  const intl = useIntl();
  const localPath = useLocalPath();
  const { pathname } = useLocation();
  const inRollCall = useInRollCall();
  const [isOpen, setOpen] = useState(false);
  // What was put off; something else that is asked is said again.
  const [later, setLater] = useState<string | null>(null);
  const { company, userId, snapshot } = acting;
  const { companies, proposals, first, elsewhere, notices } = asked;
  const said = JSON.stringify(asked);
  const answering = withoutLocale(pathname) === paths.thanksForJoining;

  function close(): void {
    setOpen(false);
    void askWhatWaits();
  }

  return (
    <>
      {!inRollCall && later !== said && (
        <div role="region" aria-label={intl.formatMessage({ id: 'asked.region' })}>
          {companies.length > 0 && !answering && (
            <div className={styles.bar}>
              <span className={styles.text}>
                <FormattedMessage
                  id="asked.own"
                  values={{ companies: <FormattedList type="conjunction" value={companies} /> }}
                />
              </span>
              <Link to={localPath(paths.thanksForJoining)} className={styles.act}>
                <FormattedMessage id="asked.answer" />
              </Link>
              <Later onLater={() => setLater(said)} />
            </div>
          )}
          {proposals > 0 && company && (
            <div className={styles.bar}>
              <span className={styles.text}>
                <FormattedMessage id="asked.proposals" values={{ count: proposals }} />
              </span>
              <button
                type="button"
                className={styles.act}
                onClick={() => leaveAfterAsking(() => setOpen(true))}
                aria-label={intl.formatMessage({ id: 'asked.proposals.look' })}
              >
                <FormattedMessage id="asked.look" />
              </button>
              {(companies.length === 0 || answering) && <Later onLater={() => setLater(said)} />}
            </div>
          )}
          {elsewhere.map((other) => (
            <div key={other.company} className={styles.bar}>
              <span className={styles.text}>
                <FormattedMessage id="asked.elsewhere" values={{ count: other.proposals, company: other.name }} />
              </span>
              <button type="button" className={styles.act} onClick={() => chooseCompany(other.company)}>
                <FormattedMessage id="asked.elsewhere.go" values={{ company: other.name }} />
              </button>
            </div>
          ))}
          {notices.length > 0 && (
            <div className={styles.bar}>
              <GuideNotices notices={notices} person={userId} here={company?.name ?? null} act={styles.act} />
            </div>
          )}
        </div>
      )}
      {isOpen && company && (
        <GuideTime
          own
          company={company.id}
          zone={company.timeZone}
          people={[{ id: userId, name: snapshot.identity.displayName }]}
          {...(first ? { from: first } : {})}
          onClose={close}
        />
      )}
    </>
  );
}

function Later({ onLater }: { onLater(): void }) {
  return (
    <button type="button" className={useStyles().act} onClick={onLater}>
      <FormattedMessage id="asked.later" />
    </button>
  );
}
