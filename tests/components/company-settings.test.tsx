/** /company-settings: fields, refusals and saves. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CompanySettingsPage } from '../../src/company/company-settings/company-settings-page.tsx';
import {
  deleteCompanyLogo,
  readCompanySettings,
  saveCompanySettings,
  setCompanyLogo,
  type LoadedSettings,
} from '../../src/data/company-settings.ts';
import { readAudit, type AuditEvent } from '../../src/data/audit.ts';
import {
  closeCompany,
  cancelClosing,
  openExport,
  readCompanyData,
  requestExport,
  type CompanyData,
} from '../../src/data/company-data.ts';
import { eraseGuest, findGuest, sendGuestData, type GuestBooking } from '../../src/data/guest-data.ts';
import { readCodes, saveCode, type Codes } from '../../src/data/codes.ts';
import {
  readEmailTemplates,
  saveEmailTemplate,
  saveReviewLink,
  sendTestEmail,
  type EmailTemplates,
} from '../../src/data/email-templates.ts';
import { readPaymentSettings, savePaymentSettings, type PaymentSettings } from '../../src/data/payment-settings.ts';
import { readTicketKeys, revokeTicketKey, rotateTicketKey, type TicketKey } from '../../src/data/ticket-keys.ts';
import { companySettings, type CompanySettings } from '../../src/domain/company-settings.ts';
import { emptyOutputOf } from '../../src/domain/testing/wire-schema.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { hasDirtyForms } from '../../src/ui/form/dirty-forms.ts';
import { actingPartner, identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/company-settings.ts'), async (original) => ({
  ...(await original()),
  readCompanySettings: vi.fn<typeof readCompanySettings>(),
  saveCompanySettings: vi.fn<typeof saveCompanySettings>(),
  setCompanyLogo: vi.fn<typeof setCompanyLogo>(),
  deleteCompanyLogo: vi.fn<typeof deleteCompanyLogo>(),
}));
await mockModule(import('../../src/data/audit.ts'));
await mockModule(import('../../src/data/guest-data.ts'));
await mockModule(import('../../src/data/company-data.ts'));
await mockModule(import('../../src/data/ticket-keys.ts'));
await mockModule(import('../../src/data/codes.ts'), async (original) => ({
  ...(await original()),
  readCodes: vi.fn<typeof readCodes>(),
  saveCode: vi.fn<typeof saveCode>(),
}));
await mockModule(import('../../src/data/email-templates.ts'), async (original) => ({
  ...(await original()),
  readEmailTemplates: vi.fn<typeof readEmailTemplates>(),
  saveEmailTemplate: vi.fn<typeof saveEmailTemplate>(),
  saveReviewLink: vi.fn<typeof saveReviewLink>(),
  sendTestEmail: vi.fn<typeof sendTestEmail>(),
}));
await mockModule(import('../../src/data/payment-settings.ts'), async (original) => ({
  ...(await original()),
  readPaymentSettings: vi.fn<typeof readPaymentSettings>(),
  savePaymentSettings: vi.fn<typeof savePaymentSettings>(),
}));

const SETTINGS: CompanySettings = {
  ...emptyOutputOf(companySettings),
  name: 'Harbour Walks',
  contactEmail: 'hello@walks.test',
  contactPhone: '+45 32 12 34 56',
  slug: 'harbour-walks',
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  cancellationCutOffHours: 24,
  guestsMayMove: true,
  holdMinutes: 15,
};
const UPCOMING_IMPACT = {
  departures: 2,
  nextStartsAt: '2027-05-01T08:00:00.000Z',
  nextTitle: 'Harbour walk',
  prices: 3,
};
const READ: LoadedSettings = {
  version: 4,
  logo: null,
  settings: SETTINGS,
  formerSlugs: ['old-walks'],
  upcomingImpact: UPCOMING_IMPACT,
};

const PAYMENT: PaymentSettings = {
  version: 0,
  mode: 'on_arrival',
  provider: null,
  depositPercent: null,
  hasSecretKey: false,
  hasWebhookSecret: false,
  providers: [{ name: 'stripe', needsKeys: true }],
};
const SAMPLE = {
  name: 'Ada Lund',
  company: 'Harbour Walks',
  reference: 'K7P3XM',
  startsAt: '2027-05-01T08:00:00.000Z',
  timeZone: 'Europe/Copenhagen',
  guests: 2,
  amount: 58_500,
  currency: 'DKK',
};
const LETTERS: EmailTemplates = {
  reviewUrl: '',
  templates: [
    {
      template: 'booking-confirmed',
      placeholders: ['name', 'tour', 'when', 'company', 'reference', 'place', 'guests'],
      requiredPlaceholders: ['tour', 'when'],
      texts: [{ locale: 'en', subject: 'Ahoy {name}', body: 'On {tour}, {when}.', version: 3 }],
    },
    { template: 'booking-thanks', placeholders: ['name', 'tour'], requiredPlaceholders: [], texts: [] },
  ],
  sample: [
    { ...SAMPLE, locale: 'en', tour: 'Harbour walk', meetingPoint: 'Town hall' },
    { ...SAMPLE, locale: 'da', tour: 'Havnetur', meetingPoint: 'Rådhuset' },
  ],
};
const CODES: Codes = {
  tours: [
    { id: '00000000-0000-4000-8000-000000000001', title: { en: 'Harbour walk' } },
    { id: '00000000-0000-4000-8000-000000000002', title: { en: 'Night walk' } },
  ],
  codes: [
    {
      id: '00000000-0000-4000-8000-0000000000c1',
      code: 'ANNA-500',
      kind: 'gift',
      percent: null,
      amount: 50_000,
      currency: 'DKK',
      tours: [],
      firstDay: null,
      lastDay: '2027-12-31',
      maxUses: null,
      isDisabled: false,
      note: 'Birthday',
      version: 2,
      uses: 1,
      balance: 12_500,
    },
  ],
};
const savePaymentSettingsMock = vi.mocked(savePaymentSettings);
const readCompanySettingsMock = vi.mocked(readCompanySettings);
const saveCompanySettingsMock = vi.mocked(saveCompanySettings);
const name = page.getByRole('textbox', { name: 'Company name' });
const save = page.getByRole('button', { name: 'Save', exact: true });
let company = '';

/** Renders a section of the settings; the first by default. */
const show = (section = '') =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <CompanySettingsPage />
    </div>,
    {
      path: '/company-settings',
      at: `/company-settings${section && `?section=${section}`}`,
      texts: ['patterns', 'company-settings', 'audit'],
    },
  );

beforeEach(async () => {
  company = crypto.randomUUID();
  await page.viewport(1280, 720);
  vi.resetAllMocks();
  vi.mocked(readTicketKeys).mockResolvedValue(ok({ keys: [] }));
  readCompanySettingsMock.mockResolvedValue(ok(READ));
  vi.mocked(readEmailTemplates).mockResolvedValue(ok(LETTERS));
  vi.mocked(readCodes).mockResolvedValue(ok(CODES));
  savePaymentSettingsMock.mockReset();
  vi.mocked(readPaymentSettings).mockReset();
  vi.mocked(readPaymentSettings).mockResolvedValue(ok(PAYMENT));
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(identity({ userId: crypto.randomUUID(), companies: [member] }));
});
afterEach(() => session.signOut({ discard: true }));

test('asks before it discards changes', async () => {
  await show();
  await name.fill('Harbour Strolls');
  const discard = page.getByRole('button', { name: 'Discard changes' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await discard.click();
  await expect.element(question).toHaveTextContent('1 change will be lost.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Harbour Strolls');
  await discard.click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(name).toHaveValue('Harbour Walks');
  await expect.element(discard).not.toBeInTheDocument();
  expect(saveCompanySettingsMock).not.toHaveBeenCalled();
});

describe('while acting for the company as its partner', () => {
  beforeEach(async () => {
    await session.signOut({ discard: true });
    await signInAs(actingPartner(memberCompany(company, 'Harbour Walks'), crypto.randomUUID()));
  });
  const byItself = page.getByText('Only the company’s own team can change this.');

  test('the payment keys are read-only, with an explanation', async () => {
    await show('payment');
    await expect.element(page.getByText('Guests who book online pay on arrival.')).toBeVisible();
    await expect.element(byItself).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Change payment settings…' })).not.toBeInTheDocument();
  });

  test('the ticket keys can be neither rotated nor revoked', async () => {
    const ticketKey = { id: 'aaaa0001', madeAt: '2026-05-01T08:00:00.000Z', retiredAt: null, revokedAt: null };
    vi.mocked(readTicketKeys).mockResolvedValue(ok({ keys: [ticketKey] }));
    await show('tickets');
    await expect.element(page.getByText('aaaa0001')).toBeVisible();
    await expect.element(byItself).toBeVisible();
    for (const name of ['Rotate', 'Revoke'])
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('the payment settings', () => {
  const dialog = page.getByRole('dialog', { name: 'Payment settings' });
  const open = () => page.getByRole('button', { name: 'Change payment settings…' }).click();

  test('are shown, changed with keys that go to the server, and name missing keys', async () => {
    await show('payment');
    await expect.element(page.getByText('Guests who book online pay on arrival.')).toBeVisible();
    await open();
    await dialog.getByRole('combobox', { name: 'Guests who book online pay' }).selectOptions('online');
    savePaymentSettingsMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'no_keys' },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .element(dialog.getByText('Enter the secret key and the webhook signing secret so that guests can pay online.'))
      .toBeVisible();
    await dialog.getByLabelText('Secret key').fill('sk_test_1');
    await dialog.getByLabelText('Webhook signing secret').fill('whsec_1');
    await dialog.getByLabelText('Deposit').fill('30');
    await expect.element(dialog.getByText(`payment-events?company=${company}`)).toBeVisible();
    savePaymentSettingsMock.mockResolvedValueOnce(ok({ ...PAYMENT, version: 1, mode: 'online', provider: 'stripe' }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(savePaymentSettingsMock).toHaveBeenLastCalledWith({
      company,
      version: 0,
      mode: 'online',
      provider: 'stripe',
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      depositPercent: 30,
    });
  });

  test('do not show a stored key, and an empty field keeps it', async () => {
    vi.mocked(readPaymentSettings).mockResolvedValue(
      ok({ ...PAYMENT, version: 3, mode: 'online', provider: 'stripe', hasSecretKey: true, hasWebhookSecret: true }),
    );
    await show('payment');
    await expect.element(page.getByText('Guests who book online pay when they book (Stripe).')).toBeVisible();
    await open();
    await expect.element(dialog.getByLabelText('Secret key')).toHaveValue('');
    await expect.element(dialog.getByLabelText('Secret key')).toHaveAttribute('type', 'password');
    expect(dialog.getByText('One is saved.').elements().length).toBeGreaterThan(0);
    savePaymentSettingsMock.mockResolvedValueOnce(ok({ ...PAYMENT, version: 4 }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(savePaymentSettingsMock.mock.lastCall?.[0]).toMatchObject({ version: 3, secretKey: '', webhookSecret: '' });
  });
});

describe('saving', () => {
  test('sends all fields with the edited version, once for a double click', async () => {
    saveCompanySettingsMock.mockResolvedValue(ok({ version: 5 }));
    await show();
    await name.fill('Sea Walks');
    await save.click();
    await expect.element(page.getByText('1 unsaved change')).not.toBeInTheDocument();
    expect(saveCompanySettingsMock).toHaveBeenCalledTimes(1);
    expect(saveCompanySettingsMock).toHaveBeenCalledWith({
      company,
      version: 4,
      settings: { ...SETTINGS, contactPhone: '+4532123456', name: 'Sea Walks' },
      isSure: false,
    });
  });

  test('shows invalid fields, and sends nothing', async () => {
    await show();
    await name.fill('');
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('textbox', { name: 'Hold seats for' }).fill('3');
    await save.click();
    const summary = page.getByRole('group', { name: 'Sorry, not all fields are filled out correctly.' });
    await expect.element(summary).toHaveTextContent(/Company name is required\..*Hold seats for is too small\./);
    expect(saveCompanySettingsMock).not.toHaveBeenCalled();
    // The summary links to an invalid field in another section.
    await summary.getByRole('button', { name: /Company name/ }).click();
    await expect.element(name).toHaveFocus();
  });

  test('accepts pasted embedding sites, and names an invalid one at the field', async () => {
    saveCompanySettingsMock.mockResolvedValue(ok({ version: 5 }));
    readCompanySettingsMock.mockResolvedValue(
      ok({ ...READ, settings: { ...SETTINGS, embedOrigins: ['https://a.test', 'https://b.test'] } }),
    );
    await show('page');
    const sites = page.getByRole('textbox', { name: 'Websites that can embed your page' });
    await expect.element(sites).toHaveValue('https://a.test\nhttps://b.test');
    await sites.fill('https://a.test/tours');
    await save.click();
    await expect.element(sites).toHaveAttribute('aria-invalid', 'true');
    expect(saveCompanySettingsMock).not.toHaveBeenCalled();
    await sites.fill('https://a.test/\nhttps://Hotel.test');
    await page.getByRole('textbox', { name: 'Terms URL' }).fill('https://a.test/terms');
    await save.click();
    await expect
      .poll(() => saveCompanySettingsMock.mock.lastCall?.[0].settings)
      .toMatchObject({ embedOrigins: ['https://a.test', 'https://hotel.test'], termsUrl: 'https://a.test/terms' });
  });

  test('offline: says so, keeps all input, and saves on the next press', async () => {
    saveCompanySettingsMock.mockResolvedValueOnce(fail('offline', { retry: true }));
    saveCompanySettingsMock.mockResolvedValueOnce(ok({ version: 5 }));
    await show();
    await name.fill('Sea Walks');
    await save.click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent(/Not saved.*You’re offline\./);
    await expect.element(name).toHaveValue('Sea Walks');
    await save.click();
    await expect.element(alert).not.toBeInTheDocument();
    expect(saveCompanySettingsMock).toHaveBeenCalledTimes(2);
  });

  test('shows at its field that a slug is taken', async () => {
    saveCompanySettingsMock.mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'slug_taken' },
    });
    await show('page');
    await page.getByRole('textbox', { name: 'Page URL' }).fill('taken');
    await page.getByRole('link', { name: 'Region' }).click();
    await save.click();
    await expect.element(page.getByText('is already taken').first()).toBeVisible();
  });
});

describe('the logo', () => {
  const choose = async (file: File) => {
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const files = new DataTransfer();
    files.items.add(file);
    chooser.files = files.files;
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
  };
  test('is scaled down in the browser and saved at once, without the form', async () => {
    vi.mocked(setCompanyLogo).mockResolvedValue(ok({ tag: 'abc' }));
    await show('page');
    await expect.element(page.getByRole('textbox', { name: 'Page URL' })).toBeVisible();
    const canvas = document.createElement('canvas');
    canvas.width = 900;
    canvas.height = 300;
    canvas.getContext('2d')!.fillRect(0, 0, 900, 300);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    await choose(new File([blob!], 'logo.png', { type: 'image/png' }));
    await waitFor(() => expect(setCompanyLogo).toHaveBeenCalledTimes(1));
    const { picture, company: of } = vi.mocked(setCompanyLogo).mock.lastCall![0];
    expect(of).toBe(company);
    const bytes = await fetch(`data:image/webp;base64,${picture}`).then((response) => response.blob());
    const bitmap = await createImageBitmap(bytes);
    expect([bitmap.width, bitmap.height]).toEqual([512, 171]);
    expect(saveCompanySettingsMock).not.toHaveBeenCalled();
  });

  test('is shown and can be removed', async () => {
    vi.mocked(deleteCompanyLogo).mockResolvedValue(ok({}));
    readCompanySettingsMock.mockResolvedValue(ok({ ...READ, logo: { tag: 'abc', base64: 'UklGRg==' } }));
    await show('page');
    await expect
      .element(page.getByRole('img', { name: 'Logo' }))
      .toHaveAttribute('src', 'data:image/webp;base64,UklGRg==');
    await page.getByRole('button', { name: 'Remove picture' }).click();
    await expect.poll(() => vi.mocked(deleteCompanyLogo).mock.lastCall).toEqual([company]);
  });
});

describe('the ticket keys', () => {
  const at = '2026-05-01T08:00:00.000Z';
  const key = (id: string, more: Partial<TicketKey> = {}): TicketKey => ({
    id,
    madeAt: at,
    retiredAt: null,
    revokedAt: null,
    ...more,
  });
  const section = page.getByRole('region', { name: 'Tickets' });
  const row = (id: string) => section.getByRole('listitem').filter({ hasText: id });

  test('list what each does and since when', async () => {
    const keys = [
      key('aaaa0001'),
      key('bbbb0002', { retiredAt: '2026-06-02T08:00:00.000Z' }),
      key('cccc0003', { retiredAt: at, revokedAt: '2026-06-03T08:00:00.000Z' }),
    ];
    vi.mocked(readTicketKeys).mockResolvedValue(ok({ keys }));
    await show('tickets');
    await expect.element(row('aaaa0001')).toHaveTextContent(/In use.*Since .*2026/);
    await expect.element(row('bbbb0002')).toHaveTextContent(/Replaced.*2026/);
    await expect.element(row('cccc0003')).toHaveTextContent('Revoked');
    expect(
      row('bbbb0002')
        .getByRole('button')
        .elements()
        .map((element) => element.textContent),
    ).toEqual(['Revoke']);
    expect(row('cccc0003').getByRole('button').elements()).toHaveLength(0);
  });

  test('are rotated and revoked after an explanation, and show a failure there', async () => {
    vi.mocked(readTicketKeys).mockResolvedValue(ok({ keys: [key('aaaa0001')] }));
    vi.mocked(rotateTicketKey).mockResolvedValue(ok({ keys: [] }));
    vi.mocked(revokeTicketKey).mockResolvedValueOnce(fail('offline', { retry: true }));
    vi.mocked(revokeTicketKey).mockResolvedValue(ok({ keys: [] }));
    await show('tickets');
    const dialog = page.getByRole('dialog');
    await row('aaaa0001')
      .getByRole('button', { name: /^Replace key/ })
      .click();
    await expect.element(dialog).toHaveTextContent(/Tickets it has signed stay valid/);
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await expect.poll(() => vi.mocked(rotateTicketKey).mock.lastCall).toEqual([{ company, key: 'aaaa0001' }]);
    await expect.element(dialog).not.toBeInTheDocument();
    await row('aaaa0001')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await expect.element(dialog).toHaveTextContent(/Tickets signed with it stop working/);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('You’re offline.');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(revokeTicketKey).mock.lastCall).toEqual([{ company, key: 'aaaa0001' }]);
    expect(saveCompanySettingsMock).not.toHaveBeenCalled();
  });

  test('of a company without one are created with the first ticket', async () => {
    await show('tickets');
    await expect.element(section).toHaveTextContent('The first ticket creates one.');
  });
});

describe('when a colleague saved first', () => {
  const theirs = { ...SETTINGS, name: 'Their Walks', holdMinutes: 20 };
  beforeEach(() => {
    saveCompanySettingsMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', version: 5, settings: theirs },
    });
    saveCompanySettingsMock.mockResolvedValueOnce(ok({ version: 6 }));
  });

  test.each([
    ['Yours: Sea Walks', 'Sea Walks'],
    ['Theirs: Their Walks', 'Their Walks'],
  ])('“%s” is saved, with the changes that only they made', async (choice, expectedName) => {
    await show();
    await name.fill('Sea Walks');
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('textbox', { name: 'Free cancellation' }).fill('48');
    await save.click();
    // The labels of the choices change while the person types.
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/^Someone else has changed this.*then save again\.$/);
    await page.getByRole('radio', { name: choice }).click();
    await page.getByRole('button', { name: 'Use these' }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect.element(name).toHaveValue(expectedName);
    await save.click();
    await waitFor(() => expect(saveCompanySettingsMock).toHaveBeenCalledTimes(2));
    expect(saveCompanySettingsMock.mock.lastCall?.[0]).toMatchObject({
      version: 5,
      settings: { name: expectedName, holdMinutes: 20, cancellationCutOffHours: 48 },
    });
  });
});

describe('a new time zone', () => {
  test('explains its effect, and is saved only after confirmation', async () => {
    saveCompanySettingsMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'must_confirm', upcomingImpact: UPCOMING_IMPACT, erased: 3 },
    });
    saveCompanySettingsMock.mockResolvedValueOnce(ok({ version: 5 }));
    await show('place');
    await page.getByRole('combobox', { name: 'Time zone' }).selectOptions('Europe/London');
    await expect
      .element(page.getByText(/2 upcoming departures keep .* Harbour walk, as Sat 09:00 instead of Sat 10:00/))
      .toBeVisible();
    await save.click();
    // Also if a colleague has just shortened the retention.
    const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
    await expect.element(dialog).toHaveTextContent('guest data in 3 bookings will be erased');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await waitFor(() => expect(saveCompanySettingsMock).toHaveBeenCalledTimes(2));
    expect(saveCompanySettingsMock.mock.calls.map(([args]) => args.isSure)).toEqual([false, true]);
  });
});

describe('guests’ data', () => {
  test('a shorter retention says how many are erased tonight, and is saved only after confirmation', async () => {
    saveCompanySettingsMock.mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'must_confirm', upcomingImpact: UPCOMING_IMPACT, erased: 3 },
    });
    saveCompanySettingsMock.mockResolvedValueOnce(ok({ version: 5 }));
    await show('guests');
    await page.getByRole('combobox', { name: 'Keep guest data' }).selectOptions('For 2 years after the departure');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Erase old guest data, starting tonight?' });
    await expect.element(dialog).toHaveTextContent('Tonight, guest data in 3 bookings will be erased permanently.');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await waitFor(() => expect(saveCompanySettingsMock).toHaveBeenCalledTimes(2));
    expect(saveCompanySettingsMock.mock.calls.map(([args]) => [args.settings.retentionMonths, args.isSure])).toEqual([
      [24, false],
      [24, true],
    ]);
  });

  const booking = (more: Partial<GuestBooking>): GuestBooking => ({
    id: crypto.randomUUID(),
    reference: 'K7P3XM',
    name: 'Ada Jensen',
    email: 'ada@guest.test',
    title: { en: 'Harbour walk' },
    startsAt: '2026-05-01T08:00:00.000Z',
    localDate: '2026-05-01',
    erasureState: 'erasable',
    ...more,
  });
  const field = page.getByRole('textbox', { name: 'Email or booking reference' });

  test('of one guest is found, sent to the booking’s address, and erased after saying what stays', async () => {
    const past = booking({});
    vi.mocked(findGuest).mockResolvedValue(
      ok({ bookings: [past, booking({ erasureState: 'upcoming', reference: 'ABCDEF' })] }),
    );
    vi.mocked(sendGuestData).mockResolvedValue(ok({}));
    vi.mocked(eraseGuest)
      .mockResolvedValueOnce(fail('offline', { retry: true }))
      .mockResolvedValue(ok({ erased: 1 }));
    await show('guests');
    await field.fill('ada@guest.test');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Upcoming' })).toHaveTextContent('ABC');
    await page.getByRole('button', { name: 'Send to ada@guest.test' }).click();
    expect(vi.mocked(sendGuestData).mock.lastCall?.[0]).toBe(past.id);
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase this guest’s data permanently?' });
    await expect.element(dialog).toHaveTextContent(/1 upcoming or recent booking/);
    await dialog.getByRole('button', { name: 'Erase from 1 booking' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('You’re offline.');
    await dialog.getByRole('button', { name: 'Erase from 1 booking' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(eraseGuest).mock.lastCall?.[0]).toEqual({ company, bookings: [past.id] });
  });

  test('an unknown guest is reported; the search does not submit the settings form', async () => {
    vi.mocked(findGuest).mockResolvedValue(ok({ bookings: [] }));
    await show('guests');
    await field.fill('nobody@guest.test');
    await page.getByRole('button', { name: 'Find' }).click();
    await expect.element(page.getByText('No booking has this email or reference.')).toBeVisible();
    expect(saveCompanySettingsMock).not.toHaveBeenCalled();
  });
});

describe('the whole company', () => {
  const DATA: CompanyData = {
    mayDecide: true,
    hasActiveSubscription: true,
    closesAt: null,
    timeZone: 'Europe/Copenhagen',
    futureDepartures: 2,
    export: null,
  };
  const read = vi.mocked(readCompanyData);

  test('requests its archive, shows progress, and says when it has expired', async () => {
    const archive = {
      id: 'x',
      requestedAt: '2026-11-01T08:00:00.000Z',
      requestedBy: 'Ida',
      writtenFiles: 4,
      totalFiles: 19,
      expiresAt: null,
    } as const;
    read.mockResolvedValueOnce(ok(DATA));
    read.mockResolvedValueOnce(ok({ ...DATA, export: { ...archive, state: 'running' } }));
    read.mockResolvedValue(
      ok({ ...DATA, export: { ...archive, state: 'ready', expiresAt: '2026-11-08T08:00:00.000Z' } }),
    );
    vi.mocked(requestExport).mockResolvedValue(ok({ export: null }));
    await show('company');
    await page.getByRole('button', { name: 'Create archive' }).click();
    await expect.element(page.getByText('Creating archive: 4 of 19 files')).toBeVisible();
    // Polled.
    await expect.element(page.getByText('Available until 8 November 2026.')).toBeVisible();
    vi.mocked(openExport).mockResolvedValue({ ok: false, code: 'refused', retry: false, refusal: { status: 'gone' } });
    const looks = read.mock.calls.length;
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.poll(() => read.mock.calls.length).toBeGreaterThan(looks);
  });

  test('is closed by typing its name, after an explanation; can be reopened with one press', async () => {
    read.mockResolvedValueOnce(ok(DATA));
    read.mockResolvedValue(ok({ ...DATA, closesAt: '2026-12-23T08:00:00.000Z' }));
    vi.mocked(closeCompany).mockResolvedValue(ok({ closesAt: '2026-12-23T08:00:00.000Z' }));
    vi.mocked(cancelClosing).mockResolvedValue(ok({}));
    await show('company');
    await page.getByRole('button', { name: 'Close company…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Close Harbour Walks?' });
    await expect.element(dialog).toHaveTextContent(/guests can no longer book.*including 2 upcoming departures/);
    const confirm = dialog.getByRole('button', { name: 'Close in 30 days' });
    await confirm.click();
    await expect.element(dialog.getByText('That isn’t the company’s name.')).toBeVisible();
    expect(closeCompany).not.toHaveBeenCalled();
    await dialog.getByRole('textbox', { name: /Type Harbour Walks/ }).fill('harbour walks');
    await confirm.click();
    await expect.element(page.getByText('The company closes on 23 December 2026')).toBeVisible();
    await page.getByRole('button', { name: 'Keep the company' }).click();
    expect(vi.mocked(cancelClosing).mock.lastCall?.[0]).toBe(company);
  });

  test('cannot be closed or exported while acting for it', async () => {
    read.mockResolvedValue(ok({ ...DATA, mayDecide: false, hasActiveSubscription: false }));
    await show('company');
    await expect.element(page.getByText('Only an owner can download all data')).toBeVisible();
    await expect.element(page.getByText('No subscription')).toBeVisible();
    expect(page.getByRole('button', { name: /Close company|Create archive/ }).elements()).toHaveLength(0);
  });
});

describe('the audit log', () => {
  const event = (action: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
    id: crypto.randomUUID(),
    at: '2026-11-01T08:00:00.000Z',
    action,
    subject: {},
    actor: { id: 'p', name: 'Ida', isMember: true },
    ...more,
  });

  test('shows who did what; unknown actions by name; the URL filters it', async () => {
    const person = crypto.randomUUID();
    vi.mocked(readAudit).mockResolvedValue(
      ok({
        events: [
          event('move_booking', { subject: { reference: 'K7P3XM' } }),
          event('impersonate', { actor: { id: 'q', name: 'Pia', isMember: false } }),
          event('teleport_tour', { actor: null }),
        ],
        next: null,
        people: [{ id: person, name: 'Ida' }],
      }),
    );
    await show('log&topic=money');
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect.element(row('Booking moved')).toHaveTextContent(/1 Nov 2026, 09:00.*K7P.*Ida/);
    await expect.element(row('Started acting')).toHaveTextContent('Pia, acting for the company');
    await expect.element(row('teleport tour')).toHaveTextContent('System or guest');
    const lastAuditQuery = () => vi.mocked(readAudit).mock.lastCall?.[1];
    expect(lastAuditQuery()?.actions).toContain('record_refund');
    expect(lastAuditQuery()?.actions).not.toContain('move_booking');
    await page.getByRole('button', { name: 'Who', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Ida' }).click();
    await expect.poll(() => lastAuditQuery()?.people).toEqual([person]);
  });
});

describe('when the settings fail to load', () => {
  test('explains why and reloads on request', async () => {
    readCompanySettingsMock.mockResolvedValueOnce(fail('server', { retry: true }));
    await show();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The settings could not be loaded.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(name).toHaveValue('Harbour Walks');
  });
});

test('shows an unreadable colour as guests see it, and says that it was adjusted', async () => {
  await show('page');
  const colour = page.getByRole('textbox', { name: 'Colour', exact: true });
  await colour.fill('#0b5c66');
  const bent = page.getByText('guests see it slightly darker.');
  await expect.element(page.getByText('A preview of your page.')).toBeVisible();
  await expect.element(bent).not.toBeInTheDocument();
  await colour.fill('#ffe600');
  await expect.element(bent).toBeVisible();
  const button = [...document.querySelectorAll('span')].find((element) => element.textContent === 'Book')!;
  expect(getComputedStyle(button).backgroundColor).not.toBe('rgb(255, 230, 0)');
});

describe('on a phone', () => {
  test('lists the sections, each a page with a way back, and keeps unsaved input', async () => {
    await page.viewport(390, 700);
    await show();
    await expect.element(page.getByRole('link', { name: 'Booking page' })).toBeVisible();
    await expect.element(name).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Profile' }).click();
    await name.fill('Sea Walks');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Tickets' }).click();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Tickets');
    // The page shows the title: the section's own heading is for screen readers only.
    const sectionHeading = page
      .getByRole('region', { name: 'Tickets' })
      .getByRole('heading', { level: 2, name: 'Tickets' });
    await expect.element(sectionHeading).toBeInTheDocument();
    expect(sectionHeading.element().getBoundingClientRect().width).toBe(1);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect.element(name).toHaveValue('Sea Walks');
  });
});

test('rotating a tablet keeps unsaved input and mounted components', async () => {
  await page.viewport(820, 1180);
  await show('profile');
  await name.fill('Sea Walks');
  const field = name.element();
  await page.viewport(1180, 820);
  await expect.element(page.getByRole('link', { name: 'Booking page' })).toBeVisible();
  await expect.element(name).toHaveValue('Sea Walks');
  // The same element: a remount would also close an open dialog.
  expect(name.element()).toBe(field);
});

describe('the company’s email templates', () => {
  const dialog = page.getByRole('dialog', { name: 'Confirmation' });
  const body = dialog.getByRole('textbox', { name: 'Opening' });
  const confirm = () => dialog.getByRole('button', { name: 'Save' }).click();
  const open = async () => {
    await show('email-templates');
    await page.getByRole('button', { name: 'Edit Confirmation' }).click();
    await expect.element(body).toBeVisible();
  };

  test('are previewed with a booking of the company while typing, in each language', async () => {
    await open();
    await expect.element(dialog.getByText('Ahoy Ada Lund')).toBeVisible();
    await expect.element(dialog.getByText(/On Harbour walk, Saturday.* 1 May 2027 at 10:00/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Dansk' }).click();
    await expect.element(dialog.getByText('Default text', { exact: true })).toBeVisible();
    await body.fill('<b>{tour}</b> ved {place}');
    await expect.element(dialog.getByText('<b>Havnetur</b> ved Rådhuset')).toBeVisible();
  });

  test('with unknown or missing placeholders are not sent; only the changed language is saved', async () => {
    await open();
    await body.fill('Hello {nmae}: {tour}, {when}');
    await confirm();
    await expect.element(dialog.getByText(/“\{nmae\}” isn’t a placeholder/)).toBeVisible();
    await body.fill('See you on {tour}');
    await confirm();
    await expect.element(dialog.getByText(/Add “\{when\}” to the opening/)).toBeVisible();
    expect(saveEmailTemplate).not.toHaveBeenCalled();
    vi.mocked(saveEmailTemplate).mockResolvedValue(ok(LETTERS));
    await body.fill('See you on {tour}, {when}');
    await confirm();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveEmailTemplate).mock.calls).toEqual([
      [
        expect.objectContaining({
          company,
          template: 'booking-confirmed',
          locale: 'en',
          version: 3,
          subject: 'Ahoy {name}',
          body: 'See you on {tour}, {when}',
        }),
        expect.any(String),
      ],
    ]);
  });

  test('changed by a colleague in the meantime show both texts, and lose nothing that one side changed', async () => {
    await open();
    await body.fill('Mine: {tour}, {when}');
    vi.mocked(saveEmailTemplate).mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'stale', version: 7, subject: 'Their subject', body: 'Theirs: {tour}, {when}' },
    });
    await confirm();
    const choice = dialog.getByRole('radiogroup', { name: 'English · Opening' });
    await expect.element(choice.getByText('Theirs: Theirs: {tour}, {when}')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await choice.getByText('Yours: Mine: {tour}, {when}').click();
    await dialog.getByRole('button', { name: 'Use these' }).click();
    await expect.element(body).toHaveValue('Mine: {tour}, {when}');
    vi.mocked(saveEmailTemplate).mockResolvedValueOnce(ok(LETTERS));
    await confirm();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveEmailTemplate).mock.lastCall?.[0]).toMatchObject({
      locale: 'en',
      version: 7,
      subject: 'Their subject',
      body: 'Mine: {tour}, {when}',
    });
  });

  test('are mailed to the user without saving', async () => {
    await open();
    vi.mocked(sendTestEmail).mockResolvedValue(ok({ recipient: 'me@walks.test' }));
    await dialog.getByRole('button', { name: 'Email it to me' }).click();
    await expect
      .poll(() => vi.mocked(sendTestEmail).mock.lastCall?.[0])
      .toMatchObject({ locale: 'en', subject: 'Ahoy {name}' });
    expect(saveEmailTemplate).not.toHaveBeenCalled();
  });

  test('save the review page separately, and refuse an invalid URL', async () => {
    await show('email-templates');
    const field = page.getByRole('textbox', { name: 'Review page' });
    await field.fill('reviews');
    await page.getByRole('button', { name: 'Save review page' }).click();
    expect(saveReviewLink).not.toHaveBeenCalled();
    vi.mocked(saveReviewLink).mockResolvedValueOnce(fail('offline'));
    await field.fill('https://reviews.test/walks');
    await page.getByRole('button', { name: 'Save review page' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('You’re offline.');
    expect(hasDirtyForms()).toBe(true);
    vi.mocked(saveReviewLink).mockResolvedValue(ok({ ...LETTERS, reviewUrl: 'https://reviews.test/walks' }));
    await field.fill('https://reviews.test/walks');
    await page.getByRole('button', { name: 'Save review page' }).click();
    await expect
      .poll(() => vi.mocked(saveReviewLink).mock.lastCall?.[0])
      .toEqual({ company, url: 'https://reviews.test/walks' });
    await waitFor(() => expect(hasDirtyForms()).toBe(false));
  });
});

describe('discount codes and vouchers', () => {
  const dialog = page.getByRole('dialog');

  test('are listed with their balance and use', async () => {
    await show('codes');
    await expect
      .element(page.getByText(/125.* of .*500.* left.*1 booking.*until .*31 Dec.*2027.*Birthday/))
      .toBeVisible();
  });

  test('are created with value, scope and validity; invalid input is shown at its field', async () => {
    await show('codes');
    await page.getByRole('button', { name: 'New code' }).click();
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('A B');
    await dialog.getByRole('textbox', { name: 'Percentage' }).fill('120');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(saveCode).not.toHaveBeenCalled();
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('summer-25');
    await dialog.getByRole('textbox', { name: 'Percentage' }).fill('25');
    await dialog.getByRole('button', { name: 'Night walk' }).click();
    await dialog.getByRole('textbox', { name: 'Valid until' }).fill('2027-08-31');
    await dialog.getByRole('textbox', { name: 'Maximum bookings' }).fill('50');
    vi.mocked(saveCode).mockResolvedValueOnce({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'code_taken' },
    } as never);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('This code already exists.')).toBeVisible();
    vi.mocked(saveCode).mockResolvedValueOnce(ok(CODES));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveCode).mock.lastCall?.[0]).toMatchObject({
      company,
      version: 0,
      code: 'summer-25',
      kind: 'percentage',
      percent: 25,
      amount: null,
      tours: [CODES.tours[1]!.id],
      firstDay: null,
      lastDay: '2027-08-31',
      maxUses: 50,
      isDisabled: false,
    });
  });

  test('are switched off with their version', async () => {
    await show('codes');
    await page.getByRole('button', { name: 'Edit ANNA-500' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Balance' })).toHaveValue('500');
    await dialog.getByRole('switch', { name: 'Disable this code' }).click();
    vi.mocked(saveCode).mockResolvedValueOnce(ok(CODES));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(saveCode).mock.lastCall?.[0]).toMatchObject({
      id: CODES.codes[0]!.id,
      version: 2,
      isDisabled: true,
      amount: 50_000,
    });
  });
});
