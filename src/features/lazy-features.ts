/**
 * Features that are loaded on demand with their texts. None is precached (build/precache.ts), as most need a network. A
 * static import here would add its feature to every screen that opens another one.
 */
import { lazyWithTexts } from '../ui/loading/lazy-component.tsx';

export const AccountPanel = lazyWithTexts(
  () => import('./partner-accounts/account-panel.tsx').then((module) => module.AccountPanel),
  ['accounts'],
);

export const AddFactor = lazyWithTexts(
  () => import('./mfa/add-factor.tsx').then((module) => module.AddFactor),
  ['registration', 'patterns'],
);

export const AgreementsSection = lazyWithTexts(
  () => import('./agreements/agreements-section.tsx').then((module) => module.AgreementsSection),
  ['agreements'],
);

export const ChangeDialog = lazyWithTexts(
  () => import('./departure-changes/change-dialog.tsx').then((module) => module.ChangeDialog),
  ['patterns', 'calendar'],
);

export const CommissionSection = lazyWithTexts(
  () => import('./commission/commission-section.tsx').then((module) => module.CommissionSection),
  ['commission'],
);

export const DepartureOverridesDialog = lazyWithTexts(
  () =>
    import('./departure-overrides/departure-overrides-dialog.tsx').then((module) => module.DepartureOverridesDialog),
  ['patterns', 'calendar', 'departure-overrides'],
);

export const ImportBookings = lazyWithTexts(
  () => import('./import/import-bookings.tsx').then((module) => module.ImportBookings),
  ['patterns', 'import'],
);

export const ImportTours = lazyWithTexts(
  () => import('./import/import-tours.tsx').then((module) => module.ImportTours),
  ['patterns', 'import'],
);

export const InviteCompany = lazyWithTexts(
  () => import('./agreements/invite-company.tsx').then((module) => module.InviteCompany),
  ['agreements'],
);

export const LimitDialog = lazyWithTexts(
  () => import('./partner-accounts/limit-dialog.tsx').then((module) => module.LimitDialog),
  ['accounts'],
);

export const OwnFeed = lazyWithTexts(
  () => import('./calendar-feed/own-feed.tsx').then((module) => module.OwnFeed),
  ['calendar-feeds'],
);

export const ScheduledExports = lazyWithTexts(
  () => import('./scheduled-exports/exports-section.tsx').then((module) => module.ScheduledExportsSection),
  ['patterns', 'scheduled-exports'],
);
