import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { type, weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '8px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px', minHeight: '28px' },
  title: { ...type.lead, margin: 0, fontWeight: weight.bold },
});

/** Section of the booking detail, the outbox and the daily close; `action` is placed at the end of its heading. */
export function Section({ title, action, children }: { title: ReactNode; action?: ReactNode; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}
