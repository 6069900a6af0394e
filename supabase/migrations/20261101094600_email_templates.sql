-- Mail suppression and unsubscribing, receipts and failed payments by mail, and email templates of companies.
-- ADR 043

-- Suppressed addresses ------------------------------------------------------------------------------------------------

create type private.suppression_reason as enum ('bounced', 'complained');
comment on type private.suppression_reason is
  'Why mail to an address is suppressed: it bounces, or its reader marked ours as spam.';

create table private.suppressed_addresses (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  reason private.suppression_reason not null,
  suppressed_at timestamptz not null default clock_timestamp()
);
comment on table private.suppressed_addresses is
  'Addresses that the mail provider reported, for all companies. Hashed, so that they survive erasure.';
alter table private.suppressed_addresses enable row level security, force row level security;

create table private.unsubscribe_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  company_id uuid not null references public.companies (id) on delete cascade,
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  unsubscribed_at timestamptz
);
comment on table private.unsubscribe_links is
  'Unsubscribe links of mails that are not about a booking; used links are kept for good.';
create index unsubscribe_links_company_id_idx on private.unsubscribe_links (company_id, address_hash) where unsubscribed_at is not null;
create index unsubscribe_links_company_idx on private.unsubscribe_links (company_id);
create index unsubscribe_links_unused_idx on private.unsubscribe_links (created_at) where unsubscribed_at is null;
alter table private.unsubscribe_links enable row level security, force row level security;

create function private.address_hash(address text) returns text
language sql immutable parallel safe
return encode(sha256(convert_to(lower(private.normalize_email_address(address)), 'UTF8')), 'hex');
comment on function private.address_hash is 'Returns a hash by which an address is recognised without being stored.';

create function private.find_suppression(address text) returns private.suppression_reason
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select m.reason from private.suppressed_addresses as m where m.address_hash = private.address_hash(address));
end
$$;
comment on function private.find_suppression is 'Returns what the mail provider reported about an address, or null.';

create function private.is_about_booking(template text) returns boolean
language sql immutable parallel safe
return template not in ('booking-thanks', 'invitation');
comment on function private.is_about_booking is
  'Returns whether a mail is needed for a booking or for work; others can be unsubscribed from.';

create function private.has_unsubscribed(company uuid, address text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from private.unsubscribe_links as l
    where l.company_id = company and l.address_hash = private.address_hash(address) and l.unsubscribed_at is not null);
end
$$;
comment on function private.has_unsubscribed is
  'Returns whether an address has unsubscribed from a company''s mails that are not about a booking.';

create function private.mail_suppression(mail private.outbox_messages) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  reason constant private.suppression_reason := private.find_suppression(mail.recipient);
begin
  return case
    when reason = 'bounced' then 'bounced'
    when private.is_about_booking(mail.template) then null
    when reason = 'complained' or private.has_unsubscribed(mail.company_id, mail.recipient) then 'unsubscribed' end;
end
$$;
comment on function private.mail_suppression is
  'Returns why a mail is not sent, bounced or unsubscribed, or null. A complaint does not stop mails about a booking.';

create function private.unsubscribe_secrets(mail private.outbox_messages) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token text;
begin
  if mail.company_id is null or private.is_about_booking(mail.template) or mail.data ? 'isTest' or mail.secrets ? 'unsubscribe' then return mail.secrets; end if;
  token := private.generate_token();
  insert into private.unsubscribe_links (token_hash, company_id, address_hash)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), mail.company_id, private.address_hash(mail.recipient));
  update private.outbox_messages as m set secrets = coalesce(m.secrets, '{}') || jsonb_build_object('unsubscribe', token) where m.id = mail.id
  returning m.secrets into mail.secrets;
  return mail.secrets;
end
$$;
comment on function private.unsubscribe_secrets is
  'Returns a mail''s secrets, with an unsubscribe token if it is not about a booking; the same at each try.';

create function public.guest_unsubscribe(token text, is_sure boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  link private.unsubscribe_links;
begin
  if refused is not null then return refused; end if;
  if is_sure then
    update private.unsubscribe_links set unsubscribed_at = coalesce(unsubscribed_at, clock_timestamp()) where token_hash = hash;
  end if;
  select * into link from private.unsubscribe_links where token_hash = hash;
  if link.token_hash is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'company', (select c.name from public.companies as c where c.id = link.company_id),
    'is_unsubscribed', link.unsubscribed_at is not null);
end
$$;
comment on function public.guest_unsubscribe is
  'Returns the company behind an unsubscribe link, and with is_sure unsubscribes the address. Without it nothing '
  'changes, as mail programs prefetch links. Refusals: not_found, rate_limited.';
grant execute on function public.guest_unsubscribe(text, boolean) to anon, authenticated;

create function public.unsubscribe(token text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update private.unsubscribe_links set unsubscribed_at = coalesce(unsubscribed_at, clock_timestamp())
  where token_hash = encode(sha256(convert_to(coalesce(unsubscribe.token, ''), 'UTF8')), 'hex');
  return jsonb_build_object('status', case when found then 'ok' else 'not_found' end);
end
$$;
comment on function public.unsubscribe is
  'Unsubscribes an address in one click from a mail program (RFC 8058). For the function unsubscribe.';

create function public.store_mail_event(address text, reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if not private.is_email_address(private.normalize_email_address(address)) or not pg_input_is_valid(reason, 'private.suppression_reason') then return '{"status": "ignored"}'; end if;
  insert into private.suppressed_addresses as m (address_hash, reason) values (private.address_hash(address), store_mail_event.reason::private.suppression_reason)
  -- A complaint does not lift a bounce.
  on conflict (address_hash) do update set reason = case when m.reason = 'bounced' then m.reason else excluded.reason end, suppressed_at = excluded.suppressed_at;
  return '{"status": "ok"}';
end
$$;
comment on function public.store_mail_event is
  'Stores that mail to an address bounces for good, or that its reader complained. Returns ok or ignored. For the '
  'function mail-events.';

create function private.tidy_unsubscribe_links(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unsubscribe_links where token_hash in (
    select token_hash from private.unsubscribe_links
    where unsubscribed_at is null and created_at < clock_timestamp() - private.retention_period('unsubscribe_links') limit row_limit);
end
$$;
comment on function private.tidy_unsubscribe_links is
  'Deletes unsubscribe links that were not used within their retention period.';

-- Mails that the ledger causes ----------------------------------------------------------------------------------------

create function private.enqueue_receipt_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  if coalesce(current_setting('muster.no_mail', true), '') = 'on' then return null; end if;
  select * into b from public.bookings where id = new.booking_id;
  if not private.is_native_booking(b.id) then return null; end if;
  -- A payment entered by hand can be undone for two minutes.
  perform private.enqueue_booking_mail('booking-document', b, 'receipt:' || new.id, jsonb_build_object('document', private.document_content(new)),
    case when (select p.provider is null from public.payments as p where p.id = new.payment_id) then clock_timestamp() + interval '2 minutes' else clock_timestamp() end);
  return null;
end
$$;
comment on function private.enqueue_receipt_mail is
  'Trigger: mails a receipt or invoice once to the guest who paid, unless the office chose "mail": false.';
create trigger enqueue_receipt_mail after insert on public.documents
  for each row when (new.kind <> 'credit_note' and new.payment_id is not null) execute function private.enqueue_receipt_mail();

create function private.is_receipt_current(mail private.outbox_messages) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Only automatic receipts are checked; one sent by hand is always sent.
  return mail.dedupe_key not like 'receipt:%' or exists (
    select from public.documents as d join public.payments as p on p.id = d.payment_id
    where d.id = substring(mail.dedupe_key from 9)::uuid and p.status = 'RECEIVED');
end
$$;
comment on function private.is_receipt_current is
  'Returns whether the payment of an automatic receipt is still received.';

create function private.enqueue_payment_failed_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  b public.bookings;
begin
  select booking_row.* into b from private.payment_sessions as s join public.bookings as booking_row on booking_row.id = s.booking_id where s.id = new.session_id;
  if b.id is null then return null; end if;
  if new.outcome = 'refused' then
    -- The guest usually retries: one mail per checkout page, and only if it is still unpaid then.
    perform private.enqueue_booking_mail('booking-payment-failed', b, 'payment-refused:' || new.session_id, '{"reason": "refused", "amount": 0}',
      clock_timestamp() + interval '2 minutes');
  else
    perform private.enqueue_booking_mail('booking-payment-failed', b, 'payment-failed:' || new.id,
      jsonb_build_object('reason', new.outcome, 'amount', new.amount, 'currency', new.currency));
  end if;
  return null;
end
$$;
comment on function private.enqueue_payment_failed_mail is
  'Trigger: tells a guest why their payment was refused or is refunded.';
create trigger enqueue_payment_failed_mail after update of outcome on private.payment_events
  for each row when (old.outcome is null and new.outcome in ('refused', 'paid_twice', 'seats_taken', 'booking_ended', 'wrong_amount', 'wrong_currency'))
  execute function private.enqueue_payment_failed_mail();

grant execute on function public.unsubscribe(text), public.store_mail_event(text, text) to service_role;

-- Email templates -----------------------------------------------------------------------------------------------------

create table private.email_template_settings (
  company_id uuid primary key references public.companies (id) on delete cascade,
  review_url text check (length(review_url) between 9 and 500)
);
comment on table private.email_template_settings is 'Settings for all mails of a company. Without a row: defaults.';
comment on column private.email_template_settings.review_url is 'Page on which guests are asked for a review.';
alter table private.email_template_settings enable row level security, force row level security;

create table private.email_templates (
  company_id uuid not null references public.companies (id) on delete cascade,
  template text not null,
  locale public.locale not null,
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[\x01-\x1f\x7f]'),
  body text not null check (length(body) between 1 and 4000),
  version integer not null default 1,
  primary key (company_id, template, locale)
);
comment on table private.email_templates is
  'A company''s own subject and opening of a mail, one row per locale; without a row the default text is used.';
comment on column private.email_templates.body is
  'Plain text, paragraphs separated by an empty line, with named placeholders: {name}.';
alter table private.email_templates enable row level security, force row level security;

create function private.template_placeholders(template text) returns jsonb
language sql immutable parallel safe
return case template
  when 'booking-confirmed' then '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], "required": ["tour", "when"]}'::jsonb
  when 'booking-held' then '{"allowed": ["name", "tour", "when", "company", "reference", "guests", "amount"], "required": ["tour"]}'
  when 'booking-requested' then '{"allowed": ["name", "tour", "when", "company", "reference", "guests"], "required": ["tour"]}'
  when 'booking-rejected' then '{"allowed": ["name", "tour", "when", "company", "reference"], "required": ["tour"]}'
  when 'booking-changed' then '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], "required": ["tour"]}'
  when 'booking-cancelled' then '{"allowed": ["name", "tour", "when", "company", "reference"], "required": ["tour", "when"]}'
  when 'booking-refunded' then '{"allowed": ["name", "tour", "when", "company", "reference", "amount"], "required": ["amount"]}'
  when 'booking-reminder' then '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], "required": ["tour", "when"]}'
  when 'booking-thanks' then '{"allowed": ["name", "tour", "when", "company", "reference"], "required": []}' end;
comment on function private.template_placeholders is
  'Returns the placeholders that a template may have and those that its body must have, or null if the mail has no '
  'template.';

create function private.template_problem(template text, subject text, body text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  placeholders constant jsonb := private.template_placeholders(template);
  found text[];
  bad text;
begin
  if placeholders is null or private.trim_text(coalesce(subject, '')) = '' or private.trim_text(coalesce(body, '')) = '' or length(subject) > 150 or length(body) > 4000
    or subject ~ '[\x01-\x1f\x7f]' then
    return '{"status": "invalid"}';
  end if;
  found := array(select m[1] from regexp_matches(subject || ' ' || body, '\{([A-Za-z]+)\}', 'g') as m);
  select placeholder into bad from unnest(found) with ordinality as f (placeholder, ordinal) where not placeholders -> 'allowed' ? placeholder order by ordinal limit 1;
  if bad is not null then return jsonb_build_object('status', 'unknown_placeholder', 'placeholder', bad); end if;
  -- Guests would read any other brace literally.
  bad := substring(regexp_replace(subject || ' ' || body, '\{[A-Za-z]+\}', '', 'g') from '[^\n\r\u2028\u2029]{0,10}[{}][^\n\r\u2028\u2029]{0,10}');
  if bad is not null then return jsonb_build_object('status', 'unknown_placeholder', 'placeholder', private.visible_text(bad)); end if;
  select placeholder into bad from jsonb_array_elements_text(placeholders -> 'required') as placeholder where position('{' || placeholder || '}' in body) = 0 limit 1;
  if bad is not null then return jsonb_build_object('status', 'missing_placeholder', 'placeholder', bad); end if;
  return null;
end
$$;
comment on function private.template_problem is
  'Returns why a text is no valid template (invalid, unknown_placeholder, missing_placeholder), or null.';

create function private.template_settings(company uuid, template text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when template = 'booking-thanks' then
    jsonb_build_object('review', (select s.review_url from private.email_template_settings as s where s.company_id = company)) else '{}' end;
end
$$;
comment on function private.template_settings is 'Returns what the company''s settings add to a mail.';

create function private.template_text(mail private.outbox_messages) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(mail.data -> 'ownText', (
    select jsonb_build_object('subject', w.subject, 'body', w.body) from private.email_templates as w
    where w.company_id = mail.company_id and w.template = mail.template and w.locale = mail.locale));
end
$$;
comment on function private.template_text is
  'Returns the company''s own text of a mail in its locale, read when it is sent; for a test mail the text under test.';

create function private.sample_booking(company uuid) returns public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select b.* into booking from public.bookings as b
  where b.company_id = company and b.contact_name <> '—' order by b.status = 'CONFIRMED' desc, b.created_at desc limit 1;
  return booking;
end
$$;
comment on function private.sample_booking is
  'Returns the company''s latest booking with a contact, confirmed ones first, as sample data for templates.';

create function public.read_email_templates(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('read_email_templates', company) then return '{"status": "not_permitted"}'; end if;
  b := private.sample_booking(company);
  select * into d from public.departures where id = b.departure_id;
  return jsonb_build_object('status', 'ok',
    'review_url', coalesce((select s.review_url from private.email_template_settings as s where s.company_id = company), ''),
    'templates', (
      select jsonb_agg(jsonb_build_object('template', listed.template, 'placeholders', private.template_placeholders(listed.template) -> 'allowed',
        'required_placeholders', private.template_placeholders(listed.template) -> 'required', 'texts', coalesce((
          select jsonb_agg(jsonb_build_object('locale', w.locale, 'subject', w.subject, 'body', w.body, 'version', w.version))
          from private.email_templates as w where w.company_id = read_email_templates.company and w.template = listed.template), '[]')) order by listed.ordinal)
      from unnest(array['booking-held', 'booking-confirmed', 'booking-requested', 'booking-rejected', 'booking-changed', 'booking-cancelled', 'booking-refunded',
        'booking-reminder', 'booking-thanks']) with ordinality as listed (template, ordinal)),
    'sample', case when b.id is not null then (
      select jsonb_agg(private.departure_mail(d, l::text) || jsonb_build_object('locale', l, 'name', b.contact_name, 'reference', b.reference,
        'guests', cardinality(private.active_guests(b.id)), 'amount', b.total_amount, 'currency', b.currency))
      from unnest(enum_range(null::public.locale)) as l) end);
end
$$;
comment on function public.read_email_templates is
  'Returns a company''s email templates with their placeholders and own texts, and sample data per locale from one of '
  'its bookings (null without one). Refusals: not_permitted, signed_out.';

create function public.save_email_template(company uuid, template text, locale public.locale, version integer, subject text, body text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before private.email_templates;
  problem jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('save_email_template', company) then return '{"status": "not_permitted"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.email_templates as w
  where w.company_id = company and w.template = save_email_template.template and w.locale = save_email_template.locale;
  if save_email_template.version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object('status', 'stale', 'version', coalesce(before.version, 0), 'subject', coalesce(before.subject, ''), 'body', coalesce(before.body, ''));
  end if;
  if private.trim_text(coalesce(save_email_template.subject, '')) = '' and private.trim_text(coalesce(save_email_template.body, '')) = '' then
    delete from private.email_templates as w where w.company_id = company and w.template = save_email_template.template and w.locale = save_email_template.locale;
  else
    problem := private.template_problem(save_email_template.template, private.trim_text(save_email_template.subject), private.trim_text(save_email_template.body));
    if problem is not null or save_email_template.locale is null then return coalesce(problem, '{"status": "invalid"}'); end if;
    insert into private.email_templates as w (company_id, template, locale, subject, body)
    values (company, save_email_template.template, save_email_template.locale, private.trim_text(save_email_template.subject), private.trim_text(save_email_template.body))
    on conflict on constraint email_templates_pkey do update set subject = excluded.subject, body = excluded.body, version = w.version + 1;
  end if;
  perform private.log_change(company, 'save_email_template', jsonb_build_object('template', save_email_template.template, 'locale', save_email_template.locale, 'subject', before.subject, 'body', before.body),
    jsonb_build_object('template', save_email_template.template, 'locale', save_email_template.locale, 'subject', private.trim_text(save_email_template.subject), 'body', private.trim_text(save_email_template.body)));
  return public.read_email_templates(company);
end
$$;
comment on function public.save_email_template is
  'Saves a company''s template in one locale; empty texts restore the default. Returns as read_email_templates, or '
  'stale with the stored text, unknown_placeholder or missing_placeholder with its name, invalid, not_permitted, '
  'signed_out.';

create function public.save_review_link(company uuid, url text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := nullif(private.trim_text(url), '');
  before text;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('save_review_link', company) then return '{"status": "not_permitted"}'; end if;
  if address is not null and (address !~ '^https://[^\s"<>]+$' or length(address) > 500) then return '{"status": "invalid"}'; end if;
  select s.review_url into before from private.email_template_settings as s where s.company_id = company;
  insert into private.email_template_settings as s (company_id, review_url) values (company, address)
  on conflict (company_id) do update set review_url = excluded.review_url;
  perform private.log_change(company, 'save_review_link', jsonb_build_object('url', before), jsonb_build_object('url', address));
  return public.read_email_templates(company);
end
$$;
comment on function public.save_review_link is
  'Saves the review link of thank-you mails; empty removes it. Returns as read_email_templates, or invalid.';

create function public.send_test_mail(request uuid, company uuid, template text, locale public.locale, subject text, body text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  address constant text := (select u.email from auth.users as u where u.id = me);
  mail private.outbox_messages;
  b public.bookings;
  problem jsonb;
  wait integer;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.may('send_test_mail', company) then return '{"status": "not_permitted"}'; end if;
  problem := private.template_problem(send_test_mail.template, private.trim_text(send_test_mail.subject), private.trim_text(send_test_mail.body));
  if problem is not null or request is null or send_test_mail.locale is null or not private.is_email_address(address) then
    return coalesce(problem, '{"status": "invalid"}');
  end if;
  wait := private.consume_rate_limit('test_mail:' || me, 20, 180);
  if wait > 0 then return private.rate_limited(wait); end if;
  b := private.sample_booking(company);
  if b.id is null then return '{"status": "no_booking"}'; end if;
  -- A mail of the template 'test' is current whatever the booking's state is. Its link and codes are not valid, and it
  -- has no calendar entry.
  mail.template := 'test';
  mail.company_id := company;
  mail.booking_id := b.id;
  mail.locale := send_test_mail.locale;
  mail.data := private.template_settings(company, send_test_mail.template) || jsonb_build_object('codes', jsonb_build_array('222222222222'), 'message', '',
    'refund', b.total_amount, 'now', b.total_amount, 'until', private.iso(clock_timestamp() + interval '1 day'), 'previous', private.mail_snapshot(b) || jsonb_build_object('guests', cardinality(private.active_guests(b.id)) + 1),
    'isTest', true, 'ownText', jsonb_build_object('subject', private.trim_text(send_test_mail.subject), 'body', private.trim_text(send_test_mail.body)));
  perform private.enqueue_mail(send_test_mail.template, address, send_test_mail.locale, private.mail_payload(mail) - 'entry',
    secrets => '{"token": "test"}', company => company, dedupe_key => 'send_test_mail:' || request);
  return jsonb_build_object('status', 'ok', 'recipient', address);
end
$$;
comment on function public.send_test_mail is
  'Mails a template with the given text to the caller, filled from one of the company''s bookings: {"recipient"}. '
  'Idempotent per request id. Refusals: unknown_placeholder, missing_placeholder, no_booking, rate_limited, invalid, '
  'not_permitted, signed_out.';

grant execute on function public.read_email_templates(uuid), public.save_email_template(uuid, text, public.locale, integer, text, text), public.save_review_link(uuid, text),
  public.send_test_mail(uuid, uuid, text, public.locale, text, text) to authenticated;
