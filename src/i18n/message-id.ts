import type account from '../../locales/account/en.json';
import type accounts from '../../locales/accounts/en.json';
import type agreements from '../../locales/agreements/en.json';
import type apiKeys from '../../locales/api-keys/en.json';
import type app from '../../locales/app/en.json';
import type pendingRequests from '../../locales/pending-requests/en.json';
import type audit from '../../locales/audit/en.json';
import type auth from '../../locales/auth/en.json';
import type booking from '../../locales/booking/en.json';
import type bookingTester from '../../locales/booking-tester/en.json';
import type bookings from '../../locales/bookings/en.json';
import type bookingsAdvanced from '../../locales/bookings-advanced/en.json';
import type calendar from '../../locales/calendar/en.json';
import type calendarFeeds from '../../locales/calendar-feeds/en.json';
import type checkIn from '../../locales/check-in/en.json';
import type codes from '../../locales/codes/en.json';
import type commission from '../../locales/commission/en.json';
import type companies from '../../locales/companies/en.json';
import type companySettings from '../../locales/company-settings/en.json';
import type companyTeam from '../../locales/company-team/en.json';
import type dashboard from '../../locales/dashboard/en.json';
import type detail from '../../locales/detail/en.json';
import type mfa from '../../locales/mfa/en.json';
import type guards from '../../locales/guards/en.json';
import type guidePay from '../../locales/guide-pay/en.json';
import type guideTime from '../../locales/guide-time/en.json';
import type importing from '../../locales/import/en.json';
import type integrations from '../../locales/integrations/en.json';
import type join from '../../locales/join/en.json';
import type guideSchedule from '../../locales/guide-schedule/en.json';
import type emailTemplates from '../../locales/email-templates/en.json';
import type organisationSettings from '../../locales/organisation-settings/en.json';
import type departureOverrides from '../../locales/departure-overrides/en.json';
import type partnerBookings from '../../locales/partner-bookings/en.json';
import type patterns from '../../locales/patterns/en.json';
import type providers from '../../locales/providers/en.json';
import type referrals from '../../locales/referrals/en.json';
import type registration from '../../locales/registration/en.json';
import type reportTourNumbers from '../../locales/report-tour-numbers/en.json';
import type rollCall from '../../locales/roll-call/en.json';
import type scheduledExports from '../../locales/scheduled-exports/en.json';
import type shared from '../../locales/shared/en.json';
import type tours from '../../locales/tours/en.json';
import type toursManage from '../../locales/tours-manage/en.json';
import type webhooks from '../../locales/webhooks/en.json';

/** The id of a translated text; the English catalogues define them all. */
export type MessageId = keyof (typeof account &
  typeof accounts &
  typeof agreements &
  typeof apiKeys &
  typeof app &
  typeof pendingRequests &
  typeof audit &
  typeof auth &
  typeof booking &
  typeof bookingTester &
  typeof bookings &
  typeof bookingsAdvanced &
  typeof calendar &
  typeof calendarFeeds &
  typeof checkIn &
  typeof codes &
  typeof commission &
  typeof companies &
  typeof companySettings &
  typeof companyTeam &
  typeof dashboard &
  typeof detail &
  typeof mfa &
  typeof guards &
  typeof guidePay &
  typeof guideTime &
  typeof importing &
  typeof integrations &
  typeof join &
  typeof guideSchedule &
  typeof emailTemplates &
  typeof organisationSettings &
  typeof departureOverrides &
  typeof partnerBookings &
  typeof patterns &
  typeof providers &
  typeof referrals &
  typeof registration &
  typeof reportTourNumbers &
  typeof rollCall &
  typeof scheduledExports &
  typeof shared &
  typeof tours &
  typeof toursManage &
  typeof webhooks);
