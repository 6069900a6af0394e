import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { use, useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { PageTitleContext } from '../layout/page-title-context.ts';
import { type, visuallyHidden, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  section: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  space: { flex: '1 1 0' },
  hidden: visuallyHidden,
});

/** A section of a form with a heading; `actions` are placed at the heading's end. */
export function FormSection({
  title,
  actions,
  children,
}: {
  title: MessageId;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const styles = useStyles();
  const id = useId();
  const intl = useIntl();
  const titleText = intl.formatMessage({ id: title });
  const isInPageTitle = use(PageTitleContext) === titleText;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={mergeClasses(styles.head, isInPageTitle && !actions && styles.hidden)}>
        <h2 id={id} className={mergeClasses(styles.title, isInPageTitle && styles.hidden)}>
          {titleText}
        </h2>
        {actions && (
          <>
            <span className={styles.space} />
            {actions}
          </>
        )}
      </div>
      {children}
    </section>
  );
}
