/** Layout of the auth pages: product name, heading, one panel. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BrandMark } from '../ui/theme/brand-mark.tsx';
import { WIDE } from '../ui/theme/breakpoints.ts';
import { gutter, type, weight } from '../ui/theme/sizes.ts';

export const accountPanel = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '16px',
  padding: '24px',
  backgroundColor: tokens.colorNeutralBackground1,
  border: `1px solid ${tokens.colorNeutralStroke2}`,
  borderRadius: tokens.borderRadiusXLarge,
  boxShadow: tokens.shadow4,
  '& p': { margin: 0 },
  '& strong': { overflowWrap: 'anywhere' },
} as const;

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
  roomy: { maxWidth: '560px' },
  intro: { display: 'grid', justifyItems: 'center', gap: '8px', textAlign: 'center', maxWidth: '52ch' },
  name: { ...type.hero, fontWeight: weight.bold, display: 'flex', alignItems: 'center', gap: '12px', margin: 0 },
  // Narrow enough that the lines break at the same words in Inter and in the font that replaces it.
  about: { margin: 0, color: tokens.colorNeutralForeground2, textWrap: 'balance', maxWidth: '20rem' },
  panel: accountPanel,
  heading: { ...type.title, fontWeight: weight.bold, margin: 0 },
  options: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '0 16px' },
});

export interface AccountFrameProps {
  title: ReactNode;
  about?: ReactNode;
  /** Wider, for longer forms. */
  roomy?: boolean;
  children: ReactNode;
  /** Content beside the panel; receives the panel's class. */
  aside?(panel: string): ReactNode;
  /** Links to other auth pages, below the panel. */
  links?: ReactNode;
}

export function AccountFrame({ title, about, roomy = false, children, aside, links }: AccountFrameProps) {
  const styles = useStyles();
  return (
    <div className={styles.page}>
      <header className={styles.intro}>
        <h1 className={styles.name} tabIndex={-1} data-page-heading>
          <BrandMark size={40} />
          <FormattedMessage id="app.name" />
        </h1>
        {about && <p className={styles.about}>{about}</p>}
      </header>
      <div className={mergeClasses(styles.columns, roomy && styles.roomy)}>
        <section className={styles.panel}>
          <h2 className={styles.heading}>{title}</h2>
          {children}
        </section>
        {aside?.(styles.panel)}
      </div>
      {links && <nav className={styles.options}>{links}</nav>}
    </div>
  );
}
