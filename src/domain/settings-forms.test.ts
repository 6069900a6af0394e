/** The forms of a company, an organisation, a booking's contact and a tour: valid input, and which field is refused. */
import { describe, expect, test } from 'vitest';
import { bookingContact, emptyToNull } from './booking-contact.ts';
import { companySettings, toCompanySettingsFormValues, type CompanySettings } from './company-settings.ts';
import { emptyOutputOf } from './testing/wire-schema.ts';
import { organisationSettings, toOrganisationSettingsFormValues } from './organisation-settings.ts';
import { readForm } from './testing/read-form.ts';
import { missingTexts, tourSchema } from './tours.ts';

describe('bookingContact', () => {
  const values = { name: ' Ann ', email: '', phone: '', country: '', locale: 'en', note: '', voucherNumber: '' };
  test('accepts a contact that has only a name', () => {
    expect(readForm(bookingContact(), values)).toEqual({ output: { ...values, name: 'Ann' } });
    expect(readForm(bookingContact(), { ...values, phone: '+4512345678', country: 'DK' })).toHaveProperty('output');
  });
  test.each([
    [{ name: '' }, 'name'],
    [{ email: 'ann' }, 'email'],
    [{ phone: '12' }, 'phone'],
    [{ country: 'dk' }, 'country'],
    [{ country: 'DNK' }, 'country'],
    [{ locale: 'xx' }, 'locale'],
    [{ note: 'a'.repeat(5001) }, 'note'],
    [{ voucherNumber: 'a'.repeat(201) }, 'voucherNumber'],
  ])('refuses %j', (change, field) => {
    const read = readForm(bookingContact(), { ...values, ...change });
    expect('issues' in read && Object.keys(read.issues)).toEqual([field]);
  });
  test('accepts the stored phone number even if it is invalid', () => {
    const schema = bookingContact('12 34');
    expect(readForm(schema, { ...values, phone: '12 34' })).toHaveProperty('output');
    expect(readForm(schema, { ...values, phone: '' })).toHaveProperty('output');
    expect(readForm(schema, { ...values, phone: '+4512345678' })).toHaveProperty('output');
    expect(readForm(schema, { ...values, phone: '12 35' })).toHaveProperty('issues.phone');
  });
  test('stores an empty text as null', () => {
    expect(emptyToNull('')).toBeNull();
    expect(emptyToNull(' ')).toBe(' ');
  });
});

describe('companySettings', () => {
  const settings: CompanySettings = {
    ...emptyOutputOf(companySettings),
    name: 'Harbour Walks',
    slug: 'harbour',
    timeZone: 'Europe/Copenhagen',
    currency: 'DKK',
    bookingCutOffMinutes: 43_200,
    cancellationCutOffHours: 8760,
    guestsMayMove: true,
    holdMinutes: 5,
  };
  const values = toCompanySettingsFormValues(settings);
  test('reads back what the form showed', () => {
    expect(values).toMatchObject({ bookingCutOffMinutes: '43200', embedOrigins: '', retentionMonths: '' });
    expect(readForm(companySettings, values)).toEqual({ output: settings });
    for (const months of ['1', '120'])
      expect(readForm(companySettings, { ...values, retentionMonths: months })).toMatchObject({
        output: { retentionMonths: Number(months) },
      });
  });
  test.each([
    { holdMinutes: '4' },
    { holdMinutes: '121' },
    { bookingCutOffMinutes: '43201' },
    { cancellationCutOffHours: '8761' },
    { retentionMonths: '0' },
    { retentionMonths: '121' },
    { retentionMonths: '1.5' },
    { brandColour: 'teal' },
    { attendanceRule: 'nobody' },
    { legalAddress: 'a'.repeat(501) },
    { vatNumber: 'a'.repeat(41) },
    { documentNote: 'a'.repeat(501) },
    { legalName: 'a'.repeat(201) },
  ])('refuses %j', (change) => {
    const read = readForm(companySettings, { ...values, ...change });
    expect('issues' in read && Object.keys(read.issues)).toEqual(Object.keys(change));
  });
});

describe('organisationSettings', () => {
  const settings = {
    name: 'Hotel',
    contactEmail: '',
    contactPhone: '',
    defaultLocale: 'da' as const,
    slug: 'hotel',
    brandColour: '#0a6e6e',
    defaultCommission: 12.5,
    embedOrigins: ['https://a.example.com', 'https://b.example.com'],
  };
  test('reads back what the form showed', () => {
    const values = toOrganisationSettingsFormValues(settings, 'da');
    expect(values).toMatchObject({
      defaultCommission: '12,5',
      embedOrigins: 'https://a.example.com\nhttps://b.example.com',
    });
    expect(readForm(organisationSettings, values)).toEqual({ output: settings });
  });
  test('reads an empty commission as 0', () => {
    expect(
      readForm(organisationSettings, { ...toOrganisationSettingsFormValues(settings, 'en'), defaultCommission: '' }),
    ).toMatchObject({
      output: { defaultCommission: 0 },
    });
  });
});

describe('TourForm', () => {
  const price = {
    id: '3f0c8c1e-9d5a-4c3b-8a56-0d5f3a6f1b2c',
    type: 'ADULT',
    amount: 0,
    minimumAge: null,
    maximumAge: 120,
    seats: 1,
    vatRate: null,
    accompaniedBy: [],
    isActive: true,
  };
  const tour = {
    slug: 'harbour-walk',
    durationMinutes: 90,
    latitude: -90,
    longitude: 180,
    guideLanguages: ['en'],
    capacity: 0,
    minimumGuests: 0,
    bookingCutOffMinutes: 0,
    cancellationCutOffHours: 0,
    depositPercent: null,
    asksNames: false,
    colour: '#0a6e6e',
    vatRate: 25,
    texts: {},
    prices: [price],
  };
  test('accepts a tour', () => expect(readForm(tourSchema, tour)).toEqual({ output: tour }));
  test.each([
    [{ durationMinutes: 0 }, { durationMinutes: 'too_small' }],
    [{ latitude: -90.1 }, { latitude: 'too_small' }],
    [{ latitude: 90.1 }, { latitude: 'too_large' }],
    [{ longitude: -180.1 }, { longitude: 'too_small' }],
    [{ longitude: 180.1 }, { longitude: 'too_large' }],
    [{ guideLanguages: [] }, { guideLanguages: 'required' }],
    [{ guideLanguages: ['EN'] }, { 'guideLanguages.0': 'not_valid' }],
    [{ depositPercent: 0 }, { depositPercent: 'too_small' }],
    [{ depositPercent: 101 }, { depositPercent: 'too_large' }],
    [{ vatRate: 100.5 }, { vatRate: 'too_large' }],
    [{ vatRate: -1 }, { vatRate: 'too_small' }],
    [{ vatRate: 5.555 }, { vatRate: 'not_valid' }],
    [{ prices: [{ ...price, amount: -1 }] }, { 'prices.0.amount': 'too_small' }],
    [{ prices: [{ ...price, amount: 0.5 }] }, { 'prices.0.amount': 'whole_number' }],
    [{ prices: [{ ...price, maximumAge: 121 }] }, { 'prices.0.maximumAge': 'too_large' }],
    [{ prices: [{ ...price, id: 'x' }] }, { 'prices.0.id': 'not_valid' }],
    [{ prices: [{ ...price, type: 'PENSIONER' }] }, { 'prices.0.type': 'not_valid' }],
  ])('refuses %j: %j', (change, issues) => expect(readForm(tourSchema, { ...tour, ...change })).toEqual({ issues }));

  test('lists missing texts by language; meeting notes are optional', () => {
    const texts = { title: 'T', summary: 'S', description: 'D', meetingPoint: 'M', meetingNotes: '' };
    expect(missingTexts({ en: texts, da: { ...texts, title: ' ', meetingPoint: '' }, es: texts })).toEqual([
      { field: 'title', language: 'da' },
      { field: 'meeting_point', language: 'da' },
      { field: 'title', language: 'it' },
      { field: 'summary', language: 'it' },
      { field: 'description', language: 'it' },
      { field: 'meeting_point', language: 'it' },
    ]);
  });
});
