/** /local/codes: today's tickets to print, for the demo's scanner. */
import { renderSVG } from 'uqr';

import type { Database } from './database.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

interface Row {
  departure_id: string;
  company: string;
  tour: string;
  starts: string;
  bookings: number;
  booking_id: string;
  reference: string;
  contact_name: string;
  note: string | null;
  status: string;
  guests: { name: string | null; type: string; code: string }[];
}

/** Bookings shown per departure; its own page shows all. */
const MAX_BOOKINGS = 12;

const QUERY = `
  with today as (
    select departures.id, departures.starts_at, companies.name as company, companies.time_zone,
           (select title from public.tour_translations t where t.tour_id = departures.tour_id and t.locale = 'en') as tour
      from public.departures
      join public.companies on companies.id = departures.company_id
     where case when $1::uuid is null then departures.local_date = (now() at time zone companies.time_zone)::date
                else departures.id = $1::uuid end
       and companies.is_active
  ),
  numbered as (
    select bookings.*, count(*) over (partition by departure_id) as of_all,
           row_number() over (partition by departure_id order by contact_name, reference) as place
      from public.bookings
     where departure_id in (select id from today)
  )
  select today.id as departure_id, today.company, today.tour,
         to_char(today.starts_at at time zone today.time_zone, 'YYYY-MM-DD HH24:MI') as starts,
         numbered.of_all::int as bookings, numbered.id as booking_id, numbered.reference, numbered.contact_name, numbered.note, numbered.status,
         (select coalesce(json_agg(json_build_object('name', guests.name, 'type', guests.category_type, 'code', guests.ticket_code)
                 order by guests.ticket_code), '[]') from public.guests where guests.booking_id = numbered.id) as guests
    from today
    join numbered on numbered.departure_id = today.id
   where $1::uuid is not null or numbered.place <= ${MAX_BOOKINGS}
   order by today.company, today.starts_at, today.tour, today.id, numbered.place`;

const STYLE = `
  .bookings { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 16px; }
  article { border: 1px solid #8886; border-radius: 8px; padding: 16px; break-inside: avoid; }
  h3 { margin: 0; font-size: 18px; } .code { font: 600 20px/1.3 ui-monospace, Consolas, monospace; letter-spacing: .04em; }
  .guest { display: flex; gap: 16px; align-items: center; margin-top: 16px; break-inside: avoid; }
  .qr { background: #fff; padding: 4px; flex: none; width: 128px; height: 128px; } .qr svg { display: block; width: 100%; height: 100%; }
  @page { size: A4; margin: 12mm; }
  @media print { body { max-width: none; padding: 0; } nav { display: none; } section { break-before: page; } section:first-of-type { break-before: auto; }
    .bookings { grid-template-columns: 1fr 1fr; } .qr { width: 34mm; height: 34mm; } }
`;

const groups = (code: string, size: number) => code.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ');
/** Formats a constant such as `ON_HOLD` for people. */
const words = (constant: string) => constant.toLowerCase().replace('_', ' ');
const picture = (code: string) => `<div class="qr">${renderSVG(code, { ecc: 'M', border: 2 })}</div>`;

function article({ reference, contact_name, note, status, guests }: Row): string {
  const line = (label: string, code: string, size: number) =>
    `<div class="guest">${picture(code)}<div>${label}<br><span class="code">${escapeHtml(groups(code, size))}</span></div></div>`;
  return `<article><h3>${escapeHtml(contact_name)}</h3>
    <p class="quiet">${guests.length} ${guests.length === 1 ? 'guest' : 'guests'}${status === 'CONFIRMED' ? '' : ` · ${escapeHtml(words(status))}`}${note ? ` · ${escapeHtml(note)}` : ''}</p>
    ${line('Whole booking', reference, 3)}
    ${guests.map(({ name, type, code }) => line(`${escapeHtml(name ?? '(no name)')} · ${escapeHtml(words(type))}`, code, 4)).join('')}</article>`;
}

export async function codesPage(database: Database, parameters: URLSearchParams): Promise<Response> {
  const departureParameter = parameters.get('departure');
  const departureId =
    departureParameter !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(departureParameter)
      ? departureParameter
      : null;
  const { rows } = await database.exclusive((db) => db.query<Row>(QUERY, [departureId]));
  const departures = new Map<string, Row[]>();
  for (const row of rows) departures.set(row.departure_id, [...(departures.get(row.departure_id) ?? []), row]);
  const sections = [...departures].map(([id, bookings]) => {
    const { company, tour, starts, bookings: all } = bookings[0] as Row;
    const more =
      all > bookings.length
        ? `<nav><a href="/local/codes?departure=${escapeHtml(id)}">All ${all} bookings</a></nav>`
        : '';
    return `<section id="d-${escapeHtml(id)}"><h2>${escapeHtml(starts)} · ${escapeHtml(tour)}</h2><p class="quiet">${escapeHtml(company)} · ${bookings.length} of ${all} bookings</p>${more}
      <div class="bookings">${bookings.map(article).join('')}</div></section>`;
  });
  const index = [...departures].map(
    ([id, [row]]) =>
      `<li><a href="#d-${escapeHtml(id)}">${escapeHtml(row?.starts)} · ${escapeHtml(row?.tour)} · ${escapeHtml(row?.company)}</a></li>`,
  );
  return htmlPage({
    title: 'Codes for today',
    style: STYLE,
    main: `<h1>Codes for today</h1><nav>${departureId ? '<a href="/local/codes">All departures today</a>' : `Print this page, or scan from the screen.<ul>${index.join('')}</ul>`}</nav>${
      sections.join('') || '<p>No departure today has bookings.</p>'
    }`,
  });
}
