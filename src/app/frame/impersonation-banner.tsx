import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { leaveAfterAsking } from '../../ui/form/dirty-forms.ts';
import { explainRefusalsAsActing, FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../session/session.ts';
import { useLocalPath } from '../../ui/address/local-link.tsx';
import { notify } from '../../ui/toasts/notifications.ts';
import { gutter, weight } from '../../ui/theme/sizes.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    minHeight: '32px',
    padding: `0 ${gutter}`,
    fontSize: tokens.fontSizeBase200,
    backgroundColor: stateColours.attention.strong,
    color: stateColours.attention.onStrong,
    fontWeight: weight.bold,
  },
  // Truncated to one line, as the banner is above every page.
  person: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  // The hit target extends beyond the one-line bar.
  end: {
    position: 'relative',
    flexShrink: 0,
    padding: '4px 0',
    border: 'none',
    font: 'inherit',
    textDecorationLine: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
    '::after': { content: '""', position: 'absolute', insetInline: '-12px', insetBlock: '-10px' },
    ':hover': { textDecorationThickness: '2px' },
    ':focus-visible': { outline: `2px solid ${stateColours.attention.onStrong}`, outlineOffset: '2px' },
    color: stateColours.attention.onStrong,
    backgroundColor: 'transparent',
  },
});

/** Names the company that the person is acting for, with a button to stop. */
export function ImpersonationBanner({ companyName }: { companyName: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    explainRefusalsAsActing(true);
    return () => explainRefusalsAsActing(false);
  }, []);

  async function end(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const result = await session.impersonate(null);
    setBusy(false);
    if (result.ok) await navigate(home);
    else
      notify({
        intent: 'error',
        title: intl.formatMessage({ id: 'impersonate.endFailed' }),
        text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }),
      });
  }

  return (
    <div className={styles.bar} role="region" aria-label={intl.formatMessage({ id: 'impersonate.region' })}>
      <span className={styles.person} title={companyName}>
        <FormattedMessage id="impersonate.actingFor" values={{ company: companyName }} />
      </span>
      <button
        type="button"
        className={styles.end}
        onClick={() => leaveAfterAsking(() => void end())}
        aria-disabled={busy}
      >
        <FormattedMessage id="impersonate.end" />
      </button>
    </div>
  );
}
