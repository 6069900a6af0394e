/**
 * The expected response of every route of the specification to every kind of user, derived from its sections 2, 4 and 6
 * and from docs/architecture.md, not from the code. A screen that the specification does not name needs a row only if
 * no screen here has its guard.
 */
import type { Locale } from '../../src/lib/locales.ts';
import type { RoleName } from '../../src/domain/roles.ts';

export interface SweptPerson {
  /** Null when signed out. */
  role: RoleName | null;
  company?: 'without a subscription' | 'switched off';
  /** Acting for the company as its partner. */
  isActing?: true;
  /** Menu entries of the app frame, in order, without screens that have no row below. */
  menu: string[];
}

const FULL_MENU = [
  '/check-in',
  '/report-tour-numbers',
  '/tours',
  '/tours/calendar',
  '/tours/calendar2',
  '/bookings',
  '/bookings-advanced',
  '/dashboard',
  '/integrations',
  '/company-team',
  '/company-settings',
];

/** The specification's eleven permissions, and two owners whose company has no subscription or is switched off. */
export const SWEPT_PEOPLE = {
  nobody: { role: null, menu: [] },
  owner: { role: 'owner', menu: FULL_MENU },
  office: { role: 'office', menu: FULL_MENU.slice(0, 8) },
  reservations: { role: 'reservations', menu: FULL_MENU.slice(2, 7) },
  manager: {
    role: 'guide_manager',
    menu: ['/check-in', '/report-tour-numbers', '/tours', '/tours/calendar', '/bookings', '/dashboard'],
  },
  guide: { role: 'guide', menu: ['/check-in', '/report-tour-numbers', '/tours', '/tours/calendar'] },
  accountant: {
    role: 'accountant',
    menu: ['/report-tour-numbers', '/tours', '/tours/calendar', '/bookings', '/dashboard'],
  },
  partner: {
    role: 'partner_admin',
    menu: ['/organisation/companies', '/organisation/bookings', '/organisation/referrals', '/organisation-settings'],
  },
  agent: { role: 'partner_agent', menu: ['/organisation/bookings', '/organisation/referrals'] },
  admin: {
    role: 'platform_admin',
    menu: ['/organisation/companies', '/organisation/bookings', '/organisation/referrals', '/organisation-settings'],
  },
  acting: {
    role: 'partner_admin',
    isActing: true,
    menu: [
      ...FULL_MENU.slice(0, 7),
      '/organisation/companies',
      '/organisation/bookings',
      '/organisation/referrals',
      ...FULL_MENU.slice(7),
      '/organisation-settings',
    ],
  },
  unsubscribed: { role: 'owner', company: 'without a subscription', menu: FULL_MENU },
  closed: { role: 'owner', company: 'switched off', menu: [] },
} as const satisfies Record<string, SweptPerson>;
export type SweptName = keyof typeof SWEPT_PEOPLE;

/**
 * `login`: redirected there, and back afterwards. `missing`: “Page Not Found”, because the screen does not exist yet. A
 * path: redirected there. Refusals have the texts of `REFUSALS`.
 */
export type ExpectedPage = 'shown' | 'login' | 'missing' | keyof typeof REFUSALS | `/${string}`;

export const REFUSALS = {
  'no-access': {
    en: 'No access',
    es: 'Sin acceso',
    da: 'Ingen adgang',
    it: 'Nessun accesso',
  },
  'no-company': {
    en: 'Choose a company',
    es: 'Elige una empresa',
    da: 'Vælg en virksomhed',
    it: 'Scegli un’azienda',
  },
  'no-subscription': {
    en: 'Subscription required',
    es: 'Se necesita una suscripción',
    da: 'Kræver abonnement',
    it: 'Serve un abbonamento',
  },
} as const satisfies Record<string, Record<Locale, string>>;

export const NOT_FOUND = {
  en: 'Page Not Found',
  es: 'Página no encontrada',
  da: 'Siden findes ikke',
  it: 'Pagina non trovata',
} as const satisfies Record<Locale, string>;

const A_COMPANY = '7f1c2b9e-0000-4000-8000-000000000001';

const TABLE = `
route                      nobody  owner            office     reservations  manager    guide      accountant  partner                  agent          admin                    acting   unsubscribed     closed
/                          /login  /check-in        /check-in  /check-in     /check-in  /check-in  /check-in   /organisation/companies  /tours/manage  /organisation/companies  /tours   /tours/manage    /tours/manage
/login                     shown   /check-in        /check-in  /check-in     /check-in  /check-in  /check-in   /organisation/companies  /tours/manage  /organisation/companies  /tours   /tours/manage    /tours/manage
/register                  shown   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/forgot-password           shown   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/update-password           shown   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/impersonate/${A_COMPANY}  login   shown            no-access  no-access     no-access  no-access  no-access   shown                    no-access      shown                    shown    shown            no-access
/impersonate/everybody     missing missing          missing    missing       missing    missing    missing     missing                  missing        missing                  missing  missing          missing
/booking/tester            shown   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/check-in                  login   shown            shown      no-access     shown      shown      no-access   no-access                no-access      no-company               shown    no-subscription  no-access
/tours                     login   shown            shown      shown         shown      shown      shown       no-access                no-access      no-company               shown    shown            no-access
/tours/calendar            login   shown            shown      shown         shown      shown      shown       no-access                no-access      no-company               shown    shown            no-access
/tours/calendar2           login   shown            shown      shown         no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/tours/manage              login   shown            no-access  no-access     no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/bookings                  login   shown            shown      shown         shown      no-access  shown       no-access                no-access      no-company               shown    shown            no-access
/bookings-advanced         login   shown            shown      shown         no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/report-tour-numbers       login   shown            shown      no-access     shown      shown      shown       no-access                no-access      no-company               shown    no-subscription  no-access
/dashboard                 login   shown            shown      no-access     shown      no-access  shown       no-access                no-access      no-company               shown    shown            no-access
/company-settings          login   shown            no-access  no-access     no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/company-team              login   shown            no-access  no-access     no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/integrations              login   shown            no-access  no-access     no-access  no-access  no-access   no-access                no-access      no-company               shown    shown            no-access
/organisation-settings     login   no-access        no-access  no-access     no-access  no-access  no-access   shown                    no-access      shown                    shown    no-access        no-access
/organisation/companies    login   no-access        no-access  no-access     no-access  no-access  no-access   shown                    no-access      shown                    shown    no-access        no-access
/organisation/bookings     login   shown            no-access  no-access     no-access  no-access  no-access   shown                    shown          shown                    shown    shown            no-access
/organisation/referrals    login   shown            no-access  no-access     no-access  no-access  no-access   shown                    shown          shown                    shown    shown            no-access
/thanks-for-joining        login   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/thanks-for-registering    login   shown            shown      shown         shown      shown      shown       shown                    shown          shown                    shown    shown            shown
/nowhere                   missing missing          missing    missing       missing    missing    missing     missing                  missing        missing                  missing  missing          missing
`;

/** By path and person. */
export const EXPECTED_PAGES: ReadonlyMap<string, Record<SweptName, ExpectedPage>> = (() => {
  const [head, ...rows] = TABLE.trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  return new Map(
    rows.map(([path, ...expectedPages]) => [
      path!,
      Object.fromEntries(head!.slice(1).map((person, at) => [person, expectedPages[at]])) as Record<
        SweptName,
        ExpectedPage
      >,
    ]),
  );
})();

type Layout = 'default' | 'iframe' | 'blank' | 'none';
type Words = Record<Locale, string>;
const words = (en: string, es: string, da: string, it: string): Words => ({ en, es, da, it });

/** Layout (section 2) and document title; only the two calendars have the narrow menu. */
export const PAGES: Readonly<Record<string, { layout: Layout; title: Words; isNarrow?: true }>> = {
  '/login': { layout: 'none', title: words('Sign in', 'Iniciar sesión', 'Log ind', 'Accedi') },
  '/register': { layout: 'none', title: words('Create account', 'Crear cuenta', 'Opret konto', 'Crea account') },
  '/forgot-password': {
    layout: 'none',
    title: words('Forgot password', 'Contraseña olvidada', 'Glemt adgangskode', 'Password dimenticata'),
  },
  '/update-password': {
    layout: 'iframe',
    title: words('New password', 'Nueva contraseña', 'Ny adgangskode', 'Nuova password'),
  },
  [`/impersonate/${A_COMPANY}`]: {
    layout: 'iframe',
    title: words('Open company', 'Abrir empresa', 'Åbn virksomhed', 'Apri azienda'),
  },
  '/impersonate/everybody': { layout: 'iframe', title: NOT_FOUND },
  '/booking/tester': {
    layout: 'default',
    title: words(
      'Booking page tester',
      'Prueba de la página de reservas',
      'Test af bookingsiden',
      'Prova della pagina di prenotazione',
    ),
  },
  '/check-in': { layout: 'default', title: words('Check-in', 'Check-in', 'Check-in', 'Check-in') },
  '/tours': { layout: 'default', title: words('Tours', 'Tours', 'Ture', 'Tour') },
  '/tours/calendar': {
    layout: 'default',
    title: words('Calendar', 'Calendario', 'Kalender', 'Calendario'),
    isNarrow: true,
  },
  '/tours/calendar2': {
    layout: 'default',
    title: words('Planner', 'Planificador', 'Planlægger', 'Pianificazione'),
    isNarrow: true,
  },
  '/tours/manage': {
    layout: 'default',
    title: words('Manage tours', 'Gestionar tours', 'Administrér ture', 'Gestione dei tour'),
  },
  '/bookings': { layout: 'default', title: words('Bookings', 'Reservas', 'Bookinger', 'Prenotazioni') },
  '/bookings-advanced': {
    layout: 'default',
    title: words('All bookings', 'Todas las reservas', 'Alle bookinger', 'Tutte le prenotazioni'),
  },
  '/report-tour-numbers': {
    layout: 'default',
    title: words('Tour reports', 'Informes de tours', 'Turrapporter', 'Rapporti dei tour'),
  },
  '/dashboard': { layout: 'default', title: words('Dashboard', 'Panel', 'Overblik', 'Panoramica') },
  '/company-settings': {
    layout: 'default',
    title: words(
      'Company settings',
      'Ajustes de la empresa',
      'Virksomhedens indstillinger',
      'Impostazioni dell’azienda',
    ),
  },
  '/company-team': { layout: 'default', title: words('Team', 'Equipo', 'Team', 'Team') },
  '/integrations': {
    layout: 'default',
    title: words('Integrations', 'Integraciones', 'Integrationer', 'Integrazioni'),
  },
  '/organisation-settings': {
    layout: 'default',
    title: words(
      'Organisation settings',
      'Ajustes del colaborador',
      'Partnerens indstillinger',
      'Impostazioni del partner',
    ),
  },
  '/organisation/companies': { layout: 'default', title: words('Companies', 'Empresas', 'Virksomheder', 'Aziende') },
  '/organisation/bookings': {
    layout: 'default',
    title: words(
      'Bookings across companies',
      'Reservas de todas las empresas',
      'Alle virksomheders bookinger',
      'Prenotazioni di tutte le aziende',
    ),
  },
  '/organisation/referrals': {
    layout: 'default',
    title: words('Partner links', 'Enlaces de colaborador', 'Partnerlinks', 'Link partner'),
  },
  '/thanks-for-joining': {
    layout: 'default',
    title: words('Welcome', 'Te damos la bienvenida', 'Velkommen', 'Ti diamo il benvenuto'),
  },
  '/thanks-for-registering': {
    layout: 'default',
    title: words('First steps', 'Primeros pasos', 'Kom i gang', 'Primi passi'),
  },
  '/nowhere': { layout: 'default', title: NOT_FOUND },
};

/** Guest pages: a separate document, the same for everybody. */
export const GUEST_PATHS = [
  '/all',
  '/booking/isolated/copenhagen-on-foot',
  '/booking/isolated/nordic-city-stays/copenhagen-on-foot',
  '/booking/isolated/nordic-city-stays/BAK',
  '/booking/isolated/next/copenhagen-on-foot',
  '/booking/isolated/payment/abc',
  '/booking/isolated/view/abc',
  '/booking/view/abc',
];
