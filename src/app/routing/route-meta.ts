/** What the table of routes says of each. */
import type { ComponentType } from 'react';
import type { Permission } from '../../domain/permissions.ts';
import type { MessageId } from '../../i18n/message-id.ts';

/** The named checks that a route may ask for beside its permissions; `guards.ts` holds them. */
export type MiddlewareName = 'subscription';

export type Layout = 'blank' | 'none' | 'iframe' | 'default';

export interface RouteMeta {
  /** Without language prefix, as the router reads it. */
  path: string;
  layout: Layout;
  title: MessageId;
  /** No sign-in check (section 6). */
  isPublic?: true;
  /** Any of these opens it; absent: everybody who is signed in. */
  anyOf?: readonly Permission[];
  /** Whose permissions count: the company's that one acts for, or all of the person's. */
  scope?: 'company' | 'person';
  middleware?: readonly MiddlewareName[];
  /** Overrides the person's colour mode while the route is shown. */
  forcedColourMode?: 'light' | 'dark';
  /** False: the route answers 404, "Page Not Found". */
  isValid?: (params: Readonly<Record<string, string | undefined>>) => boolean;
  sidebarCollapsed?: true;
  /** A page of booking.html, outside this app. */
  document?: 'booking';
  load?: () => Promise<{ Component: ComponentType }>;
  /** The areas of `locales/` that come with the screen; none where the start has its texts already. */
  texts?: string | readonly string[];
}
