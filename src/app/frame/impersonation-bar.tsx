import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { FAILURE_TEXTS } from '../../ui/failure-texts.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../session/session.ts';
import { useLocalPath } from '../../ui/local-link.tsx';
import { notify } from '../../ui/notifications.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '16px',
    padding: '4px 16px',
    backgroundColor: stateColours.attention.strong,
    color: stateColours.attention.onStrong,
    fontWeight: tokens.fontWeightSemibold,
  },
  // One line, however long the name is: the bar stands above every page.
  who: { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  end: {
    flexShrink: 0,
    color: stateColours.attention.onStrong,
    backgroundColor: 'transparent',
    border: `1px solid ${stateColours.attention.onStrong}`,
    ':hover': { color: stateColours.attention.onStrong, backgroundColor: 'transparent', textDecorationLine: 'underline' },
    ':hover:active': { color: stateColours.attention.onStrong, backgroundColor: 'transparent' },
  },
});

/** Names the company that one acts for, and ends it with one tap. */
export function ImpersonationBar({ companyName }: { companyName: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const navigate = useNavigate();
  const home = useLocalPath()(paths.home);
  const [busy, setBusy] = useState(false);

  async function end(): Promise<void> {
    setBusy(true);
    const answer = await session.impersonate(null);
    setBusy(false);
    if (answer.ok) await navigate(home);
    else
      notify({
        intent: 'error',
        title: intl.formatMessage({ id: 'impersonate.endFailed' }),
        text: intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }),
      });
  }

  return (
    <div className={styles.bar} role="region" aria-label={intl.formatMessage({ id: 'impersonate.region' })}>
      <span className={styles.who} title={companyName}>
        <FormattedMessage id="impersonate.actingFor" values={{ company: companyName }} />
      </span>
      <Button className={styles.end} onClick={() => void end()} disabledFocusable={busy}>
        <FormattedMessage id="impersonate.end" />
      </Button>
    </div>
  );
}
