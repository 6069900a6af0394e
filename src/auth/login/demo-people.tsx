/** People of the embedded demo, signed in with one tap. Renders nothing elsewhere. */
import { Button, Text, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Demo } from '../../data/demo.ts';
import { RoleName } from '../../ui/format/role-name.tsx';
import type { Credentials } from './login-form.tsx';
import { barHeight, type, weight } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  heading: { ...type.lead, fontWeight: weight.bold, margin: 0 },
  people: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  person: { width: '100%', minHeight: barHeight, justifyContent: 'flex-start', textAlign: 'start' },
  text: { display: 'grid', minWidth: 0 },
  place: { color: tokens.colorNeutralForeground3 },
});

export function DemoPeople(props: {
  busy: boolean;
  onPick: (credentials: Credentials) => Promise<void>;
  className: string;
}) {
  const styles = useStyles();
  const [demo, setDemo] = useState<Demo | null>(null);

  useEffect(() => {
    let current = true;
    void import('../../data/demo.ts').then(({ loadDemo }) => loadDemo()).then((found) => current && setDemo(found));
    return () => {
      current = false;
    };
  }, []);

  if (!demo) return null;
  return (
    <section className={props.className} data-demo>
      <h2 className={styles.heading}>
        <FormattedMessage id="login.demo.title" />
      </h2>
      <ul className={styles.people}>
        {demo.people.map(({ email, name, role, place }) => (
          <li key={email}>
            <Button
              className={styles.person}
              disabledFocusable={props.busy}
              onClick={() => void props.onPick({ email, password: demo.password })}
            >
              <span className={styles.text}>
                <Text weight="semibold">{name}</Text>
                <Text size={200} className={styles.place}>
                  {place ? (
                    <FormattedMessage id="login.demo.place" values={{ role: <RoleName role={role} />, place }} />
                  ) : (
                    <RoleName role={role} />
                  )}
                </Text>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
