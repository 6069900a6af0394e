/** Result of a scanned or typed code: the status, the next step, and the source. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleFilled,
  CloudCheckmarkRegular,
  DismissCircleFilled,
  PhoneRegular,
  QuestionCircleRegular,
  WarningFilled,
} from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatCode } from '../../../domain/codes.ts';
import { endReasonOf, type ScannedTicket } from '../../../domain/scan-result.ts';
import { tabular, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { useNow } from '../../../ui/dates/clock.ts';
import { CorrectDeparture } from './correct-departure.tsx';
import { SCAN_RESULT_TITLES, useScanResultDetail } from './scan-result-texts.ts';
import { ScanResultActions } from './scan-result-actions.tsx';
import { formatAge } from '../../../ui/format/format-age.ts';

const useStyles = makeStyles({
  card: {
    borderRadius: tokens.borderRadiusXLarge,
    overflow: 'hidden',
    display: 'flex',
    flexDirection: 'column',
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: '120ms',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '0.01ms' },
  },
  head: {
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 1fr)',
    gap: '12px',
    padding: '16px',
    alignItems: 'center',
  },
  icon: { display: 'flex', fontSize: '40px' },
  title: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500, fontWeight: weight.bold },
  name: {
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '12px',
  },
  code: { ...tabular, ...noWrap },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '12px 16px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    ':empty': { display: 'none' },
  },
  detail: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  ok: { color: stateColours.ok.onStrong, backgroundColor: stateColours.ok.strong },
  attention: { color: stateColours.attention.onStrong, backgroundColor: stateColours.attention.strong },
  no: { color: stateColours.no.onStrong, backgroundColor: stateColours.no.strong },
  dismiss: { alignSelf: 'flex-end' },
});

const TONE_ICONS = { ok: CheckmarkCircleFilled, attention: WarningFilled, no: DismissCircleFilled };
/** Badge colour of the source, independent of the result. */
const SOURCE_STATES = { server: 'ok', device: 'waiting', unknown: 'neutral' } as const;
const SOURCE_ICONS = { server: CloudCheckmarkRegular, device: PhoneRegular, unknown: QuestionCircleRegular };

export interface ScanResultCardProps {
  scan: ScannedTicket;
  /** Whether to show the actions. */
  actions?: boolean;
  onDismiss?(): void;
}

export function ScanResultCard({ scan, actions = true, onDismiss }: ScanResultCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const now = useNow();
  const detail = useScanResultDetail(scan);
  const { ticket, tone, source, result } = scan;
  // A guest who is checked in stays so, even if the booking has ended since.
  const ended =
    result.code === 'already_checked_in' && ticket ? endReasonOf(ticket, new Date(now).toISOString()) : null;
  const Icon = TONE_ICONS[tone];
  const id = result.code === 'ok' && scan.opensParty ? 'checkIn.scanResult.party' : SCAN_RESULT_TITLES[result.code];
  return (
    <section
      className={styles.card}
      role={tone === 'no' ? 'alert' : 'status'}
      aria-label={intl.formatMessage({ id: 'checkIn.scanResult.label' })}
    >
      <div className={mergeClasses(styles.head, styles[tone])}>
        <span className={styles.icon} aria-hidden>
          <Icon />
        </span>
        <div>
          <div className={styles.title}>
            <FormattedMessage
              id={result.code === 'unknown_ticket' && source !== 'server' ? 'checkIn.scanResult.notYetKnown' : id}
            />
          </div>
          {ticket && (
            <div className={styles.name}>
              <span>{ticket.guestName ?? ticket.contactName}</span>
              <span className={styles.code}>{formatCode(ticket.reference)}</span>
            </div>
          )}
        </div>
      </div>
      <div className={styles.body}>
        {actions && <ScanResultActions scan={scan} />}
        {'correctDeparture' in result && <CorrectDeparture departure={result.correctDeparture} />}
        {detail !== null && <p className={styles.detail}>{detail}</p>}
        {ended && (
          <p className={styles.detail}>
            <FormattedMessage id={ended === 'expired' ? 'checkIn.party.hereExpired' : 'checkIn.party.hereCancelled'} />
          </p>
        )}
        {result.code !== 'unreadable' && result.code !== 'interrupted' && <SourceBadge scan={scan} />}
        {onDismiss && (
          <Button className={styles.dismiss} appearance="subtle" onClick={onDismiss}>
            <FormattedMessage id="app.close" />
          </Button>
        )}
      </div>
    </section>
  );
}

/** Says whether the server or the device answered, and how old the device's list is. */
function SourceBadge({ scan: { source, listAt } }: { scan: ScannedTicket }) {
  const now = useNow();
  const { formats } = useRollCall();
  const Icon = SOURCE_ICONS[source];
  const age = listAt === null ? null : formatAge(formats, Date.parse(listAt), now);
  return (
    <StateBadge state={SOURCE_STATES[source]} icon={<Icon />} wraps>
      {source === 'server' ? (
        <FormattedMessage id="checkIn.source.server" />
      ) : age === null ? (
        <FormattedMessage id="checkIn.source.noList" />
      ) : (
        <FormattedMessage id="checkIn.source.device" values={{ age }} />
      )}
    </StateBadge>
  );
}
