import type { FluentIcon } from '@fluentui/react-icons';
import type { ComponentType } from 'react';
import type { Permission } from '../../domain/permissions.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/** Named checks besides permissions; `guards.ts` implements them. */
export type MiddlewareName = 'subscription';

/**
 * `blank` and `none` have only the menus for language and colour mode; the specification (section 2) tells them apart,
 * the app doesn't. `iframe` has not even these, for embedded pages.
 */
export type Layout = 'blank' | 'none' | 'iframe' | 'default';

export interface RouteMeta {
  /** Without language prefix, in the router's syntax. */
  path: string;
  layout: Layout;
  title: MessageId;
  /** Short label of the menu's entry. Absent, or if another entry has the same: the title. */
  menuLabel?: MessageId;
  /** Icons of the menu's entry: outlined, and filled while the screen is open. Absent: not in the menu. */
  icons?: readonly [outlined: FluentIcon, filled: FluentIcon];
  /** No sign-in check (specification, section 6). */
  isPublic?: true;
  /** Any of these opens the route; absent: every signed-in person. */
  anyOf?: readonly Permission[];
  /** Whether permissions count for the current company or across all of the person's assignments. */
  scope?: 'company' | 'person';
  middleware?: readonly MiddlewareName[];
  /** Overrides the person's colour mode while the route is shown. */
  forcedColourMode?: 'light' | 'dark';
  /** Returns false to answer with 404, "Page Not Found". */
  isValid?: (params: Readonly<Record<string, string | undefined>>) => boolean;
  sidebarCollapsed?: true;
  /** A page of booking.html, outside this app. */
  document?: 'booking';
  load?: () => Promise<{ Component: ComponentType }>;
  /** The `locales/` areas that load with the screen. Absent: the start's texts suffice, or the screen loads its own. */
  texts?: string | readonly string[];
}
