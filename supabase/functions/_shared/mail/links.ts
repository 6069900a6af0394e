/** Links in mails. Auth tokens are in the fragment, which servers do not log. */
import type { Locale } from '../../../../src/lib/locales.ts';
import { paths } from '../../../../src/lib/paths.ts';

const TARGETS = {
  // Pages that signed-out people can open.
  signup: paths.register,
  recovery: paths.updatePassword,
  magiclink: paths.login,
  email_change: paths.login,
  invite: paths.updatePassword,
  invitation: paths.register,
} as const;

export type LinkName = keyof typeof TARGETS;

/** Link names that `verifyOtp` accepts as its type; invitations are ours. */
export type AuthLinkName = Exclude<LinkName, 'invitation'>;

interface Destination {
  /** Origin of the app, with or without a trailing slash. */
  app: string;
  locale: Locale;
  /** Path of the app to continue to. */
  onwards?: string | undefined;
}

/** Returns a link to a page that calls verifyOtp({token_hash, type}). */
export function authLink(name: AuthLinkName, tokenHash: string, { app, locale, onwards }: Destination): string {
  const page = `/${locale}${TARGETS[name]}`;
  const fragment = new URLSearchParams({ token_hash: tokenHash, type: name });
  if (onwards && onwards !== page && onwards !== TARGETS[name]) fragment.set('to', onwards);
  return `${new URL(page, app).href}#${fragment}`;
}

export const bookingLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/view/${encodeURIComponent(token)}`, app).href;

export const companyDataLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.companySettings}?section=company`, app).href;
export const ownershipLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.thanksForJoining}`, app).href;

export const agreementLink = (
  { app, locale }: Destination,
  party: { side: 'company' | 'organisation'; id: string },
): string =>
  new URL(
    `/${locale}${party.side === 'company' ? `${paths.companySettings}?section=partners` : `${paths.organisationSettings}?section=agreements&organisation=${party.id}`}`,
    app,
  ).href;

export const statementLink = (
  { app, locale }: Destination,
  of: { side: 'company' | 'organisation'; id: string },
): string =>
  new URL(
    `/${locale}${of.side === 'company' ? `${paths.companySettings}?section=partners` : `${paths.organisationReferrals}?organisation=${of.id}`}`,
    app,
  ).href;

/** Returns the link to the failed jobs, where owners retry them. */
export const failedJobsLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.bookings}?outbox=failed`, app).href;

export const webhooksLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.integrations}?section=webhooks`, app).href;

export const exportsLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.integrations}?section=files`, app).href;

export interface ExportMade {
  kind: 'bookings' | 'tours';
  viewId: string | null;
  format: string;
  isBooked: boolean;
  firstDay: string | null;
  lastDay: string | null;
}

/** Returns the link that makes an export with the signed-in person's own rights. */
export function exportLink(
  { kind, viewId, format, isBooked, firstDay, lastDay }: ExportMade,
  { app, locale }: Destination,
) {
  if (kind === 'tours') return new URL(`/${locale}${paths.toursManage}?export=file`, app).href;
  const query = new URLSearchParams({ view: viewId ?? '', export: format });
  if (firstDay && lastDay) query.set('days', `${isBooked ? 'created' : 'date'}.${firstDay}.${lastDay}`);
  return new URL(`/${locale}${paths.bookingsAdvanced}?${query}`, app).href;
}

/** Returns the download link of an export for recipients without an account. */
export const externalExportLink = (token: string, api: string): string =>
  new URL(`/functions/v1/scheduled-export?${new URLSearchParams({ key: token })}`, api).href;

export const paymentLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/isolated/payment/${encodeURIComponent(token)}`, app).href;

export const unsubscribeLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/isolated/unsubscribe/${encodeURIComponent(token)}`, app).href;

export function invitationLink(token: string, { app, locale }: Destination): string {
  return `${new URL(`/${locale}${TARGETS.invitation}`, app).href}#${new URLSearchParams({ invitation: token })}`;
}
