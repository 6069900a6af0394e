import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular, CheckmarkCircleRegular, CloudOffRegular, WarningRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSyncState } from '../../offline/live.ts';
import { late } from '../../ui/late.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { isClockWrong, syncWords } from './sync-texts.ts';
import type { Formats } from './use-formats.ts';

const SyncPanel = late(() => import('./sync-panel.tsx').then((module) => module.SyncPanel), { whenLost: 'wait' });

const useStyles = makeStyles({
  status: { position: 'relative', minWidth: 0, flexShrink: 0 },
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    minHeight: '48px',
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
    borderRadius: tokens.borderRadiusCircular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '& svg': { fontSize: '18px', flexShrink: 0 },
  },
  // In a bar of 56 px: an icon while all is well, few words when it is not.
  compact: { maxWidth: '92px', padding: '2px 8px', gap: '4px', fontSize: '12px', lineHeight: '14px', whiteSpace: 'normal', borderRadius: tokens.borderRadiusLarge },
  iconOnly: { padding: '4px', margin: '0 8px', borderRadius: tokens.borderRadiusCircular },
  spoken: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
  ok: { color: stateColours.ok.foreground, backgroundColor: stateColours.ok.background },
  attention: { color: stateColours.attention.foreground, backgroundColor: stateColours.attention.background },
  no: { color: stateColours.no.foreground, backgroundColor: stateColours.no.background },
  waiting: { color: stateColours.waiting.foreground, backgroundColor: stateColours.waiting.background },
  neutral: { color: stateColours.neutral.foreground, backgroundColor: stateColours.neutral.background },
});

const ICONS = {
  saved: CheckmarkCircleRegular,
  waiting: ArrowSyncRegular,
  offline: CloudOffRegular,
  needs_you: WarningRegular,
};

/** Always in sight, in words; a tap tells the rest. */
export function SyncStatus({ formats, compact = false }: { formats: Formats; compact?: boolean }) {
  const sync = useSyncState();
  const styles = useStyles();
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const words = syncWords(sync);
  const Icon = ICONS[words.icon];
  return (
    <>
      <div className={styles.status} role="status" aria-label={intl.formatMessage({ id: 'checkIn.sync.label' })}>
        <button type="button" className={styles.button} onClick={() => setOpen(true)}>
          <span className={mergeClasses(styles.pill, styles[words.state], compact && styles.compact, compact && words.icon === 'saved' && styles.iconOnly)}>
            <Icon aria-hidden />
            <span className={compact && words.icon === 'saved' ? styles.spoken : undefined}>
              <FormattedMessage id={words.id} values={{ count: words.icon === 'needs_you' ? sync.parked : sync.waiting }} />
            </span>
            {isClockWrong(sync) && (
              <WarningRegular aria-label={intl.formatMessage({ id: 'checkIn.sync.clock.short' })} />
            )}
          </span>
        </button>
      </div>
      {open && <SyncPanel sync={sync} formats={formats} onClose={() => setOpen(false)} />}
    </>
  );
}
