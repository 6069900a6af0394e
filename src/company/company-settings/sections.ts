/** The sections of the settings in order. A new section is one file, its id and its row here. */
import type { ComponentType } from 'react';
import * as v from 'valibot';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { ContactFields } from '../../features/settings/contact-fields.tsx';
import type { SectionEntry } from '../../ui/layout/sections.tsx';
import { useUrlState } from '../../ui/address/use-url-state.ts';
import { AuditSection } from './audit-section.tsx';
import { BookingFields } from './booking-fields.tsx';
import { CompanySection } from './company-section.tsx';
import { DocumentFields } from './document-fields.tsx';
import { GuestFields } from './guest-fields.tsx';
import { GuestDataRequest } from './guest-data-request.tsx';
import { CodesSection, MfaSection, EmailTemplatesSection, PaySection } from './lazy-sections.ts';
import { PartnersSection } from './partners-section.tsx';
import { PaymentSection } from './payment-section.tsx';
import { PublicPage } from './public-page.tsx';
import type { SettingsFieldsProps, SettingsSectionProps } from './section-props.ts';
import { TicketKeysSection } from './ticket-keys-section.tsx';
import { ZoneAndCurrency } from './zone-and-currency.tsx';

const SECTION_IDS = [
  'profile',
  'page',
  'place',
  'bookings',
  'payment',
  'codes',
  'documents',
  'tickets',
  'email-templates',
  'pay',
  'guests',
  'partners',
  'signIn',
  'company',
  'log',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export interface SettingsSection extends SectionEntry<SectionId> {
  /** Fields that are part of the common form, and their names. */
  Fields?: ComponentType<SettingsFieldsProps>;
  names?: readonly (keyof CompanySettingsFormValues)[];
  /** A section that saves on its own. */
  Content?: ComponentType<SettingsSectionProps>;
  /** Whether the section scrolls itself. */
  fill?: true;
}

export const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'profile',
    title: 'settings.section.profile',
    Fields: ContactFields,
    names: ['name', 'contactEmail', 'contactPhone', 'defaultLocale'],
  },
  {
    id: 'page',
    title: 'settings.section.public',
    Fields: PublicPage,
    names: ['slug', 'brandColour', 'termsUrl', 'embedOrigins'],
  },
  { id: 'place', title: 'settings.section.place', Fields: ZoneAndCurrency, names: ['timeZone', 'currency'] },
  {
    id: 'bookings',
    title: 'settings.section.booking',
    Fields: BookingFields,
    names: ['bookingCutOffMinutes', 'cancellationCutOffHours', 'guestsMayMove', 'holdMinutes', 'attendanceRule'],
  },
  { id: 'payment', title: 'settings.section.payment', Content: PaymentSection },
  { id: 'codes', title: 'settings.section.codes', Content: CodesSection },
  {
    id: 'documents',
    title: 'settings.section.documents',
    Fields: DocumentFields,
    names: ['legalName', 'legalAddress', 'vatNumber', 'documentNote'],
  },
  { id: 'tickets', title: 'settings.section.tickets', Content: TicketKeysSection },
  { id: 'email-templates', title: 'settings.section.emailTemplates', Content: EmailTemplatesSection },
  { id: 'pay', title: 'settings.section.pay', Content: PaySection },
  {
    id: 'guests',
    title: 'settings.section.guests',
    Fields: GuestFields,
    names: ['retentionMonths'],
    Content: GuestDataRequest,
  },
  { id: 'partners', title: 'settings.section.partners', Content: PartnersSection },
  { id: 'signIn', title: 'settings.section.signIn', Content: MfaSection },
  { id: 'company', title: 'settings.section.company', Content: CompanySection },
  { id: 'log', title: 'settings.section.log', Content: AuditSection, fill: true },
];

export const sectionOf = (name: keyof CompanySettingsFormValues) =>
  SECTIONS.find(({ names }) => names?.includes(name))!.id;

const SHAPE = v.object({ section: v.fallback(v.nullish(v.picklist(SECTION_IDS), null), null) });

/** URL state: the open section, or null. */
export const useSectionUrl = () => useUrlState(SHAPE);
