/** Mails that companies have sent to guests: confirmations and reminders, and one that failed. */
import type { Sql } from './insert.ts';

const REFUSED = 'The mail server refused it (550).';

/** Inserts sent mails into the outbox after the bookings; nothing is still to be sent. */
export async function insertSentMails(db: Sql, now: Date): Promise<void> {
  const at = now.toISOString();
  await db.query(
    `insert into private.outbox_messages (company_id, booking_id, template, locale, recipient, dedupe_key, state, created_at, sent_at)
     select b.company_id, b.id, mail.template, b.locale, b.contact_email, 'demo:' || mail.template || ':' || b.id, 'sent', mail.at, mail.at + interval '4 seconds'
     from public.bookings as b
     join public.departures as d on d.id = b.departure_id
     cross join lateral (values ('booking-confirmed', b.created_at), ('booking-reminder', d.starts_at - interval '24 hours')) as mail (template, at)
     where b.status = 'CONFIRMED' and b.contact_email is not null and d.status = 'scheduled' and mail.at >= b.created_at
       and mail.at between $1::timestamptz - interval '7 days' and $1::timestamptz - interval '1 minute'`,
    [at],
  );
  // A typo in the address of tomorrow's first guest.
  await db.query(
    `with wrong as (
       update private.outbox_messages as m
       set state = 'failed', sent_at = null, recipient = regexp_replace(m.recipient, '@.*$', '@gmial.com')
       where m.id in (
         select distinct on (own.company_id) own.id from private.outbox_messages as own
         join public.bookings as b on b.id = own.booking_id join public.departures as d on d.id = b.departure_id
         where own.template = 'booking-confirmed' and d.starts_at > $1::timestamptz + interval '12 hours'
         order by own.company_id, d.starts_at, own.booking_id)
       returning m.id, m.company_id, m.created_at)
     insert into private.jobs (kind, payload, company_id, dedupe_key, run_at, state, attempts, last_error, created_at, finished_at)
     select 'send_mail', jsonb_build_object('message', id), company_id, id::text, created_at, 'dead', 1, $2, created_at, created_at + interval '3 seconds'
     from wrong`,
    [at, REFUSED],
  );
}
