/** Sample data for the template gallery, with long and unusual names. */
import type { InferOutput } from 'valibot';
import {
  agreementLink,
  statementLink,
  authLink,
  bookingLink,
  companyDataLink,
  exportLink,
  exportsLink,
  webhooksLink,
  failedJobsLink,
  ownershipLink,
  invitationLink,
  unsubscribeLink,
  externalExportLink,
} from '../../functions/_shared/mail/links.ts';
import type { TEMPLATES, TemplateName } from '../../functions/_shared/mail/templates.ts';
import type { Locale } from '../../../src/lib/locales.ts';

type Samples = { [Name in TemplateName]: InferOutput<(typeof TEMPLATES)[Name]['data']> };

const TOKEN = 'pkce_0f4d6c1e9b7a583c2d1e0f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e';

const DEPARTURE = {
  company: 'Smørrebrød & Søn “Gå-ture” <København>',
  phone: '+45 33 11 22 33',
  tour: 'Havnen ved solnedgang – en gåtur for langsomme',
  meetingPoint: 'Ved springvandet på Kultorvet, under det store ur ved hjørnet mod Købmagergade',
  startsAt: '2026-12-03T14:00:00.000Z',
  endsAt: '2026-12-03T15:30:00.000Z',
  timeZone: 'Europe/Copenhagen',
};
const ENTRY = { id: '0b0e9a3c-5d27-4f1a-9c38-2f6d4b8e7a10', sequence: 4 };
const SAMPLE_BOOKING = {
  ...DEPARTURE,
  entry: ENTRY,
  reference: 'K7P3XM',
  name: 'Ana María Fernández de la Vega',
  meetingNote: 'The square is dug up: we wait on the steps of the library.',
  latitude: 55.681,
  longitude: 12.575,
  guests: 2,
  codes: ['K7P3XMQRSTVW', 'ABCD2345EFGH'],
  due: 129_050,
  currency: 'DKK',
  message: '',
};
const SAMPLE_EXPORT = {
  company: DEPARTURE.company,
  kind: 'bookings' as const,
  view: 'Bogholderi, måneden før',
  found: 1204,
  firstDay: '2026-11-01',
  lastDay: '2026-11-30',
  isBooked: false,
};
const SAMPLE_INVOICE = {
  kind: 'invoice' as const,
  number: 'I-2026-0042',
  issued_on: '2026-12-03',
  currency: 'DKK',
  gross: 129_050,
  net: 105_822,
  vat: 23_228,
  lines: [
    { type: 'ADULT' as const, quantity: 2, unit: 50_000, rate: 25, gross: 100_000, net: 80_000, vat: 20_000 },
    { type: 'CHILD' as const, quantity: 1, unit: 29_050, rate: 12.5, gross: 29_050, net: 25_822, vat: 3228 },
  ],
  subject: {
    title: 'Nyhavn & “Perlerne” <efter mørkets frembrud>',
    starts_at: '2026-12-03T14:00:00.000Z',
    time_zone: 'Europe/Copenhagen',
    reference: 'K7P3XM',
    total: 129_050,
  },
  seller: {
    name: 'Smørrebrød & Søn ApS <København>',
    address: 'Havnegade 1\n1058 København K',
    vat_number: 'DK12345678',
    note: 'IBAN DK50 0040 0440 1162 43',
    email: 'hej@smorrebrod.test',
    phone: null,
  },
  buyer: { name: 'Nordlys Rejser A/S', address: 'Østergade 9\n8000 Aarhus C', vat_number: 'DK87654321' },
  refers_to: [],
};
const GUEST_DATA = {
  company: DEPARTURE.company,
  bookings: [
    {
      reference: SAMPLE_BOOKING.reference,
      tour: DEPARTURE.tour,
      starts_at: DEPARTURE.startsAt,
      time_zone: DEPARTURE.timeZone,
      booked_at: '2026-11-01T08:12:00.000Z',
      name: SAMPLE_BOOKING.name,
      email: 'ana-maria.fernandez-de-la-vega@turismo-sevilla.example',
      phone: '+34 600 123 456',
      country: 'ES',
      note: 'Two of us use a wheelchair <no stairs, please>.',
      voucher_number: null,
      consent: 'Yes, write to me about new tours.',
      tags: ['VIP'],
      guests: ['Ana María Fernández de la Vega', ''],
      notes: ['Waits at the bus stop.'],
      total: 129_050,
      paid: 0,
      currency: 'DKK',
    },
  ],
};

type Destination = Parameters<typeof bookingLink>[1];

function accountSamples(destination: Destination) {
  const link = (name: Parameters<typeof authLink>[0]) => ({ link: authLink(name, TOKEN, destination) });
  return {
    'confirm-sign-up': link('signup'),
    recovery: link('recovery'),
    'magic-link': link('magiclink'),
    'email-change-old': { ...link('email_change'), newEmail: 'ana-maria.fernandez-de-la-vega@turismo-sevilla.example' },
    'email-change-new': { ...link('email_change'), newEmail: 'ana-maria.fernandez-de-la-vega@turismo-sevilla.example' },
    reauthentication: { code: '305805' },
    invite: link('invite'),
    invitation: {
      company: 'Smørrebrød & Søn “Gå-ture” <København>',
      roles: ['guide_manager', 'guide'],
      inviter: 'Ida Kjærgaard-Østergaard',
      expiresAt: '2026-12-03T14:00:00.000Z',
      link: invitationLink('4f9d1c0b7e', destination),
    },
  } satisfies Partial<Samples>;
}

const DEPARTURE_SAMPLES = {
  'departure-cancelled': {
    ...DEPARTURE,
    entry: ENTRY,
    audience: 'guest',
    reference: 'K7P3XM',
    reason: 'weather',
    message: 'A storm is forecast for the whole day. We would love to see you another time.',
  },
  'departure-moved': {
    ...DEPARTURE,
    entry: ENTRY,
    audience: 'guest',
    reference: 'K7P3XM',
    previous: '2026-12-03T09:00:00.000Z',
    message: 'The harbour is closed until noon.',
  },
  assignment: { ...DEPARTURE, change: 'proposed', note: 'The school group waits at the north gate.' },
  'assignment-declined': { ...DEPARTURE, guide: 'Lea Lund', isAlone: true },
  'report-overdue': DEPARTURE,
} satisfies Partial<Samples>;

function bookingSamples(destination: Destination) {
  const page = { link: bookingLink('n3Jq0Yc2Wv8kPz5RtXb7LmA1sDf4Gh6JkQwErTyUiOp', destination) };
  return {
    'booking-held': { ...SAMPLE_BOOKING, now: 32_263, until: '2026-12-02T17:00:00.000Z', ...page },
    'booking-confirmed': { ...SAMPLE_BOOKING, ...page },
    'booking-changed': {
      ...SAMPLE_BOOKING,
      previous: {
        startsAt: '2026-12-03T09:00:00.000Z',
        tour: SAMPLE_BOOKING.tour,
        meetingPoint: 'Nyhavn 1',
        meetingNote: '',
        guests: 3,
      },
      ...page,
    },
    'booking-requested': { ...SAMPLE_BOOKING, ...page },
    'booking-rejected': { ...SAMPLE_BOOKING, refund: 129_050, message: 'The boat is full that evening.' },
    'booking-refunded': { ...SAMPLE_BOOKING, refund: 129_050 },
    'booking-document': { ...SAMPLE_BOOKING, ...page, document: { ...SAMPLE_INVOICE, locale: destination.locale } },
    'booking-reminder': { ...SAMPLE_BOOKING, ...page },
    'booking-payment-failed': { ...SAMPLE_BOOKING, reason: 'seats_taken', amount: 129_050, ...page },
    'booking-thanks': {
      ...SAMPLE_BOOKING,
      review: 'https://reviews.example.com/smorrebrod-og-son?from=muster',
      unsubscribe: unsubscribeLink(TOKEN, destination),
    },
    'booking-cancelled': {
      ...DEPARTURE,
      entry: ENTRY,
      reference: 'K7P3XM',
      name: 'Ana María Fernández de la Vega',
      refund: 129_050,
      currency: 'DKK',
      message: 'The boat has to be repaired. We would love to see you next week.',
    },
  } satisfies Partial<Samples>;
}

function companySamples(destination: Destination) {
  return {
    'company-export': {
      company: DEPARTURE.company,
      expiresAt: '2026-12-10T14:00:00.000Z',
      link: companyDataLink(destination),
    },
    'company-closing': {
      company: DEPARTURE.company,
      actor: 'Ida Kjærgaard-Østergaard',
      closesAt: '2027-01-02T14:00:00.000Z',
      timeZone: DEPARTURE.timeZone,
      mayUndo: true,
      link: companyDataLink(destination),
    },
    'ownership-offered': {
      company: DEPARTURE.company,
      actor: 'Ida Kjærgaard-Østergaard',
      expiresAt: '2026-12-10T14:00:00.000Z',
      timeZone: DEPARTURE.timeZone,
      link: ownershipLink(destination),
    },
    'agreement-proposed': {
      from: 'Nordic City Stays',
      to: DEPARTURE.company,
      actor: 'Ingrid Solberg',
      link: agreementLink(destination, { side: 'company', id: '' }),
    },
    'commission-statement': {
      from: DEPARTURE.company,
      to: 'Nordic City Stays',
      state: 'disputed',
      month: '2026-11',
      amount: 1_284_050,
      currency: 'DKK',
      reason: 'The party of 12 on the 14th was ours: they wrote to us before they saw your poster.',
      link: statementLink(destination, { side: 'organisation', id: '' }),
    },
    'security-notice': {
      company: DEPARTURE.company,
      change: 'api_key_made',
      name: 'Channel manager',
      actor: 'Ida Kjærgaard-Østergaard',
      changedAt: '2026-12-03T02:10:00.000Z',
      timeZone: DEPARTURE.timeZone,
    },
  } satisfies Partial<Samples>;
}

function operationSamples(destination: Destination) {
  return {
    'webhook-paused': {
      company: DEPARTURE.company,
      receiver: 'hooks.example.com',
      reason: 'failing',
      pausedAt: '2026-12-03T02:10:00.000Z',
      timeZone: DEPARTURE.timeZone,
      link: webhooksLink(destination),
    },
    'export-ready': {
      ...SAMPLE_EXPORT,
      link: exportLink({ ...SAMPLE_EXPORT, viewId: 'sample', format: 'xlsx' }, destination),
    },
    'export-outside': {
      ...SAMPLE_EXPORT,
      expiresAt: '2026-12-10T06:00:00.000Z',
      timeZone: DEPARTURE.timeZone,
      link: externalExportLink(TOKEN, destination.app),
    },
    'export-paused': {
      company: DEPARTURE.company,
      kind: 'bookings',
      view: 'Bogholderi, måneden før',
      reason: 'no_right',
      actor: 'Ida Kjærgaard-Østergaard',
      link: exportsLink(destination),
    },
    'job-died': {
      company: DEPARTURE.company,
      kind: 'create_departures',
      diedAt: '2026-12-03T02:10:00.000Z',
      timeZone: DEPARTURE.timeZone,
      link: failedJobsLink(destination),
    },
    'mail-limit': { reachedAt: '2026-12-03T02:10:00.000Z' },
  } satisfies Partial<Samples>;
}

export function templateSamples(locale: Locale): Samples {
  const destination = { app: 'https://app.example.com', locale };
  return {
    ...accountSamples(destination),
    ...DEPARTURE_SAMPLES,
    ...bookingSamples(destination),
    ...companySamples(destination),
    ...operationSamples(destination),
    'guest-data': GUEST_DATA,
  };
}
