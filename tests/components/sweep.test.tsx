/**
 * Opens every route as every kind of user, in one app that is never reloaded, and checks screen or refusal, redirect,
 * layout, title, menu and impersonation banner. Each screen is reduced to its name. The owner opens all five variants
 * of each route, every other user one, because prefix and role are independent.
 */
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter, useLocation, useNavigate, type NavigateFunction } from 'react-router';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOGUES } from 'texts:catalogues';
import { Root } from '../../src/app/root.tsx';
import { isBookingPage } from '../../src/app/routing/outside-paths.ts';
import type { RouteMeta } from '../../src/app/routing/route-meta.ts';
import { expandRoutes, ROUTES } from '../../src/app/routing/routes.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { withoutLocale } from '../../src/i18n/locale-choice.ts';
import { showLocale, loadTexts } from '../../src/i18n/messages.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../src/lib/locales.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import {
  EXPECTED_PAGES,
  NOT_FOUND,
  GUEST_PATHS,
  PAGES,
  REFUSALS,
  SWEPT_PEOPLE,
  type ExpectedPage,
  type SweptName,
  type SweptPerson,
} from './sweep-table.ts';
import { waitFor } from '../support/wait-for.ts';
import { mockModule } from './mock-module.ts';

await mockSession();
await mockModule(import('../../src/app/routing/screens.tsx'), async (original) => {
  const { lazyScreenFor } = await original();
  const screens = new Map<string, NonNullable<ReturnType<typeof lazyScreenFor>>>();
  return {
    registerScreen: () => undefined,
    lazyScreenFor: (route) => {
      if (!route.load) return null;
      const knownScreen = screens.get(route.path);
      if (knownScreen) return knownScreen;
      const screen = Object.assign(() => <h1 data-screen={route.path}>{route.path}</h1>, {
        preload: () => Promise.resolve(),
        isLoaded: () => true,
      });
      screens.set(route.path, screen);
      return screen;
    },
  };
});

/** Returns the route's pattern for a path with a parameter. */
const patternOf = (path: string) => path.replace(/^\/impersonate\/.*/, '/impersonate/:company');

const LISTED = new Set([...EXPECTED_PAGES.keys()].map(patternOf));
const guardOf = ({ layout, scope, anyOf, middleware, isPublic }: RouteMeta) =>
  JSON.stringify([layout, scope, anyOf, middleware, isPublic]);
async function titleOf({ title }: RouteMeta): Promise<Record<Locale, string>> {
  const textIn = async (locale: Locale) =>
    ((await CATALOGUES['start']![locale]()).default as Record<string, string>)[title]!;
  return { en: await textIn('en'), es: await textIn('es'), da: await textIn('da'), it: await textIn('it') };
}

/** Screens without a row: each is expected to respond like a screen with the same guard. */
const UNLISTED_ROUTES = new Map<string, { expected: Record<SweptName, ExpectedPage>; page: (typeof PAGES)[string] }>();
for (const route of ROUTES.filter(({ path, document }) => document === undefined && !LISTED.has(path))) {
  const similar = ROUTES.find((listed) => LISTED.has(listed.path) && guardOf(listed) === guardOf(route));
  if (!similar) throw new Error(`No screen has the guard of ${route.path}: add its row to sweep-table.ts.`);
  UNLISTED_ROUTES.set(route.path, {
    expected: EXPECTED_PAGES.get(similar.path)!,
    page: { layout: route.layout, title: await titleOf(route) },
  });
}
const PATHS = [...EXPECTED_PAGES.keys(), ...UNLISTED_ROUTES.keys()];
const expectedPageOf = (path: string, name: SweptName): ExpectedPage =>
  (EXPECTED_PAGES.get(path) ?? UNLISTED_ROUTES.get(path)!.expected)[name];

const HARBOUR = memberCompany('7f1c2b9e-0000-4000-8000-000000000001', 'Harbour Walks');
const PARTNER = { id: '7f1c2b9e-0000-4000-8000-0000000000aa', isActive: true };

/** Returns the person's identity, as `loadIdentity` returns it. */
function identityOf({ role, company: state, isActing }: SweptPerson) {
  const ofOrganisation = role === 'partner_admin' || role === 'partner_agent';
  const company = {
    ...HARBOUR,
    member: !ofOrganisation && role !== 'platform_admin',
    hasActiveSubscription: state !== 'without a subscription',
    isActive: state !== 'switched off',
  };
  return identity({
    companies: [company],
    overseen: ofOrganisation ? [{ companyId: company.id, organisationId: PARTNER.id }] : [],
    impersonatedCompanyId: isActing ? company.id : null,
    assignments: [
      {
        role: role!,
        permissions: BUILT_IN_ROLES[role!],
        company: company.member ? { id: company.id, isActive: company.isActive } : null,
        organisation: ofOrganisation ? PARTNER : null,
      },
    ],
  });
}

let navigateTo: NavigateFunction;
let currentPath = '';
/** Navigates inside the app, as a link does. */
function NavigationProbe() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useLayoutEffect(() => {
    navigateTo = navigate;
    currentPath = pathname + search;
  });
  return null;
}

async function openApp(): Promise<void> {
  currentPath = '';
  await showLocale('en');
  for (const file of ['start', 'auth-and-guards']) await loadTexts(file, 'en');
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  onTestFinished(() => {
    root.unmount();
    host.remove();
  });
  root.render(
    <MemoryRouter initialEntries={['/nowhere']}>
      <NavigationProbe />
      <Root />
    </MemoryRouter>,
  );
  await waitFor(() => expect(currentPath).toBe('/nowhere'));
}

/** What the user sees: title, screen or refusal, menu and layout. */
function visibleState() {
  const bar = document.querySelector('header');
  const inFrame = document.querySelector('main#main') !== null;
  const menu = document.querySelector('nav');
  return {
    at: currentPath,
    title: document.title,
    language: document.documentElement.lang,
    screen: document.querySelector('[data-screen]')?.getAttribute('data-screen') ?? null,
    heading: document.querySelector('main h1')?.textContent ?? null,
    layout: inFrame ? 'frame' : bar ? 'plain' : 'bare',
    menu: [...(menu?.querySelectorAll('a') ?? [])]
      .map((link) => link.getAttribute('href')!)
      .filter((href) => LISTED.has(withoutLocale(href))),
    isNarrow: menu ? menu.hasAttribute('data-collapsed') : null,
    isActing: document.querySelector('[role=region]')?.textContent.includes(HARBOUR.name) ?? false,
  };
}

/** The row of the table in the form of `visibleState`. */
function expectedState(
  path: string,
  by: { name: SweptName; locale: Locale; prefix: string },
): ReturnType<typeof visibleState> {
  const { name, locale, prefix } = by;
  const person: SweptPerson = SWEPT_PEOPLE[name];
  const result = expectedPageOf(path, name);
  const end = result === 'login' ? '/login' : result.startsWith('/') ? result : path;
  // A redirect target is then judged like a direct visit.
  const expected: ExpectedPage = end === path ? result : expectedPageOf(end, name);
  const { layout, title, isNarrow = false } = PAGES[end] ?? UNLISTED_ROUTES.get(end)!.page;
  const screen = expected === 'shown' ? patternOf(end) : null;
  const inFrame = person.role !== null && layout === 'default';
  const menu = inFrame && person.menu.length > 1 ? person.menu : [];
  return {
    at: `${prefix}${end}${result === 'login' ? `?to=${encodeURIComponent(prefix + path)}` : ''}`,
    title: `${(expected === 'missing' ? NOT_FOUND : title)[locale]} – Muster`,
    language: locale,
    screen,
    heading: screen ?? (expected in REFUSALS ? REFUSALS[expected as keyof typeof REFUSALS] : NOT_FOUND)[locale],
    // Without the app frame: language and colour mode above the page, or nothing where it may be embedded.
    layout: inFrame ? 'frame' : layout === 'iframe' ? 'bare' : 'plain',
    menu: menu.map((item) => prefix + item),
    isNarrow: menu.length > 0 ? isNarrow : null,
    isActing: inFrame && person.isActing === true,
  };
}

beforeEach(() => page.viewport(1440, 900));
afterEach(() => session.signOut({ discard: true }));

const VARIANTS: { prefix: string; locale: Locale }[] = [
  { prefix: '', locale: DEFAULT_LOCALE },
  ...LOCALES.map((locale) => ({ prefix: `/${locale}`, locale })),
];

test('every row of the table is a route', () => {
  const guests = ROUTES.filter(({ document }) => document === 'booking');
  const routes = new Set(ROUTES.filter((route) => !guests.includes(route)).map(({ path }) => path));
  expect([...LISTED].filter((path) => path !== '/nowhere' && !routes.has(path))).toEqual([]);
  expect(GUEST_PATHS).toHaveLength(guests.length);
  expect(expandRoutes(ROUTES)).toHaveLength(ROUTES.length * VARIANTS.length);
});

test('guest pages are a separate document, in every variant and for everybody', () => {
  for (const { prefix } of VARIANTS) {
    for (const path of GUEST_PATHS) expect(isBookingPage(prefix + path), prefix + path).toBe(true);
    for (const path of PATHS) expect(isBookingPage(prefix + path), prefix + path).toBe(false);
  }
});

const PEOPLE = Object.keys(SWEPT_PEOPLE) as SweptName[];
const variantsOf = (name: SweptName) =>
  name === 'owner' ? VARIANTS : [VARIANTS[PEOPLE.indexOf(name) % VARIANTS.length]!];

test.each(PEOPLE)(
  'every route shows %s the page in the table',
  // A timed-out test would navigate through the next one's URLs.
  { timeout: 240_000 },
  async (name) => {
    const person: SweptPerson = SWEPT_PEOPLE[name];
    if (person.role === null) await session.start();
    else await signInAs(identityOf(person));
    await openApp();
    for (const variant of variantsOf(name))
      for (const path of PATHS) {
        const expected = expectedState(path, { name, ...variant });
        await navigateTo(variant.prefix + path.replace(/^\/$/, variant.prefix ? '' : '/'));
        const checkState = () => expect(visibleState(), `${name} at ${variant.prefix}${path}`).toEqual(expected);
        await waitFor(checkState, 4);
      }
  },
);
