/** Copenhagen's API keys and webhooks. The keys exist nowhere and the receivers are off, so nothing is sent. */
import type { Row } from './insert.ts';
import { COMPANIES } from './people.ts';
import { idOf } from './random.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const hexOf = (name: string) => `${idOf(`${name}:1`)}${idOf(`${name}:2`)}`.replaceAll('-', '');

interface DemoKey {
  name: string;
  scopes: string[];
  /** Days ago. */
  made: number;
  /** Minutes ago, and the address. */
  used: [number, string] | null;
  addresses?: string[];
  /** Days from now. */
  expires?: number;
  revoked?: number;
}

const KEYS: readonly DemoKey[] = [
  { name: 'copenhagen.example.com', scopes: ['tours_read', 'departures_read'], made: 310, used: [4, '203.0.113.24'] },
  {
    name: 'Bogholderi',
    scopes: ['bookings_read', 'payments_read'],
    made: 96,
    used: [560, '198.51.100.7'],
    addresses: ['198.51.100.0/29'],
    expires: 269,
  },
  {
    name: 'Billetkiosken (OCTO)',
    scopes: ['tours_read', 'departures_read', 'bookings_read', 'bookings_write', 'webhooks_write'],
    made: 45,
    used: [38, '192.0.2.61'],
  },
  { name: 'Regneark, sommeren', scopes: ['bookings_read', 'guests_read'], made: 170, used: [61 * 1440, '203.0.113.90'], revoked: 58 }, // prettier-ignore
];

/** Returns the instant that is so many milliseconds from now. */
type InstantAt = (milliseconds: number) => string;

function apiKeyRow({ name, scopes, made, used, addresses = [], expires, revoked }: DemoKey, at: InstantAt): Row {
  return {
    id: idOf(`api-key:${name}`),
    company_id: COMPANIES.copenhagen.id,
    name,
    scopes,
    // Not a hash of any key.
    key_hash: hexOf(`api-key:${name}`),
    last_four: idOf(`last-four:${name}`).slice(0, 4),
    addresses,
    expires_at: expires === undefined ? null : at(expires * DAY_MS),
    revoked_at: revoked === undefined ? null : at(-revoked * DAY_MS),
    made_at: at(-made * DAY_MS),
    last_used_at: used && at(-used[0] * MINUTE_MS),
    last_used_from: used && used[1],
    version: 1,
  };
}

export function integrationRows(now: Date): Record<string, readonly Row[]> {
  const at: InstantAt = (milliseconds) => new Date(now.getTime() + milliseconds).toISOString();
  const company_id = COMPANIES.copenhagen.id;
  return {
    'private.api_keys': KEYS.map((key) => apiKeyRow(key, at)),
    'private.webhook_endpoints': [
      {
        id: idOf('webhook:bookings'),
        company_id,
        url: 'https://hooks.copenhagen.example.com/bookings',
        description: 'Slack, #bookinger',
        events: ['booking.confirmed', 'booking.cancelled', 'booking.moved'],
        has_personal_data: false,
        secret: `whsec_${Buffer.from(hexOf('webhook:bookings'), 'hex').toString('base64')}`,
        key_id: null,
        octo_event: null,
        octo: null,
        secret_headers: {},
        state: 'off',
        version: 1,
        created_at: at(-120 * DAY_MS),
      },
      // A reseller's OCTO subscription.
      {
        id: idOf('webhook:octo'),
        company_id,
        url: 'https://octo.billetkiosken.example.com/bookings',
        description: null,
        events: [
          'booking.confirmed',
          'booking.changed',
          'booking.moved',
          'booking.cancelled',
          'booking.rejected',
          'booking.expired',
          'guest.checked_in',
        ],
        has_personal_data: false,
        secret: `whsec_${Buffer.from(hexOf('webhook:octo'), 'hex').toString('base64')}`,
        key_id: idOf('api-key:Billetkiosken (OCTO)'),
        octo_event: 'booking_update',
        octo: { capabilities: ['octo/pricing'], retries: true, uses_contact_language: true },
        secret_headers: {},
        state: 'off',
        version: 2,
        created_at: at(-44 * DAY_MS),
      },
    ],
  };
}
