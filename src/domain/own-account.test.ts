import { describe, expect, test } from 'vitest';
import { emergencyContactSchema, passwordChangeSchema, profileSchema } from './own-account.ts';
import { likelyCurrency, businessSchema, registrationSchema } from './registration.ts';
import { readForm } from './testing/read-form.ts';

describe('emergencyContactSchema', () => {
  const contact = { name: 'Bo', phone: '+4512345678', relation: 'brother' };
  test('accepts no contact, or one with a name and a phone number', () => {
    expect(readForm(emergencyContactSchema, { name: ' ', phone: '', relation: '' })).toEqual({
      output: { name: '', phone: '', relation: '' },
    });
    expect(readForm(emergencyContactSchema, contact)).toEqual({ output: contact });
    expect(readForm(emergencyContactSchema, { ...contact, relation: '' })).toHaveProperty('output');
  });
  test.each([
    [{ name: '' }, { name: 'required' }],
    [{ phone: '' }, { phone: 'required' }],
    [
      { name: '', phone: '' },
      { name: 'required', phone: 'required' },
    ],
    [{ name: '', relation: '' }, { name: 'required' }],
    [{ phone: '', relation: '' }, { phone: 'required' }],
    [{ phone: '123' }, { phone: 'phone' }],
    [{ name: 'a'.repeat(201) }, { name: 'too_long' }],
    [{ relation: 'a'.repeat(101) }, { relation: 'too_long' }],
  ])('refuses %j: %j', (change, issues) =>
    expect(readForm(emergencyContactSchema, { ...contact, ...change })).toEqual({ issues }),
  );
});

test('a new password requires the current one; the code is trimmed', () => {
  const values = { currentPassword: 'old', password: 'new', code: ' 123 ' };
  expect(readForm(passwordChangeSchema, values)).toEqual({
    output: { currentPassword: 'old', password: 'new', code: '123' },
  });
  expect(readForm(passwordChangeSchema, { currentPassword: '', password: '', code: '' })).toEqual({
    issues: { currentPassword: 'required', password: 'required' },
  });
});

test('a profile requires a name', () => {
  expect(readForm(profileSchema, { displayName: ' Ann ', locale: 'en' })).toEqual({
    output: { displayName: 'Ann', locale: 'en' },
  });
  expect(readForm(profileSchema, { displayName: ' ', locale: 'xx' })).toEqual({
    issues: { displayName: 'required', locale: 'not_valid' },
  });
});

describe('registration', () => {
  const business = {
    kind: 'company',
    name: 'Harbour Walks',
    phone: '',
    locale: 'en',
    timeZone: 'UTC',
    currency: 'eur',
  };
  test('reads a business, with or without a person', () => {
    expect(readForm(businessSchema, business)).toEqual({ output: { ...business, currency: 'EUR' } });
    const person = { displayName: 'Ann', email: 'ann@example.test', password: 'x', acceptsTerms: true };
    expect(readForm(registrationSchema, { ...business, ...person })).toEqual({
      output: { ...business, ...person, currency: 'EUR' },
    });
  });
  test('reports which field is wrong', () => {
    expect(
      readForm(registrationSchema, {
        kind: 'club',
        name: '',
        phone: '1',
        locale: 'xx',
        timeZone: 'Nowhere',
        currency: 'E',
        displayName: '',
        email: 'ann',
        password: '',
        acceptsTerms: false,
      }),
    ).toEqual({
      issues: {
        kind: 'not_valid',
        name: 'required',
        phone: 'phone',
        locale: 'not_valid',
        timeZone: 'time_zone',
        currency: 'currency',
        displayName: 'required',
        email: 'email',
        password: 'required',
      },
    });
  });
});

test.each([
  ['Europe/Copenhagen', 'DKK'],
  ['America/New_York', 'USD'],
  ['Europe/Berlin', 'EUR'],
  ['', 'EUR'],
])('prices in %s are likely in %s', (zone, currency) => expect(likelyCurrency(zone)).toBe(currency));
