import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { FailureCode } from '../domain/result.ts';
import { session } from '../session/session.ts';
import { WIDE } from '../ui/theme/breakpoints.ts';
import { gutter, type, weight } from '../ui/theme/sizes.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { DemoPeople } from './demo-people.tsx';
import { LoginForm, type Credentials } from './login-form.tsx';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    justifyItems: 'center',
    gap: '24px',
    boxSizing: 'border-box',
    padding: `32px ${gutter}`,
    [`@media ${WIDE}`]: { alignContent: 'center', minHeight: 'calc(100dvh - 64px)' },
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '24px',
    width: '100%',
    maxWidth: '420px',
    '&:has([data-demo])': {
      [`@media ${WIDE}`]: { maxWidth: '880px', gridTemplateColumns: '1fr 1fr', alignItems: 'start' },
    },
  },
  intro: { display: 'grid', justifyItems: 'center', gap: '8px', textAlign: 'center', maxWidth: '52ch' },
  name: { ...type.hero, fontWeight: weight.bold, display: 'flex', alignItems: 'center', gap: '12px', margin: 0 },
  about: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'balance' },
  panel: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    padding: '24px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow4,
  },
  heading: { ...type.lead, fontWeight: weight.bold, margin: 0 },
});

/** /login: the guard leads on as soon as the session says who is here. */
export function LoginPage() {
  const styles = useStyles();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FailureCode | null>(null);

  async function signIn(given: Credentials): Promise<void> {
    setCredentials(given);
    setFailure(null);
    setBusy(true);
    try {
      const answer = await session.signIn(given.email, given.password);
      if (!answer.ok) setFailure(answer.code);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.name} tabIndex={-1} data-page-heading>
          <BrandMark size={40} />
          <FormattedMessage id="app.name" />
        </h1>
        <p className={styles.about}>
          <FormattedMessage id="login.about" />
        </p>
      </header>
      <div className={styles.columns}>
        <section className={styles.panel}>
          <h2 className={styles.heading}>
            <FormattedMessage id="login.title" />
          </h2>
          <LoginForm
            credentials={credentials}
            onChange={setCredentials}
            onSubmit={signIn}
            busy={busy}
            failure={failure}
          />
        </section>
        <DemoPeople busy={busy} onPick={signIn} className={styles.panel} />
      </div>
    </div>
  );
}
