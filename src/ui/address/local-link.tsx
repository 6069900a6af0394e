/** Links that keep the language prefix of the current address. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { localeOfPath, withLocale } from '../../i18n/locale-choice.ts';
import { touchTarget, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: touchTarget,
    padding: '0 8px',
    color: tokens.colorBrandForegroundLink,
    fontWeight: weight.bold,
    textUnderlineOffset: '3px',
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { color: tokens.colorBrandForegroundLinkHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** Returns a function that prepends the current language prefix to a path of `paths`. */
export function useLocalPath(): (path: string) => string {
  const prefix = localeOfPath(useLocation().pathname);
  return (path) => withLocale(path, prefix);
}

export function LocalLink({ to, children }: { to: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <Link to={useLocalPath()(to)} className={styles.link}>
      {children}
    </Link>
  );
}
