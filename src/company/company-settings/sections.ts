/** The sections of the settings in order. A new section is one file, its id and its row here. */
import type { ComponentType } from 'react';
import * as v from 'valibot';
import { SETTINGS_BY_SECTION, type CompanySettingsFormValues } from '../../domain/company-settings.ts';
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
  /** Fields that are part of the common form: those of the section in `SETTINGS_BY_SECTION`. */
  Fields?: ComponentType<SettingsFieldsProps>;
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
  },
  {
    id: 'page',
    title: 'settings.section.public',
    Fields: PublicPage,
  },
  { id: 'place', title: 'settings.section.place', Fields: ZoneAndCurrency },
  {
    id: 'bookings',
    title: 'settings.section.booking',
    Fields: BookingFields,
  },
  { id: 'payment', title: 'settings.section.payment', Content: PaymentSection },
  { id: 'codes', title: 'settings.section.codes', Content: CodesSection },
  {
    id: 'documents',
    title: 'settings.section.documents',
    Fields: DocumentFields,
  },
  { id: 'tickets', title: 'settings.section.tickets', Content: TicketKeysSection },
  { id: 'email-templates', title: 'settings.section.emailTemplates', Content: EmailTemplatesSection },
  { id: 'pay', title: 'settings.section.pay', Content: PaySection },
  {
    id: 'guests',
    title: 'settings.section.guests',
    Fields: GuestFields,
    Content: GuestDataRequest,
  },
  { id: 'partners', title: 'settings.section.partners', Content: PartnersSection },
  { id: 'signIn', title: 'settings.section.signIn', Content: MfaSection },
  { id: 'company', title: 'settings.section.company', Content: CompanySection },
  { id: 'log', title: 'settings.section.log', Content: AuditSection, fill: true },
];

type FieldSection = keyof typeof SETTINGS_BY_SECTION;

export const sectionOf = (name: keyof CompanySettingsFormValues): FieldSection =>
  (Object.keys(SETTINGS_BY_SECTION) as FieldSection[]).find((section) => name in SETTINGS_BY_SECTION[section])!;

const SHAPE = v.object({ section: v.fallback(v.nullish(v.picklist(SECTION_IDS), null), null) });

/** URL state: the open section, or null. */
export const useSectionUrl = () => useUrlState(SHAPE);
