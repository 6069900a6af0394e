/** The outbox of /bookings: loading, empty and failed; waiting and failed mails, resent and redirected. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BookingsPage } from '../../src/company/bookings/bookings-page.tsx';
import { findBookings, readBookingChoices } from '../../src/data/bookings/list.ts';
import { readCalendar } from '../../src/data/calendar.ts';
import { readDeadJobs, readOutbox, resendMessage, retryJob, type OutboxMessage } from '../../src/data/outbox.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';
import { queuedToasts } from '../../src/ui/toasts/toasts.ts';
import { uuid } from './booking-data.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/bookings/list.ts'), () => ({
  findBookings: vi.fn<typeof findBookings>(),
  readBookingChoices: vi.fn<typeof readBookingChoices>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/outbox.ts'), async (original) => ({
  ...(await original()),
  readOutbox: vi.fn<typeof readOutbox>(),
  resendMessage: vi.fn<typeof resendMessage>(),
  readDeadJobs: vi.fn<typeof readDeadJobs>(),
  retryJob: vi.fn<typeof retryJob>(),
}));

const readOutboxMock = vi.mocked(readOutbox);
const resendMessageMock = vi.mocked(resendMessage);
const message = (n: number, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id: uuid(n),
  template: 'booking-confirmed',
  recipient: `guest${n}@lund.test`,
  locale: 'da',
  mailState: 'pending',
  createdAt: '2027-05-01T08:00:00.000Z',
  sentAt: null,
  nextTryAt: '2027-05-01T08:02:00.000Z',
  attempts: 0,
  isLeaving: false,
  problem: null,
  error: null,
  suppression: null,
  mayResend: true,
  booking: { id: uuid(1), reference: 'K7P3XM', name: 'Ada Lund' },
  ...more,
});
const refused = message(2, {
  mailState: 'failed',
  problem: 'refused',
  error: 'The mail server refused it (550).',
  nextTryAt: null,
  attempts: 1,
});
const outbox = (...messages: OutboxMessage[]) => ok({ counts: { pending: 1, failed: 1, sent: 7 }, messages });
const panel = page.getByRole('dialog', { name: 'Outbox' });
const row = (name: string) => panel.getByRole('listitem', { name });

async function show(
  at = '/bookings?outbox=all',
  { permissions = ['MANAGE_BOOKINGS_ACCESS'], locale }: { permissions?: readonly Permission[]; locale?: Locale } = {},
) {
  const company = crypto.randomUUID();
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      assignments: [{ role: 'office', permissions, company: { id: company, isActive: true }, organisation: null }],
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
  await renderScreen(
    <div style={{ height: '800px', display: 'flex', flexDirection: 'column' }}>
      <BookingsPage />
    </div>,
    { path: '/bookings', at, texts: ['patterns', 'roll-call', 'bookings'], ...(locale ? { locale } : {}) },
  );
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  readOutboxMock.mockReset();
  resendMessageMock.mockReset();
  vi.mocked(readDeadJobs).mockReset();
  vi.mocked(retryJob).mockReset();
  vi.mocked(findBookings).mockResolvedValue(ok({ bookings: [], today: '2027-05-01', showsGuests: true, next: null }));
  vi.mocked(readBookingChoices).mockResolvedValue(
    ok({ tours: [], guides: [], languages: [], currencies: [], partners: [], tags: [] } as never),
  );
  vi.mocked(readCalendar).mockResolvedValue(fail('offline') as never);
});

describe('the outbox', () => {
  test('opens from the list’s menu for users who may change bookings', async () => {
    readOutboxMock.mockResolvedValue(outbox(message(1)));
    await show('/bookings');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Outbox' }).click();
    await expect.element(row('Confirmation')).toBeVisible();
  });

  test('is not offered with the view permission, not even by URL', async () => {
    await show('/bookings?outbox=all', { permissions: ['VIEW_BOOKINGS_ACCESS'] });
    await expect.element(page.getByText('Bookings', { exact: true }).first()).toBeVisible();
    expect(panel.elements()).toHaveLength(0);
    expect(readOutboxMock).not.toHaveBeenCalled();
  });

  test('lists each mail’s kind, recipient, time and problem in plain words', async () => {
    const away = message(3, { attempts: 2, problem: 'unreachable', error: 'The mail server answered 451.' });
    readOutboxMock.mockResolvedValue(
      outbox(message(1), refused, away, message(4, { mailState: 'sent', nextTryAt: null })),
    );
    await show();
    await expect.element(row('guest1@lund.test').getByText(/due to be sent .*10:02/)).toBeVisible();
    await expect.element(row('guest2@lund.test').getByText(/rejected this address/)).toBeVisible();
    await expect.element(row('guest3@lund.test').getByText(/next attempt/)).toBeVisible();
    await expect.element(row('guest3@lund.test').getByText(/could not be reached/)).toBeVisible();
    await expect.element(row('guest4@lund.test').getByText('Sent', { exact: true })).toBeVisible();
  });

  test('shows a bounce or complaint of an address once, at its mail', async () => {
    readOutboxMock.mockResolvedValue(
      outbox(
        message(4, { mailState: 'sent', nextTryAt: null, suppression: 'complained' }),
        message(5, { mailState: 'failed', nextTryAt: null, problem: 'bounced', suppression: 'bounced' }),
      ),
    );
    await show();
    await expect.element(row('guest4@lund.test').getByText(/marked as spam/)).toBeVisible();
    await expect.element(row('guest5@lund.test').getByText(/An earlier email to this address bounced/)).toBeVisible();
    expect(
      row('guest5@lund.test')
        .getByText(/Emails to .* bounce/)
        .elements(),
    ).toHaveLength(0);
  });

  test('keeps the filter in the URL and filters on the server; has an empty state', async () => {
    readOutboxMock.mockImplementation(async (_, { filter }) => (filter === 'failed' ? outbox() : outbox(message(1))));
    await show();
    await panel.getByRole('button', { name: /Not sent/ }).click();
    await expect.element(panel.getByText('No failed emails')).toBeVisible();
    expect(readOutboxMock.mock.lastCall![1]).toMatchObject({ filter: 'failed', booking: null });
  });

  test('corrects a refused address and resends the mail', async () => {
    readOutboxMock.mockResolvedValue(outbox(refused));
    resendMessageMock.mockResolvedValue(ok({ messageId: refused.id }));
    await show();
    await row('guest2@lund.test').getByRole('button', { name: 'Send to another address' }).click();
    const field = panel.getByRole('textbox', { name: 'Send to' });
    await expect.element(field).toHaveValue('guest2@lund.test');
    await userEvent.fill(field, ' ada@right.test ');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await waitFor(() =>
      expect(resendMessageMock).toHaveBeenCalledWith(
        refused.id,
        expect.objectContaining({ recipient: 'ada@right.test' }),
      ),
    );
    await expect.element(field).not.toBeInTheDocument();
  });

  test.each([
    ['is being sent', { ok: false, code: 'refused', retry: false, refusal: { status: 'is_leaving' } }, /being sent/],
    ['is outdated', { ok: false, code: 'refused', retry: false, refusal: { status: 'superseded' } }, /out of date/],
    ['has an invalid address', fail('invalid'), /valid email address/],
    ['is offline', fail('offline'), /no connection|offline|network/i],
  ] as const)('explains beside the button what %s, and keeps the input', async (_, result, words) => {
    readOutboxMock.mockResolvedValue(outbox(refused));
    resendMessageMock.mockResolvedValue(result as never);
    await show();
    await row('guest2@lund.test').getByRole('button', { name: 'Send to another address' }).click();
    await userEvent.fill(panel.getByRole('textbox', { name: 'Send to' }), 'ada@wrong');
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(row('guest2@lund.test').getByText(words)).toBeVisible();
    await expect.element(panel.getByRole('textbox', { name: 'Send to' })).toHaveValue('ada@wrong');
  });

  test('shows a skeleton while loading; explains a failure and reloads on request', async () => {
    const first = deferred<Awaited<ReturnType<typeof readOutbox>>>();
    readOutboxMock.mockReturnValueOnce(first.promise);
    await show();
    await expect.element(panel).toBeVisible();
    readOutboxMock.mockResolvedValue(outbox(message(1)));
    first.resolve(fail('offline') as never);
    await expect.element(panel.getByText('The outbox could not be loaded.')).toBeVisible();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('guest1@lund.test')).toBeVisible();
  });

  test.each(LOCALES)('cuts nothing off on a phone in %s', async (locale) => {
    await page.viewport(320, 640);
    readOutboxMock.mockResolvedValue(outbox(message(1), refused, message(3, { mailState: 'sent', nextTryAt: null })));
    await show('/bookings?outbox=all', { locale });
    await expect.element(page.getByText('guest2@lund.test')).toBeVisible();
    const wide = [...document.querySelectorAll('dialog li, dialog li *')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline',
    );
    expect(wide.map((element) => element.textContent)).toEqual([]);
  });
});

describe('dead jobs', () => {
  const owner = { permissions: ['MANAGE_BOOKINGS_ACCESS', 'COMPANY_ALL_ACCESS'] as const };
  const died = {
    id: uuid(30),
    kind: 'create_departures',
    attempts: 8,
    error: 'The worker was lost while it ran.',
    diedAt: '2027-05-01T02:10:00.000Z',
  };
  const findToast = (text: string) => () => queuedToasts.getState().find((toast) => toast.text === text);
  const job = panel.getByRole('listitem', { name: 'New departures weren’t created' });

  test('appear above the mails with their effect for company admins, and are retried', async () => {
    readOutboxMock.mockResolvedValue(outbox(message(1)));
    vi.mocked(readDeadJobs)
      .mockResolvedValueOnce(ok({ jobs: [died] }))
      .mockResolvedValue(ok({ jobs: [] }));
    vi.mocked(retryJob).mockResolvedValue(ok({}));
    await show('/bookings?outbox=failed', owner);
    await expect.element(job.getByText(/can’t book any further ahead/)).toBeVisible();
    await expect.element(job.getByText(/8 attempts, last .*04:10.*worker was lost/)).toBeVisible();
    await job.getByRole('button', { name: 'Try again' }).click();
    expect(vi.mocked(retryJob)).toHaveBeenCalledExactlyOnceWith(died.id);
    await expect.poll(findToast('Trying again')).toBeTruthy();
    await expect.poll(() => job.elements()).toHaveLength(0);
  });

  test('that a colleague has retried say so, and disappear', async () => {
    readOutboxMock.mockResolvedValue(outbox(message(1)));
    vi.mocked(readDeadJobs).mockResolvedValue(ok({ jobs: [died] }));
    vi.mocked(retryJob).mockResolvedValue({
      ok: false,
      code: 'refused',
      refusal: { status: 'unknown' },
      retry: false,
    } as never);
    await show('/bookings?outbox=all', owner);
    await job.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(findToast('A colleague has already retried this')).toBeTruthy();
    await expect.poll(() => vi.mocked(readDeadJobs).mock.calls.length).toBe(2);
  });

  test.each([
    ['a user who only manages bookings', 'all', { permissions: ['MANAGE_BOOKINGS_ACCESS'] as const }],
    ['the filter of sent mails', 'sent', owner],
  ])('are not requested for %s', async (_, filter, person) => {
    readOutboxMock.mockResolvedValue(outbox(message(1)));
    await show(`/bookings?outbox=${filter}`, person);
    await expect.element(row('Confirmation')).toBeVisible();
    expect(vi.mocked(readDeadJobs)).not.toHaveBeenCalled();
  });
});
