/** The demo's companies, organisations, and people with their roles. */
import type { AttendanceRule } from '../../src/domain/company-settings.ts';
import { idOf } from './random.ts';

export const DEMO_PASSWORD = 'muster-demo';
/** bcrypt hash of the demo password; hashing it per person would take seconds. */
export const DEMO_PASSWORD_HASH = '$2b$10$x1.oTzxEcXbLZvfG/Ke7XOymxIY5u0KdiDU0hY.UC0MoKke9hbK5q';

export interface DemoCompany {
  id: string;
  slug: string;
  name: string;
  time_zone: string;
  currency: string;
  default_locale: string;
  brand_colour: string;
  contact_email: string;
  contact_phone: string;
  /** Name on receipts. */
  legal_name: string;
  legal_address: string;
  vat_number: string;
  /** Who confirms attendance. */
  attendance_rule: AttendanceRule;
  has_active_subscription: boolean;
  is_active: boolean;
}

const company = (
  slug: string,
  rest: Omit<DemoCompany, 'id' | 'slug' | 'attendance_rule'> & Partial<Pick<DemoCompany, 'attendance_rule'>>,
): DemoCompany => ({
  id: idOf(`company:${slug}`),
  slug,
  attendance_rule: 'report_always',
  ...rest,
});

export const COMPANIES = {
  copenhagen: company('copenhagen-on-foot', {
    name: 'Copenhagen on Foot',
    time_zone: 'Europe/Copenhagen',
    currency: 'DKK',
    default_locale: 'da',
    brand_colour: '#0b5c66',
    contact_email: 'hello@copenhagen.example.com',
    contact_phone: '+4533112233',
    legal_name: 'Copenhagen on Foot ApS',
    legal_address: 'Farvergade 8\n1463 København K',
    vat_number: 'DK12345674',
    has_active_subscription: true,
    is_active: true,
  }),
  // Set up but without a subscription, which check-in reports as missing.
  seville: company('sevilla-a-pie', {
    name: 'Sevilla a Pie',
    time_zone: 'Europe/Madrid',
    currency: 'EUR',
    default_locale: 'es',
    brand_colour: '#a4442a',
    contact_email: 'hola@sevilla.example.com',
    contact_phone: '+34954112233',
    legal_name: 'Sevilla a Pie S.L.',
    legal_address: 'Calle Mateos Gago 12\n41004 Sevilla',
    vat_number: 'ESB12345674',
    attendance_rule: 'check_ins_count',
    has_active_subscription: false,
    is_active: true,
  }),
  rome: company('passi-romani', {
    name: 'Passi Romani',
    time_zone: 'Europe/Rome',
    currency: 'EUR',
    default_locale: 'it',
    brand_colour: '#7a3450',
    contact_email: 'ciao@roma.example.com',
    contact_phone: '+390655112233',
    legal_name: 'Passi Romani S.r.l.',
    legal_address: 'Via dei Coronari 41\n00186 Roma',
    vat_number: 'IT12345670017',
    has_active_subscription: true,
    is_active: true,
  }),
  lisbon: company('lisbon-tiles', {
    name: 'Lisbon Tiles',
    time_zone: 'Europe/Lisbon',
    currency: 'EUR',
    default_locale: 'en',
    brand_colour: '#2f5aa8',
    contact_email: 'hello@lisbon.example.com',
    contact_phone: '+351213112233',
    legal_name: 'Lisbon Tiles Lda',
    legal_address: 'Rua Augusta 118\n1100-053 Lisboa',
    vat_number: 'PT501234567',
    has_active_subscription: true,
    is_active: false,
  }),
} as const;

export type CompanyKey = keyof typeof COMPANIES;

export const ORGANISATIONS = {
  nordic: {
    id: idOf('organisation:nordic-city-stays'),
    slug: 'nordic-city-stays',
    name: 'Nordic City Stays',
    default_locale: 'en',
    contact_email: 'partners@nordic.example.com',
    contact_phone: '+4570203040',
    is_active: true,
  },
  mediterranean: {
    id: idOf('organisation:sud-concierge'),
    slug: 'sud-concierge',
    name: 'Sud Concierge',
    default_locale: 'it',
    contact_email: 'partner@sud.example.com',
    contact_phone: '+390677889900',
    is_active: true,
  },
} as const;

export type OrganisationKey = keyof typeof ORGANISATIONS;

export const OVERSIGHT: readonly {
  organisation: OrganisationKey;
  company: CompanyKey;
  commission: number;
  /** Commission per guest of single tours. */
  each?: Readonly<Record<string, number>>;
  sharing: boolean;
}[] = [
  { organisation: 'nordic', company: 'copenhagen', commission: 12, each: { 'city-by-bike': 5000 }, sharing: true },
  { organisation: 'mediterranean', company: 'rome', commission: 15, sharing: false },
  { organisation: 'mediterranean', company: 'seville', commission: 15, sharing: true },
];

export interface DemoPerson {
  id: string;
  /** Local part of the address at muster.test. */
  login: string;
  name: string;
  locale: 'en' | 'es' | 'da' | 'it';
  role: string;
  company?: CompanyKey;
  organisation?: OrganisationKey;
  /** Whether `npm start` prints the person and /login offers them. */
  shown: boolean;
}

const person = (login: string, name: string, rest: Omit<DemoPerson, 'id' | 'login' | 'name'>): DemoPerson => ({
  id: idOf(`person:${login}`),
  login,
  name,
  ...rest,
});
const guideOf = (company: CompanyKey, locale: DemoPerson['locale'], names: Record<string, string>) =>
  Object.entries(names).map(([login, name]) => person(login, name, { role: 'guide', company, locale, shown: false }));

export const PEOPLE: readonly DemoPerson[] = [
  person('owner', 'Karen Vestergaard', { role: 'owner', company: 'copenhagen', locale: 'da', shown: true }),
  person('office', 'Mette Friis', { role: 'office', company: 'copenhagen', locale: 'da', shown: true }),
  person('reservations', 'Søren Kjær', { role: 'reservations', company: 'copenhagen', locale: 'da', shown: true }),
  person('manager', 'Birgitte Aagaard', { role: 'guide_manager', company: 'copenhagen', locale: 'en', shown: true }),
  person('guide', 'Anna Lindqvist', { role: 'guide', company: 'copenhagen', locale: 'en', shown: true }),
  person('accountant', 'Poul Brandt', { role: 'accountant', company: 'copenhagen', locale: 'da', shown: true }),
  person('partner', 'Ingrid Solberg', { role: 'partner_admin', organisation: 'nordic', locale: 'en', shown: true }),
  person('agent', 'Tomasz Zieliński', { role: 'partner_agent', organisation: 'nordic', locale: 'en', shown: true }),
  person('admin', 'Robin Ekström', { role: 'platform_admin', locale: 'en', shown: true }),
  person('rome', 'Giulia Ferrante', { role: 'owner', company: 'rome', locale: 'it', shown: true }),
  person('seville', 'Rocío Maldonado', { role: 'owner', company: 'seville', locale: 'es', shown: true }),
  person('concierge', 'Davide Colonna', {
    role: 'partner_admin',
    organisation: 'mediterranean',
    locale: 'it',
    shown: false,
  }),
  person('lisbon', 'Inês Carvalho', { role: 'owner', company: 'lisbon', locale: 'en', shown: false }),
  ...guideOf('copenhagen', 'en', {
    marco: 'Marco Bellini',
    lea: 'Lea Sørensen',
    jonas: 'Jonas Østergaard',
    sofie: 'Sofie Rahbek',
    emil: 'Emil Dahl',
    paula: 'Paula Navarro',
    yusuf: 'Yusuf Demir',
    freja: 'Freja Møller',
  }),
  ...guideOf('seville', 'es', { triana: 'Triana Velasco', alvaro: 'Álvaro Quintero', macarena: 'Macarena Ruiz' }),
  ...guideOf('rome', 'it', {
    matteo: 'Matteo Greco',
    chiara: 'Chiara Fontana',
    livia: 'Livia Orsini',
    pietro: 'Pietro Sala',
  }),
];

export const emailOf = (login: string) => `${login}@muster.test`;

/** Returns a company's guides in a fixed order; Copenhagen's begin with guide@muster.test. */
export function guidesOf(key: CompanyKey): DemoPerson[] {
  return PEOPLE.filter(({ role, company: theirs }) => role === 'guide' && theirs === key);
}
