/** Where the links of mails lead: each page takes its token from the fragment, which no server's log sees. */
import type { Locale } from '../../../../src/lib/locales.ts';
import { paths } from '../../../../src/lib/paths.ts';

const TARGETS = {
  // Open to whoever is signed out, as whoever follows it first is.
  signup: paths.register,
  recovery: paths.updatePassword,
  magiclink: paths.login,
  email_change: paths.login,
  invite: paths.updatePassword,
  invitation: paths.register,
} as const;

export type LinkName = keyof typeof TARGETS;

/** The link names that `verifyOtp` takes as its type; an invitation is ours. */
export type AuthLinkName = Exclude<LinkName, 'invitation'>;

interface Destination {
  /** Origin of the app, with or without a slash. */
  app: string;
  locale: Locale;
  /** A path of the app to go on to. */
  onwards?: string | undefined;
}

/** For a page that calls verifyOtp({token_hash, type}). */
export function authLink(name: AuthLinkName, tokenHash: string, { app, locale, onwards }: Destination): string {
  const page = `/${locale}${TARGETS[name]}`;
  const fragment = new URLSearchParams({ token_hash: tokenHash, type: name });
  if (onwards && onwards !== page && onwards !== TARGETS[name]) fragment.set('to', onwards);
  return `${new URL(page, app).href}#${fragment}`;
}

/** The guest's own page of a booking. */
export const bookingLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/view/${encodeURIComponent(token)}`, app).href;

/** The section of the settings that has a company's data, for who is signed in. */
export const companyDataLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.companySettings}?section=company`, app).href;
/** Where a member says yes or no to owning their company, for who is signed in. */
export const ownershipLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.thanksForJoining}`, app).href;

/** Where who manages a company or an organisation says yes or no to an agreement. */
export const agreementLink = (
  { app, locale }: Destination,
  asked: { side: 'company' | 'organisation'; id: string },
): string =>
  new URL(
    `/${locale}${asked.side === 'company' ? `${paths.companySettings}?section=partners` : `${paths.organisationSettings}?section=agreements&organisation=${asked.id}`}`,
    app,
  ).href;

/** Where either side reads a statement of commission. */
export const statementLink = (
  { app, locale }: Destination,
  of: { side: 'company' | 'organisation'; id: string },
): string =>
  new URL(
    `/${locale}${of.side === 'company' ? `${paths.companySettings}?section=partners` : `${paths.organisationReferrals}?organisation=${of.id}`}`,
    app,
  ).href;

/** Where an owner sees what was given up, and has it tried again. */
export const failedJobsLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.bookings}?outbox=failed`, app).href;

/** Where an owner sees what became of a receiver of webhooks, and has it told again. */
export const webhooksLink = ({ app, locale }: Destination): string =>
  new URL(`/${locale}${paths.integrations}?section=webhooks`, app).href;

/** Where the exports that go by mail are. */
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

/** Where who is signed in makes an export, by their own rights. */
export function exportLink(
  { kind, viewId, format, isBooked, firstDay, lastDay }: ExportMade,
  { app, locale }: Destination,
) {
  if (kind === 'tours') return new URL(`/${locale}${paths.toursManage}?export=file`, app).href;
  const asked = new URLSearchParams({ view: viewId ?? '', export: format });
  if (firstDay && lastDay) asked.set('days', `${isBooked ? 'created' : 'date'}.${firstDay}.${lastDay}`);
  return new URL(`/${locale}${paths.bookingsAdvanced}?${asked}`, app).href;
}

/** The file itself, for who has no account here. */
export const externalExportLink = (token: string, api: string): string =>
  new URL(`/functions/v1/scheduled-export?${new URLSearchParams({ key: token })}`, api).href;

/** Where what is due of a booking is paid. */
export const paymentLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/isolated/payment/${encodeURIComponent(token)}`, app).href;

/** Where a reader ends what is not about a booking, after a look. */
export const unsubscribeLink = (token: string, { app, locale }: Destination): string =>
  new URL(`/${locale}/booking/isolated/letters/${encodeURIComponent(token)}`, app).href;

export function invitationLink(token: string, { app, locale }: Destination): string {
  return `${new URL(`/${locale}${TARGETS.invitation}`, app).href}#${new URLSearchParams({ invitation: token })}`;
}
