/** Links that keep the language prefix of the address that one is at. */
import { Link as FluentLink } from '@fluentui/react-components';
import type { MouseEventHandler, ReactNode } from 'react';
import { useHref, useLinkClickHandler, useLocation } from 'react-router';
import { localeOfPath, withLocale } from '../i18n/locale-choice.ts';

/** Puts the present language prefix before a path of `paths`. */
export function useLocalPath(): (path: string) => string {
  const prefix = localeOfPath(useLocation().pathname);
  return (path) => withLocale(path, prefix);
}

export function LocalLink({ to, children }: { to: string; children: ReactNode }) {
  const path = useLocalPath()(to);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(path);
  return (
    <FluentLink href={useHref(path)} onClick={onClick as MouseEventHandler<HTMLElement>}>
      {children}
    </FluentLink>
  );
}
