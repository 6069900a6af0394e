/** The app's dialog forms with minimal props, and what is filled in before saving. */
import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { EmailDialog } from '../../src/app/frame/account/email-dialog.tsx';
import { EmergencyContactDialog } from '../../src/app/frame/account/emergency-contact-dialog.tsx';
import { PasswordDialog } from '../../src/app/frame/account/password-dialog.tsx';
import { ProfileDialog } from '../../src/app/frame/account/profile-dialog.tsx';
import { DeleteViewDialog } from '../../src/company/bookings/advanced/views/delete-view-dialog.tsx';
import { SaveViewDialog } from '../../src/company/bookings/advanced/views/save-view-dialog.tsx';
import { CodeDialog } from '../../src/company/company-settings/code-dialog.tsx';
import { PayRuleDialog } from '../../src/company/company-settings/pay-rule-dialog.tsx';
import { OfferOwnershipDialog } from '../../src/company/company-team/offer-ownership-dialog.tsx';
import { KeyDialog } from '../../src/company/integrations/api-keys/key-dialog.tsx';
import { RevokeKey } from '../../src/company/integrations/api-keys/revoke-key.tsx';
import { RotateKey } from '../../src/company/integrations/api-keys/rotate-key.tsx';
import { WebhookActionDialog } from '../../src/company/integrations/webhooks/webhook-action-dialog.tsx';
import { WebhookDialog } from '../../src/company/integrations/webhooks/webhook-dialog.tsx';
import { ConfirmActionDialog as TourAskDialog } from '../../src/company/tours-manage/confirm-action-dialog.tsx';
import { BlackoutDialog } from '../../src/company/tours-manage/dates/blackout-dialog.tsx';
import { DepartureDialog } from '../../src/company/tours-manage/dates/departure-dialog.tsx';
import { OccurrenceDialog } from '../../src/company/tours-manage/dates/occurrence-dialog.tsx';
import { useTourActions } from '../../src/company/tours-manage/use-tour-actions.ts';
import type { Agreement } from '../../src/data/agreements.ts';
import type { ApiKey } from '../../src/data/api-keys.ts';
import type { SavedView } from '../../src/data/bookings/views.ts';
import type { CalendarFeed } from '../../src/data/calendar-feeds.ts';
import type { Code } from '../../src/data/codes.ts';
import type { OverseenCompany } from '../../src/data/companies.ts';
import type { PayRule } from '../../src/data/guide-pay.ts';
import type { OwnAccount } from '../../src/data/own-account.ts';
import type { ReferralPartner } from '../../src/data/referrals.ts';
import type { ScheduledExport, ScheduledExports } from '../../src/data/scheduled-exports.ts';
import type { TeamMember } from '../../src/data/team.ts';
import type { WebhookEndpoint } from '../../src/data/webhooks.ts';
import { CompanyStatusDialog } from '../../src/organisation/companies/company-status-dialog.tsx';
import { LinkDialog } from '../../src/organisation/referrals/link-dialog.tsx';
import { LimitDialog } from '../../src/features/partner-accounts/limit-dialog.tsx';
import { AgreementDialog } from '../../src/features/agreements/agreement-dialog.tsx';
import { AllotmentsDialog } from '../../src/features/agreements/allotments-dialog.tsx';
import { ProposalDialog } from '../../src/features/agreements/proposal-dialog.tsx';
import { ConfirmFeedChangeDialog } from '../../src/features/calendar-feed/confirm-feed-change-dialog.tsx';
import { DeleteExport } from '../../src/features/scheduled-exports/delete-export.tsx';
import { AddFactor } from '../../src/features/mfa/add-factor.tsx';
import { InviteDialog } from '../../src/features/team/invite-dialog.tsx';
import { RolesDialog } from '../../src/features/team/roles-dialog.tsx';
import { useTeamMutations } from '../../src/features/team/use-team.ts';
import { uuid } from './booking-data.ts';
import { READ, SCHEDULES, TOUR } from './tours-manage-data.ts';

const company = uuid(1);
const onClose = () => undefined;
const ZONE = 'Europe/Copenhagen';

const KEY = {
  id: uuid(2),
  name: 'Website',
  scopes: ['tours_read'],
  addresses: [],
  lastDay: null,
  version: 1,
} as unknown as ApiKey;
const ENDPOINT = {
  id: uuid(3),
  url: 'https://hooks.example.com/muster',
  description: 'Bookkeeping',
  events: ['booking.created'],
  hasPersonalData: false,
  version: 3,
} as unknown as WebhookEndpoint;
const CODE = {
  id: uuid(4),
  code: 'SUMMER',
  kind: 'percentage',
  percent: 10,
  amount: null,
  tours: [],
  firstDay: null,
  lastDay: null,
  maxUses: null,
  isDisabled: false,
  note: null,
  version: 1,
} as unknown as Code;
const RULE: PayRule = {
  id: uuid(5),
  kind: 'per_tour',
  amount: 45_000,
  currency: 'DKK',
  minGuests: null,
  fromTime: null,
  tourId: null,
  userId: null,
  firstDay: '2027-01-01',
  lastDay: null,
  version: 1,
};
const RULES = { changesFrom: '2027-01-01', rules: [RULE], tours: [], people: [] };
const AGREEMENT = {
  id: uuid(6),
  counterpart: 'City Stays',
  otherId: uuid(7),
  slug: 'city-stays',
  agreementStatus: 'active',
  terms: { kind: 'percent', percent: 10, tours: [], click: 'last', windowDays: 30 },
  currency: 'DKK',
  proposed: null,
  allotments: [],
  account: { limit: 500_000, currency: 'DKK' },
  owed: [],
  tours: [{ id: TOUR, titles: { en: 'Harbour walk' } }],
  sharesGuests: false,
} as unknown as Agreement;
const ACCOUNT = {
  user: { userId: uuid(8), email: 'ada@muster.test' },
  newEmail: null,
  displayName: 'Ada',
  locale: 'en',
  factors: 0,
  emergency: null,
} as OwnAccount;
const MEMBER = { id: uuid(9), name: 'Bo', roles: ['office'], isLastOwner: false } as unknown as TeamMember;
const PARTNER = {
  organisation: company,
  company: uuid(11),
  name: 'Harbour Walks',
  isActive: true,
  tours: [],
} as unknown as ReferralPartner;
const VIEW = { search: '', filter: null, sort: 'upcoming', columns: null } as const;
const EDITED = { ...READ, companyId: company };

function AskToPause() {
  const acts = useTourActions({ company, tour: TOUR, onDone: () => undefined });
  return <TourAskDialog action="pause" actions={acts} version={3} onClose={onClose} />;
}
function Invite() {
  return <InviteDialog team={{ company }} saving={useTeamMutations({ company }).inviting} onClose={onClose} />;
}
function Roles() {
  return (
    <RolesDialog team={{ company }} member={MEMBER} saving={useTeamMutations({ company }).changing} onClose={onClose} />
  );
}

const fill = async (name: string, text: string) => page.getByRole('textbox', { name }).fill(text);

export interface SweptForm {
  name: string;
  form: ReactNode;
  fill?(): Promise<void>;
}

export const SWEPT_FORMS: readonly SweptForm[] = [
  { name: 'revoke a key', form: <RevokeKey company={company} apiKey={KEY} onClose={onClose} /> },
  { name: 'replace a key', form: <RotateKey company={company} apiKey={KEY} onCreated={onClose} onClose={onClose} /> },
  {
    name: 'change a key',
    form: <KeyDialog company={company} tours={[]} apiKey={KEY} onCreated={onClose} onClose={onClose} />,
  },
  {
    name: 'change a webhook',
    form: <WebhookDialog company={company} endpoint={ENDPOINT} onClose={onClose} onSecret={onClose} />,
  },
  {
    name: 'delete a webhook',
    form: (
      <WebhookActionDialog company={company} act="delete" endpoint={ENDPOINT} onClose={onClose} onSecret={onClose} />
    ),
  },
  {
    name: 'delete an export',
    form: (
      <DeleteExport
        company={company}
        export={{ id: uuid(12), kind: 'tours' } as ScheduledExport}
        response={{ people: [], timeZone: 'UTC' } as unknown as ScheduledExports}
        onClose={onClose}
      />
    ),
  },
  {
    name: 'switch a calendar feed off',
    form: (
      <ConfirmFeedChangeDialog
        company={company}
        feed={{ id: uuid(13) } as CalendarFeed}
        name="All"
        action="off"
        onClose={onClose}
      />
    ),
  },
  {
    name: 'delete a view',
    form: (
      <DeleteViewDialog
        company={company}
        view={{ id: uuid(14), name: 'Mine' } as SavedView}
        onDeleted={onClose}
        onClose={onClose}
      />
    ),
  },
  {
    name: 'save a view',
    form: <SaveViewDialog company={company} opened={null} current={VIEW} onSaved={onClose} onClose={onClose} />,
    fill: () => fill('Name', 'Mine'),
  },
  {
    name: 'change a code',
    form: <CodeDialog company={company} currency="DKK" tours={[]} code={CODE} onClose={onClose} />,
  },
  {
    name: 'change a pay rule',
    form: <PayRuleDialog company={company} currency="DKK" payRules={RULES} rule={RULE} onClose={onClose} />,
  },
  {
    name: 'offer the ownership',
    form: <OfferOwnershipDialog company={company} member={MEMBER} currentUserIsMember onClose={onClose} />,
  },
  {
    name: 'invite',
    form: <Invite />,
    fill: async () => {
      await fill('Email addresses', 'bo@muster.test');
      await page.getByRole('checkbox', { name: /^Guide Checks/ }).click();
    },
  },
  { name: 'change roles', form: <Roles /> },
  { name: 'limit an account', form: <LimitDialog owner={company} agreement={AGREEMENT} onClose={onClose} /> },
  {
    name: 'end an agreement',
    form: <AgreementDialog owner={company} agreement={AGREEMENT} act="end" onClose={onClose} />,
  },
  { name: 'set allotments', form: <AllotmentsDialog owner={company} agreement={AGREEMENT} onClose={onClose} /> },
  {
    name: 'propose terms',
    form: (
      <ProposalDialog of={{ company }} agreement={AGREEMENT} currency="DKK" defaultCommission={10} onClose={onClose} />
    ),
  },
  {
    name: 'switch a company off',
    form: (
      <CompanyStatusDialog
        company={{ id: uuid(15), name: 'Walks', isActive: true, hasActiveSubscription: true } as OverseenCompany}
        owner={company}
        onClose={onClose}
      />
    ),
    fill: () => fill('Reason', 'Not paid'),
  },
  {
    name: 'make a referral link',
    form: <LinkDialog organisation={company} partners={[PARTNER]} onClose={onClose} />,
    fill: () => fill('Placement', 'Lobby'),
  },
  { name: 'pause a tour', form: <AskToPause /> },
  {
    name: 'add a departure',
    form: <DepartureDialog company={company} tour={TOUR} loadedTour={EDITED as never} onClose={onClose} />,
    fill: async () => {
      await fill('Date', '6/6/2028');
      await fill('Time', '18:00');
    },
  },
  {
    name: 'add days off',
    form: <BlackoutDialog company={company} tour={TOUR} blackout={null} timeZone={ZONE} onClose={onClose} />,
    fill: () => fill('First day', '2028-05-01'),
  },
  {
    name: 'add a date',
    form: (
      <OccurrenceDialog
        company={company}
        tour={TOUR}
        schedule={SCHEDULES.schedules[0]!}
        date={null}
        timeZone={ZONE}
        languages={['en']}
        onDone={onClose}
        onClose={onClose}
      />
    ),
    fill: () => fill('Date', '6/6/2028'),
  },
  { name: 'change the profile', form: <ProfileDialog account={ACCOUNT} onClose={onClose} /> },
  { name: 'name an emergency contact', form: <EmergencyContactDialog account={ACCOUNT} onClose={onClose} /> },
  {
    name: 'change the email address',
    form: <EmailDialog account={ACCOUNT} onClose={onClose} />,
    fill: () => fill('New email address', 'ada2@muster.test'),
  },
  {
    name: 'change the password',
    form: <PasswordDialog account={ACCOUNT} onClose={onClose} />,
    fill: async () => {
      for (const field of page.getByLabelText(/assword/).elements())
        if (field instanceof HTMLInputElement) await page.elementLocator(field).fill('correct horse battery 42');
    },
  },
  { name: 'add an authenticator', form: <AddFactor factors={[]} onClose={onClose} /> },
];
