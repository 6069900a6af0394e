import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  CheckmarkCircleRegular,
  CloudDismissRegular,
  CloudOffRegular,
  WarningRegular,
  WifiLockRegular,
} from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { useSyncState } from '../../offline/read/live-queries.ts';
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { WaitingIcon } from '../../ui/states/waiting-icon.tsx';
import { isClockWrong, syncTexts } from './sync-texts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { touchTarget, weight, visuallyHidden } from '../../ui/theme/sizes.ts';

const SyncPanel = lazyWithTexts(() => import('./sync-panel.tsx').then((module) => module.SyncPanel), ['roll-call']);

const useStyles = makeStyles({
  status: { position: 'relative', minWidth: 0, flexShrink: 1 },
  button: {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    justifyContent: 'center',
    minWidth: touchTarget,
    minHeight: touchTarget,
    maxWidth: '100%',
    padding: 0,
    border: 'none',
    background: 'none',
    fontFamily: tokens.fontFamilyBase,
    cursor: 'pointer',
    ':focus-visible': { outlineStyle: 'none' },
    ':focus-visible > span': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  pill: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    padding: '4px 12px',
    // Wraps to two lines rather than truncating.
    borderRadius: '14px',
    textAlign: 'start',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: weight.bold,
    fontVariantNumeric: 'tabular-nums',
    '& svg': { fontSize: '18px', flexShrink: 0 },
  },
  compact: { padding: '4px 8px' },
  // Nothing to report, so inconspicuous.
  alone: { minWidth: '32px', justifyContent: 'center', backgroundColor: 'transparent' },
  hiddenText: visuallyHidden,
  ok: { color: stateColours.ok.foreground, backgroundColor: stateColours.ok.background },
  attention: { color: stateColours.attention.foreground, backgroundColor: stateColours.attention.background },
  no: { color: stateColours.no.foreground, backgroundColor: stateColours.no.background },
  waiting: { color: stateColours.waiting.foreground, backgroundColor: stateColours.waiting.background },
  neutral: { color: stateColours.neutral.foreground, backgroundColor: stateColours.neutral.background },
});

const ICONS = {
  saved: CheckmarkCircleRegular,
  waiting: WaitingIcon,
  offline: CloudOffRegular,
  no_response: CloudDismissRegular,
  portal: WifiLockRegular,
  needs_you: WarningRegular,
};

/**
 * Sync state, always visible; opens the details. `compact` shows only an icon while all is well and a short text
 * otherwise; the accessible name is always complete.
 */
export function SyncStatus({ compact = false, onOpen }: { compact?: boolean; onOpen(): void }) {
  const sync = useSyncState();
  const styles = useStyles();
  const intl = useIntl();
  const { full, short, state, icon } = syncTexts(sync, intl);
  const Icon = ICONS[icon];
  const wrongClock = isClockWrong(sync) ? intl.formatMessage({ id: 'checkIn.sync.clock.short' }) : null;
  // If something else needs attention too, an icon must do for the clock.
  const saysClock = wrongClock !== null && short === wrongClock;
  return (
    <div className={styles.status} role="status" aria-label={intl.formatMessage({ id: 'checkIn.sync.label' })}>
      <button type="button" className={styles.button} onClick={onOpen} title={compact ? full : undefined}>
        <span
          className={mergeClasses(
            styles.pill,
            styles[state],
            compact && styles.compact,
            compact && short === null && styles.alone,
          )}
        >
          <Icon aria-hidden />
          {compact && short !== null && <span aria-hidden>{short}</span>}
          {saysClock && <span className={compact ? styles.hiddenText : undefined}>{wrongClock}</span>}
          <span className={compact ? styles.hiddenText : undefined}>{full}</span>
          {wrongClock !== null && !saysClock && <WarningRegular aria-label={wrongClock} />}
        </span>
      </button>
    </div>
  );
}

/**
 * The sync panel, rendered by the page: a pull may remove the departure that shows the status, and the panel must stay
 * open.
 */
export function OpenSyncPanel({ formats, onClose }: { formats: Formats; onClose(): void }) {
  return <SyncPanel sync={useSyncState()} formats={formats} onClose={onClose} />;
}
