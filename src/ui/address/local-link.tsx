/** Links that keep the language prefix of the current address. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
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
  flush: { marginInlineStart: '-8px' },
});

/** Returns a function that prepends the current language prefix to a path of `paths`. */
export function useLocalPath(): (path: string) => string {
  const prefix = localeOfPath(useLocation().pathname);
  return (path) => withLocale(path, prefix);
}

export interface LocalLinkProps {
  to: string;
  /** Aligns the link's text with the text above it, by cancelling the padding. */
  isFlush?: boolean;
  children: ReactNode;
}

export function LocalLink({ to, isFlush = false, children }: LocalLinkProps) {
  const styles = useStyles();
  return (
    <Link to={useLocalPath()(to)} className={mergeClasses(styles.link, isFlush && styles.flush)}>
      {children}
    </Link>
  );
}
