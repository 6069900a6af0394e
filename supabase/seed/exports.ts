/** Copenhagen's scheduled exports: an active weekly one for the bookkeeper, and a paused list for the office. */
import type { Sql } from './insert.ts';
import { COMPANIES, emailOf, PEOPLE } from './people.ts';
import { idOf } from './random.ts';

const BOOKKEEPER = 'bogholder@tal-og-orden.example.com';
const personOf = (login: string) => PEOPLE.find((person) => person.login === login)!;

/** Inserts exports after the mails; nothing is sent before the export's next time. */
export async function insertExports(db: Sql, now: Date): Promise<void> {
  const at = now.toISOString();
  const company = COMPANIES.copenhagen.id;
  const [owner, office] = [personOf('owner').id, personOf('office').id];
  const [week, tomorrow] = [idOf('view:week'), idOf('view:tomorrow')];
  await db.query(
    `insert into public.booking_views (id, company_id, name, view, version, changed_by, changed_at) values
       ($1, $3, 'Bogholderi', '{"search": ""}', 1, $4, $5::timestamptz - interval '63 days'),
       ($2, $3, 'Mødestedet', '{"search": ""}', 1, $6, $5::timestamptz - interval '40 days')`,
    [week, tomorrow, company, owner, at, office],
  );
  await db.query(
    `insert into private.scheduled_exports (id, company_id, kind, view_id, view_version, selection, frequency, day, minute, format, members, outside, locale, made_by,
       made_at, pause_reason, paused_at, next_at)
     select sample.id, $1, 'bookings', sample.view, 1, sample.selection::public.export_selection, sample.frequency::public.export_frequency, sample.day, sample.minute,
       sample.format::public.export_format, sample.members, sample.outside, 'da', sample.made_by, $2::timestamptz - sample.age,
       case when sample.is_off then 'by_hand' end::public.export_pause, case when sample.is_off then $2::timestamptz - interval '9 days' end,
       case when not sample.is_off then private.next_export_at(sample.frequency::public.export_frequency, sample.day, sample.minute, c.time_zone, $2) end
     from public.companies as c cross join (values
       ($3::uuid, $5::uuid, 'booked_last_week', 'weekly', 1::smallint, 420::smallint, 'xlsx', array[$7::uuid], array[$9], $7::uuid, interval '63 days', false),
       ($4::uuid, $6::uuid, 'next_day', 'daily', null, 1080::smallint, 'csv', array[$8::uuid], '{}'::text[], $8::uuid, interval '40 days', true)
     ) as sample (id, view, selection, frequency, day, minute, format, members, outside, made_by, age, is_off)
     where c.id = $1`,
    [company, at, idOf('export:week'), idOf('export:tomorrow'), week, tomorrow, owner, office, BOOKKEEPER],
  );
  // Last Monday's run: two mails, and the bookkeeper downloaded the file.
  await db.query(
    `with went as (
       select s.id, s.company_id, s.locale, private.next_export_at(s.frequency, s.day, s.minute, c.time_zone, $2::timestamptz - interval '7 days') as due, c.time_zone
       from private.scheduled_exports as s join public.companies as c on c.id = s.company_id where s.id = $1
     ), letters as (
       insert into private.outbox_messages (id, company_id, template, locale, recipient, dedupe_key, state, created_at, sent_at)
       select letter.id, went.company_id, letter.template, 'da', letter.recipient, concat_ws(':', 'export', $3::uuid, letter.recipient), 'sent', went.due,
         went.due + interval '5 seconds'
       from went cross join (values ($4::uuid, 'export-ready', $6), ($5::uuid, 'export-outside', $7)) as letter (id, template, recipient)
     ), run as (
       insert into private.export_runs (id, export_id, due_at, ran_at, first_day, last_day, found, messages)
       select $3, went.id, went.due, went.due + interval '2 seconds', days.first_day, days.last_day, (
           select count(*) from public.bookings as b where b.company_id = went.company_id
             and (b.created_at at time zone went.time_zone)::date between days.first_day and days.last_day), array[$4, $5]::uuid[]
       from went cross join lateral private.export_days('booked_last_week', (went.due at time zone went.time_zone)::date) as days
     )
     insert into private.export_links (token_hash, run_id, recipient, expires_at, fetched_at)
     select $8, $3, $7, went.due + interval '7 days',
       least(went.due + interval '94 minutes', $2::timestamptz)
     from went`,
    [
      idOf('export:week'),
      at,
      idOf('export-run:week'),
      idOf('export-letter:owner'),
      idOf('export-letter:bookkeeper'),
      emailOf('owner'),
      BOOKKEEPER,
      // Not the hash of any token, so no link works.
      `${idOf('export-link:1')}${idOf('export-link:2')}`.replaceAll('-', ''),
    ],
  );
}
