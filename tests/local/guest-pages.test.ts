/** The documents for guests: their content before any script runs, and what search engines may index. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { openLocalBackend } from '../support/local-backend.ts';

const EVIL = `Tour "one" </script><script>alert(1)</script> & <b>more</b>`;
const dist = mkdtempSync(join(tmpdir(), 'muster-guests-'));
let backend: LocalBackend;
/** Everything that the host printed. */
const printed: string[] = [];
beforeAll(async () => {
  for (const level of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[level].bind(console);
    vi.spyOn(console, level).mockImplementation((...values: unknown[]) => {
      printed.push(inspect(values));
      print(...values);
    });
  }
  cpSync(join(REPOSITORY, 'booking.html'), join(dist, 'booking.html'));
  cpSync(join(REPOSITORY, 'index.html'), join(dist, 'index.html'));
  backend = await openLocalBackend({ dist, demo: 'small' });
  await backend.db.query(
    `update public.tour_translations set title = $1, summary = $1 where locale = 'en' and tour_id = (
       select t.id from public.tours t join public.companies c on c.id = t.company_id
       where c.slug = 'copenhagen-on-foot' and t.slug = 'old-town-stories')`,
    [EVIL],
  );
});
afterAll(async () => {
  vi.restoreAllMocks();
  await backend?.close();
  rmSync(dist, { recursive: true });
});

const HOME = '/booking/isolated/copenhagen-on-foot';
const get = (path: string, headers: Record<string, string> = {}) =>
  backend.fetch(new Request(`${backend.url}${path}`, { headers }));
const documentOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const dataIn = (html: string, type: string) =>
  [
    ...html.matchAll(new RegExp(`<script type="application/${type.replace('+', '\\+')}"[^>]*>(.*?)</script>`, 'gs')),
  ].map(([, text]) => JSON.parse(text!) as Record<string, unknown>);

describe('an operator’s document', () => {
  test('embeds the page’s first responses with its month, and escapes all text in the script', async () => {
    const html = await documentOf(`${HOME}?tour=old-town-stories`);
    const [embedded] = dataIn(html, 'json') as unknown as {
      name: string;
      args: object;
      response: { status: string };
    }[][];
    expect(embedded!.map(({ name, response: result }) => [name, result.status])).toEqual([
      ['read_operator', 'ok'],
      ['read_availability', 'ok'],
    ]);
    expect(JSON.stringify(embedded)).toContain('alert(1)');
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<b>more/)).toBeNull();
  });

  test('has title, description, language variants and structured data', async () => {
    const html = await documentOf(`/da${HOME}?tour=old-town-stories&date=2026-13-45`);
    expect(html).toContain('<html lang="da"');
    expect(html).toMatch(/<title>[^<]+ – Copenhagen on Foot<\/title>/);
    for (const [name, at] of [
      ['x-default', HOME],
      ...['en', 'es', 'da', 'it'].map((locale) => [locale, `/${locale}${HOME}`]),
    ])
      expect(html).toContain(`hreflang="${name}" href="${backend.url}${at}?tour=old-town-stories"`);
    expect(html).toContain(`rel="canonical" href="${backend.url}/da${HOME}?tour=old-town-stories"`);
    const events = dataIn(html, 'ld+json');
    expect(events.length).toBeGreaterThan(0);
    expect(events[0]).toMatchObject({
      '@type': 'Event',
      organizer: { name: 'Copenhagen on Foot' },
      offers: { '@type': 'Offer', priceCurrency: 'DKK', price: expect.stringMatching(/^\d+\.\d\d$/) },
    });
    for (const { startDate, endDate } of events as { startDate: string; endDate: string }[])
      expect([startDate, Date.parse(endDate) - Date.parse(startDate) > 0]).toEqual([startDate, true]);
    expect(html).not.toContain('noindex');
    expect(await documentOf(HOME, { 'accept-language': 'fr, es;q=0.9' })).toContain('<html lang="es"');
  });

  test('has structured data with a departure’s own prices', async () => {
    // A departure of the test's own, because the demo's day may be nearly over.
    await backend.db.query(
      `insert into public.departures (company_id, tour_id, starts_at, ends_at, local_date, capacity, language)
       select t.company_id, t.id, at.starts, at.starts + interval '90 minutes', (at.starts at time zone 'Europe/Copenhagen')::date, 20, 'en'
       from public.tours t cross join lateral (select date_trunc('day', now()) + n * interval '1 day' + interval '9 hours' as starts from generate_series(3, 4) as n) as at
       where t.slug = 'old-town-stories'`,
    );
    const { rows } = await backend.db.query<{ at: string; min: number; id: string }>(
      `select private.iso(d.starts_at) as at, d.id, min(p.amount)::int as min from public.departures d
       join public.tours t on t.id = d.tour_id join public.price_categories p on p.tour_id = t.id and p.is_active and p.accompanied_by = '{}' and p.seats > 0
       where t.slug = 'old-town-stories' and d.status = 'scheduled' and not d.is_closed and d.starts_at > now() + interval '1 day'
       group by d.id order by d.starts_at limit 2`,
    );
    const [special, normal] = rows as [(typeof rows)[0], (typeof rows)[0]];
    await backend.db.query(
      `insert into public.departure_prices (departure_id, price_category_id, amount)
       select d.id, p.id, p.amount * 2 from public.departures d join public.price_categories p on p.tour_id = d.tour_id where d.id = $1`,
      [special.id],
    );
    try {
      for (const [{ at, min }, times] of [
        [special, 2],
        [normal, 1],
      ] as const) {
        const html = await documentOf(`${HOME}?tour=old-town-stories&date=${at.slice(0, 10)}`);
        const event = dataIn(html, 'ld+json').find((entry) => entry['startDate'] === at);
        expect([at, event?.['offers']]).toMatchObject([at, { price: ((min * times) / 100).toFixed(2) }]);
      }
    } finally {
      await backend.db.query(`delete from public.departure_prices where departure_id = $1`, [special.id]);
    }
  });

  test('at an old address shows the current tour with its new canonical address', async () => {
    await backend.db.query(
      `insert into private.tour_slugs (company_id, tour_id, slug)
       select t.company_id, t.id, 'stories-of-old' from public.tours as t where t.slug = 'old-town-stories'`,
    );
    await backend.db.query(
      `insert into private.company_slugs (company_id, slug) select id, 'old-feet' from public.companies where slug = 'copenhagen-on-foot'`,
    );
    const html = await documentOf(`${HOME}?tour=stories-of-old`);
    expect(html).toContain(`rel="canonical" href="${backend.url}${HOME}?tour=old-town-stories"`);
    const headOf = (document: string) => document.slice(0, document.indexOf('</head>'));
    expect(headOf(html)).toBe(headOf(await documentOf(`${HOME}?tour=old-town-stories`)));
    const old = await documentOf('/da/booking/isolated/old-feet');
    expect(old).toContain(`rel="canonical" href="${backend.url}/da${HOME}"`);
    expect(old).toContain(`hreflang="es" href="${backend.url}/es${HOME}"`);
    const partners = await documentOf('/booking/isolated/nordic-city-stays/old-feet/');
    expect(partners).toContain(
      `rel="canonical" href="${backend.url}/booking/isolated/nordic-city-stays/copenhagen-on-foot"`,
    );
  });

  test('of the next departures embeds them for the party in the address', async () => {
    for (const [query, party] of [
      ['', 2],
      ['?party=3', 3],
      ['?party=1000', 2],
    ] as const) {
      const html = await documentOf(`/booking/isolated/next/copenhagen-on-foot${query}`);
      const [embedded] = dataIn(html, 'json') as unknown as { name: string; args: object; response: object }[][];
      expect(embedded).toMatchObject([
        { name: 'read_operator' },
        {
          name: 'read_next_departures',
          args: { operator: 'copenhagen-on-foot', party, token: null },
          response: { status: 'ok', departures: expect.arrayContaining([expect.anything()]) as unknown },
        },
      ]);
    }
  });

  test('names the operator and a phone number for browsers without scripts', async () => {
    const [{ name, phone }] = (
      await backend.db.query<{ name: string; phone: string }>(
        `select name, contact_phone as phone from public.companies where slug = 'copenhagen-on-foot'`,
      )
    ).rows as [{ name: string; phone: string }];
    expect(await documentOf(HOME)).toContain(`<span data-operator>${name}, ${phone}</span>`);
  });

  test('of a partner has its name and embeds its operators', async () => {
    const html = await documentOf('/da/booking/isolated/nordic-city-stays/BAK');
    expect(html).toMatch(/<title>[^<]+ – Nordic City Stays<\/title>/);
    expect(html).toContain('<span data-operator>Nordic City Stays, +4570203040</span>');
    const [embedded] = dataIn(html, 'json') as unknown as { name: string; args: object; response: object }[][];
    expect(embedded).toMatchObject([
      {
        name: 'read_partner',
        args: { organisation: 'nordic-city-stays' },
        response: { status: 'ok', offers: expect.any(Array) as unknown, has_more: expect.any(Boolean) as unknown },
      },
    ]);
  });

  test('of a partner has structured data of its offers, and its logo as preview picture', async () => {
    await backend.db.query(
      `insert into private.organisation_logos (organisation_id, bytes, tag)
       select o.id, p.bytes, 'bbbbbbbbbbbbbbbb' from public.organisations o, private.tour_pictures p where o.slug = 'nordic-city-stays' limit 1`,
    );
    const path = '/da/booking/isolated/nordic-city-stays';
    const html = await documentOf(`${path}/BAK`);
    expect(html).toContain(`property="og:image" content="${backend.url}/functions/v1/picture?tag=bbbbbbbbbbbbbbbb"`);
    const events = dataIn(html, 'ld+json');
    const [embedded] = dataIn(html, 'json') as unknown as { response: { offers: { starts_at: string }[] } }[][];
    const { offers } = embedded![0]!.response;
    expect(events.map((event) => event['startDate'])).toEqual(offers.map((offer) => offer.starts_at));
    expect(offers.map((offer) => offer.starts_at)).toEqual(offers.map((offer) => offer.starts_at).toSorted());
    expect(events[0]).toMatchObject({
      '@type': 'Event',
      url: expect.stringContaining(`${path}/copenhagen-on-foot?tour=`) as string,
      endDate: expect.stringMatching(/Z$/) as string,
      organizer: { name: 'Copenhagen on Foot' },
      offers: { priceCurrency: 'DKK', price: expect.stringMatching(/^\d+\.\d\d$/) as string },
    });
    expect(await documentOf(`${path}/copenhagen-on-foot`)).toContain('picture?tag=bbbbbbbbbbbbbbbb');
  });

  test('has the tour’s picture as preview, or else the operator’s logo', async () => {
    const imageOf = async (path: string) =>
      /property="og:image" content="([^"]*)"/.exec(await documentOf(path))![1]!.replaceAll('&amp;', '&');
    const pictured = `${HOME}?tour=harbour-light-walk`;
    const [{ tag }] = (
      await backend.db.query<{ tag: string }>(
        `select p.tag from private.tour_pictures p join public.tours t on t.id = p.tour_id where t.slug = 'harbour-light-walk'`,
      )
    ).rows as [{ tag: string }];
    expect(await imageOf(pictured)).toBe(`${backend.url}/functions/v1/picture?tag=${tag}`);
    const file = await get(`/functions/v1/picture?tag=${tag}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(new TextDecoder('latin1').decode(await file.arrayBuffer()).slice(8, 12)).toBe('WEBP');

    expect(await imageOf(HOME)).toBe(`${backend.url}/icons/muster-512.png`);
    await backend.db.query(
      `insert into private.company_logos (company_id, bytes, tag)
       select c.id, p.bytes, 'aaaaaaaaaaaaaaaa' from public.companies c, private.tour_pictures p where c.slug = 'copenhagen-on-foot'`,
    );
    expect(await imageOf(HOME)).toBe(`${backend.url}/functions/v1/picture?tag=aaaaaaaaaaaaaaaa`);
    expect(await imageOf(pictured)).toContain(tag);
  });

  test('is a 404 for an unknown operator, but still renders the page', async () => {
    for (const path of [
      '/booking/isolated/nobody',
      '/booking/isolated/nobody/copenhagen-on-foot',
      '/booking/isolated/next/nobody',
      '/booking/isolated/nobody/BAK',
    ]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 404, 'noindex']);
      expect(await response.text()).toContain('id="root"');
    }
  });
});

test('a booking’s page is not indexed, embeds nothing and has no language variants', async () => {
  for (const path of [
    '/booking/view/abc',
    '/da/booking/isolated/view/abc',
    '/booking/isolated/payment/abc',
    '/booking/isolated/unsubscribe/abc',
  ]) {
    const response = await get(path);
    expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
    expect(await response.text()).not.toMatch(/preloaded-responses|hreflang/);
  }
});

test('a booking’s document names its operator and phone number, that of an unknown booking does not', async () => {
  const token = 'N'.repeat(43);
  const hashed = `encode(sha256(convert_to($1, 'UTF8')), 'hex')`;
  const { rows } = await backend.db.query<{ id: string; name: string; phone: string }>(
    `update public.bookings as b set access_token_hash = ${hashed} from public.companies as c
     where c.id = b.company_id and b.id = (select b.id from public.bookings b join public.companies c on c.id = b.company_id
       where c.slug = 'copenhagen-on-foot' order by b.id limit 1) returning c.id, c.name, c.contact_phone as phone`,
    [token],
  );
  const { id, name, phone } = rows[0]!;
  const mail = 'M'.repeat(43);
  await backend.db.query(
    `insert into private.unsubscribe_links (token_hash, company_id, address_hash) values (${hashed}, $2, $3) on conflict do nothing`,
    [mail, id, 'a'.repeat(64)],
  );
  const sentence = `<span data-operator>${name}, ${phone}</span>`;
  for (const path of [
    `view/${token}`,
    `isolated/view/${token}`,
    `isolated/payment/${token}`,
    `isolated/unsubscribe/${mail}`,
  ])
    expect([path, (await documentOf(`/da/booking/${path}`)).includes(sentence)]).toEqual([path, true]);
  const bare = await documentOf('/booking/view/abc');
  expect(bare).toContain('<span data-operator>arrangøren</span>');
  // A booking of an inactive operator answers like one that never existed.
  const headersOf = async (path: string) => [...(await get(path)).headers].filter(([key]) => key !== 'date');
  await backend.db.query(`update public.companies set is_active = false where id = $1`, [id]);
  try {
    for (const foreign of [token, mail, 'x'.repeat(500), '%00', '%'])
      for (const page of ['view', 'isolated/view', 'isolated/payment', 'isolated/unsubscribe']) {
        const path = `/booking/${page}/${foreign}`;
        expect([path, await documentOf(path)]).toEqual([path, bare]);
        expect([path, await headersOf(path)]).toEqual([path, await headersOf(`/booking/${page}/abc`)]);
      }
  } finally {
    await backend.db.query(`update public.companies set is_active = true where id = $1`, [id]);
  }
});

test('a link’s token is in no log and no referrer', async () => {
  const token = `Secret${'x'.repeat(40)}`;
  await backend.db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') where id = (
       select b.id from public.bookings b join public.companies c on c.id = b.company_id where c.slug = 'copenhagen-on-foot' limit 1)`,
    [token],
  );
  for (const path of ['view', 'isolated/view', 'isolated/payment', 'isolated/unsubscribe']) {
    const response = await get(`/da/booking/${path}/${token}`);
    expect([path, response.headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
  }
  const post = async (name: string, body: string) => {
    const result = await backend.fetch(
      new Request(`${backend.url}/rest/v1/rpc/guest_${name}`, {
        method: 'POST',
        headers: { apikey: PUBLISHABLE_KEY, 'Content-Type': 'application/json' },
        body,
      }),
    );
    await result.text();
    return result.status;
  };
  const body = JSON.stringify({ token });
  expect(await post('read_booking', body)).toBe(200);
  await post('no_such_thing', body);
  await post('cancel', JSON.stringify({ request: token, token, change: token }));
  await post('read_booking', `{"token": "${token}`);
  // An error in the database, which the host does log.
  await backend.db.exec(`
    create function private.fail() returns trigger language plpgsql as $$ begin raise exception using errcode = 'XX000', message = 'It broke'; end $$;
    create trigger fail before insert on private.watched_bookings for each row execute function private.fail()`);
  try {
    expect(await post('read_booking', body)).toBe(500);
  } finally {
    await backend.db.exec('drop trigger fail on private.watched_bookings; drop function private.fail()');
  }
  expect(printed.join('\n')).toContain('POST /rest/v1/rpc/guest_read_booking: ');
  expect(printed.join('\n')).not.toContain(token);
});

test('the directory embeds the matching operators, describes itself, and is indexed', async () => {
  const result = await get('/da/all?q=copenhagen');
  expect([result.status, result.headers.get('x-robots-tag')]).toEqual([200, null]);
  const html = await result.text();
  expect(html).toContain('<html lang="da"');
  expect(html).toMatch(/<title>[^<]+<\/title>/);
  for (const [name, at] of [
    ['x-default', '/all'],
    ...['en', 'es', 'da', 'it'].map((locale) => [locale, `/${locale}/all`]),
  ])
    expect(html).toContain(`hreflang="${name}" href="${backend.url}${at}`);
  expect(html).toContain(`rel="canonical" href="${backend.url}/da/all`);
  const [event] = dataIn(html, 'ld+json');
  expect(event).toMatchObject({
    '@type': 'Event',
    url: expect.stringContaining(`${backend.url}/da/booking/isolated/`) as string,
    startDate: expect.any(String) as string,
    endDate: expect.any(String) as string,
  });
  const [embedded] = dataIn(html, 'json') as unknown as {
    name: string;
    response: { status: string; operators: { slug: string }[] };
  }[][];
  expect(embedded!.map(({ name, response }) => [name, response.status])).toEqual([['read_directory', 'ok']]);
  expect(embedded![0]!.response.operators.length).toBeGreaterThan(0);
});

test('a company’s listed sites may frame its pages and bookings, and no others may', async () => {
  const origin = 'https://www.hotel.test';
  await backend.db.query(`update public.companies set embed_origins = array[$1] where slug = 'copenhagen-on-foot'`, [
    origin,
  ]);
  const token = 'T'.repeat(43);
  await backend.db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') where id = (
       select b.id from public.bookings b join public.companies c on c.id = b.company_id where c.slug = 'copenhagen-on-foot' limit 1)`,
    [token],
  );
  // This machine under its other name, where the embedding tester is.
  const alwaysAllowed = `'self' ${backend.url.replace('127.0.0.1', 'localhost')}`;
  const allowed = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec((await get(path)).headers.get('content-security-policy')!)![1];
  for (const path of [
    HOME,
    `/da${HOME}?tour=old-town-stories`,
    '/booking/isolated/nordic-city-stays/copenhagen-on-foot',
    '/booking/isolated/next/copenhagen-on-foot',
    `/booking/isolated/view/${token}`,
  ])
    expect([path, await allowed(path)]).toEqual([path, `${alwaysAllowed} ${origin}`]);
  for (const path of [
    '/all',
    '/booking/isolated/nobody',
    '/booking/isolated/view/abc',
    '/booking/isolated/rome-by-night',
  ])
    expect([path, await allowed(path)]).toEqual([path, alwaysAllowed]);
});

test('a partner’s listed sites may frame pages in its name, but not the operator’s own', async () => {
  const [site, theirs] = ['https://stays.test', 'https://www.hotel.test'];
  await backend.db.query(`update public.organisations set embed_origins = array[$1] where slug = 'nordic-city-stays'`, [
    site,
  ]);
  const token = 'P'.repeat(43);
  await backend.db.query(
    `update public.bookings set access_token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex'),
       organisation_id = (select id from public.organisations where slug = 'nordic-city-stays') where id = (
       select b.id from public.bookings b join public.companies c on c.id = b.company_id where c.slug = 'copenhagen-on-foot' offset 1 limit 1)`,
    [token],
  );
  const framers = async (path: string) =>
    /frame-ancestors ([^;]*)/
      .exec((await get(path)).headers.get('content-security-policy')!)![1]!
      .split(' ')
      .slice(2);
  expect(await framers('/booking/isolated/nordic-city-stays/BAK')).toEqual([site]);
  expect(await framers('/booking/isolated/nordic-city-stays/copenhagen-on-foot')).toEqual([theirs, site]);
  expect(await framers(`/booking/isolated/payment/${token}`)).toEqual([theirs, site]);
  expect(await framers(HOME)).toEqual([theirs]);
});

test('the sitemap lists pages of operators, tours and partners in each language, even without open departures', async () => {
  expect(await documentOf('/robots.txt')).toContain(`Sitemap: ${backend.url}/sitemap.xml`);
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toMatch(/^application\/xml/);
  const map = await response.text();
  expect(map).toContain(`<loc>${backend.url}${HOME}?tour=old-town-stories</loc>`);
  expect(map).toContain(`hreflang="it" href="${backend.url}/it${HOME}"`);
  expect(map).toContain(`<loc>${backend.url}/booking/isolated/nordic-city-stays/BAK</loc>`);
  expect(map).toContain(`hreflang="da" href="${backend.url}/da/booking/isolated/nordic-city-stays/BAK"`);
  // A sold out page, or one without departures, is still listed.
  const { rows } = await backend.db.query<{ id: string }>(
    `update public.departures set is_closed = true where not is_closed returning id`,
  );
  try {
    expect(await documentOf('/sitemap.xml')).toBe(map);
  } finally {
    const ids = rows.map(({ id }) => id);
    await backend.db.query(`update public.departures set is_closed = false where id = any ($1)`, [ids]);
  }
});
