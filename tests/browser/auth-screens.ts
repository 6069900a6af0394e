/** Screens outside the app: registration, password reset, joining, and paying by link. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { idOf } from '../../supabase/seed/random.ts';
import { makeCrew } from '../support/browser-crew.ts';
import { makePerson } from '../support/database-fixtures.ts';
import type { Query } from '../support/database.ts';
import { hashOf } from '../support/team-calls.ts';
import { textsOf } from '../support/texts.ts';
import type { ShownScreen } from './shown-screen.ts';

const SUBMIT = 'form button[type=submit]';

/** Creates an invitation to the demo company and returns its link. */
async function invitation(query: Query, email: string): Promise<string> {
  const token = randomUUID();
  await query(
    `insert into private.invitations (company_id, email, roles, token_hash, invited_by, expires_at)
     select m.company_id, $1, '{guide,accountant}', $2, m.user_id, now() + interval '14 days'
     from public.company_members as m where m.user_id = $3`,
    [email, hashOf(token), idOf('person:owner')],
  );
  return `/register#invitation=${token}`;
}

/** A unique address of usual length, so that the screens can be opened repeatedly. */
const address = () => `nova-${randomUUID().slice(0, 8)}@example.com`;

const send = (text: string) => async (page: Page) => {
  await page.locator(SUBMIT).click();
  await page.locator(text).first().waitFor();
};

export async function authScreens(query: Query): Promise<ShownScreen[]> {
  const newPerson = { email: address(), name: 'Eva Lund' };
  await makePerson({ query }, { signsIn: newPerson });
  const door = (name: string, rest: Pick<ShownScreen, 'path' | 'ready' | 'open'>): ShownScreen => ({
    name: `door-${name}`,
    person: null,
    ...rest,
  });
  return [
    door('register', { path: '/register', ready: 'form input[type=password]' }),
    door('register-wrong', { path: '/register', ready: 'form input[type=password]', open: send('[role=alert]') }),
    door('forgot', { path: '/forgot-password', ready: 'form input[type=email]' }),
    door('forgot-sent', {
      path: '/forgot-password',
      ready: 'form input[type=email]',
      open: async (page) => {
        await page.locator('input[type=email]').fill('nova.lund@example.com');
        await page.locator(SUBMIT).click();
        await page.locator('form').waitFor({ state: 'detached' });
      },
    }),
    door('link-over', { path: '/update-password', ready: 'h1' }),
    door('join', { path: await invitation(query, address()), ready: 'form input[type=password]' }),
    door('join-known', { path: await invitation(query, newPerson.email), ready: 'form input[type=password]' }),
    {
      name: 'auth-new-password',
      person: 'owner',
      path: '/update-password',
      ready: 'h1',
      open: async (page) => {
        await page.evaluate((id) => sessionStorage.setItem('muster-recovering', id), idOf('person:owner'));
        await page.reload();
        await page.locator('form input[type=password]').waitFor();
      },
    },
    { name: 'auth-registered', person: 'owner', path: '/thanks-for-registering', ready: '[data-step]' },
  ];
}

/** Payment at the meeting point: on the guest's phone, and the guide's screen. */
export async function paymentScreens(query: Query): Promise<ShownScreen[]> {
  const crew = await makeCrew(query);
  await query(`insert into private.payment_settings (company_id, mode, provider) values ($1, 'online', 'test')`, [
    crew.companyId,
  ]);
  const { id, guests } = await crew.departure([{ names: ['Anna Holm', 'Bo Holm'], due: 10_000 }]);
  const booking = guests[0]!.bookingId;
  const [link] = await query<{ token: string }>(
    `select private.create_booking_link($1, 'payment', interval '1 day') as token`,
    [booking],
  );
  return [
    { name: 'guest-payment', person: null, path: `/booking/isolated/payment/${link!.token}`, ready: 'h1' },
    {
      name: 'phone-payment',
      person: crew.people.guide,
      path: `/check-in?departure=${id}&party=${booking}`,
      ready: '[role=dialog], [data-pane]',
      open: async (page, locale) => {
        await page.getByRole('button', { name: textsOf(locale)['checkIn.phonePayment.open']! }).click();
        await page.locator('[role=dialog] [role=img]:has(path)').waitFor();
      },
    },
  ];
}
