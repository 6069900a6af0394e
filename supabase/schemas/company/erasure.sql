-- Erasure of people, companies and guests. Figures and the order of events stay. ADR 014

create function private.erase_payload(kind public.action_kind, payload jsonb) returns jsonb
language sql immutable parallel safe
return case kind
  when 'note' then payload || '{"text": ""}'
  when 'count' then payload || '{"stop": null}'
  when 'walk_in' then private.masked_payload(kind, payload) || '{"contact_name": "—"}'
  when 'report_submit' then private.masked_payload(kind, payload)
  when 'report_return' then private.masked_payload(kind, payload)
  when 'report_unlock' then private.masked_payload(kind, payload)
  else payload
end;
comment on function private.erase_payload is 'Returns an action''s payload without names, contacts and free texts.';

create function private.erase_booking_facts(facts jsonb) returns jsonb
language sql immutable parallel safe
return facts - array['contact', 'names', 'reason_note', 'override', 'tags'];
comment on function private.erase_booking_facts is
  'Returns the before or after of a booking''s audit event without names, contacts and free texts.';

create function private.erase_guests_of_departures(departures uuid[], only_bookings uuid[] default null) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  booking_ids constant uuid[] := coalesce(
    only_bookings, array(select id from public.bookings where departure_id = any (departures)));
  changed bigint;
  total bigint := 0;
begin
  update public.bookings
  set
    contact_name = '—',
    contact_email = null,
    contact_phone = null,
    note = null,
    country = null,
    voucher_number = null,
    news_consent = null,
    access_token_hash = null,
    tags = '{}'
  where id = any (booking_ids)
    and (
      contact_name,
      contact_email,
      contact_phone,
      note,
      country,
      voucher_number,
      news_consent,
      access_token_hash,
      tags) is distinct from ('—', null, null, null, null, null, null, null, '{}');
  get diagnostics changed = row_count;
  total := total + changed;
  update public.guests set name = null where booking_id = any (booking_ids) and name is not null;
  get diagnostics changed = row_count;
  total := total + changed;
  -- Importing the file again must not restore personal data.
  update private.imported_bookings
  set fingerprint = null
  where booking_id = any (booking_ids) and fingerprint is not null;
  get diagnostics changed = row_count;
  total := total + changed;
  -- Actions of a moved booking may be on other departures.
  update public.check_in_actions
  set payload = private.erase_payload(kind, payload)
  where (departure_id = any (departures) or booking_id = any (booking_ids))
    and kind in ('note', 'count', 'walk_in', 'report_submit', 'report_return', 'report_unlock')
    and payload <> private.erase_payload(kind, payload);
  get diagnostics changed = row_count;
  total := total + changed;
  -- Typed references may contain names. A provider's own id contains none.
  update public.payments
  set reference = null
  where booking_id = any (booking_ids) and provider is null and reference is not null;
  get diagnostics changed = row_count;
  total := total + changed;
  update public.refunds
  set reference = null, note = null
  where booking_id = any (booking_ids) and (note is not null or reference is not null);
  get diagnostics changed = row_count;
  total := total + changed;
  update public.audit_events
  set before = private.erase_booking_facts(before), after = private.erase_booking_facts(after)
  where (subject_id = any (booking_ids) or (action = 'unlock_report' and subject_id = any (departures)))
    and (before, after) is distinct from (private.erase_booking_facts(before), private.erase_booking_facts(after));
  get diagnostics changed = row_count;
  total := total + changed + private.erase_webhook_data(booking_ids) + private.erase_octo_data(booking_ids);
  return total;
end
$$;
comment on function private.erase_guests_of_departures is
  'Erases names, contacts and free texts from bookings, their guests, actions, payments, refunds, audit events, '
  'webhooks and OCTO data: of whole departures, or of only_bookings (then departures is empty). Returns the number of '
  'changed rows.';

create function public.erase_guests(before date, company uuid default null) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  of_company uuid;
  changed bigint;
  total bigint := 0;
begin
  -- Devices delete departures two days after their end. A third day covers all time zones.
  if before > current_date - 3 then
    raise check_violation using message
      = 'guests of the last three days cannot be erased yet: devices still store them';
  end if;
  for of_company in select id from public.companies where erase_guests.company is null or id = erase_guests.company loop
    changed := private.erase_guests_of_departures(array(
      select id from public.departures where company_id = of_company and local_date < before));
    if changed > 0 then
      insert into public.audit_events (user_id, company_id, action, after)
      values ((select auth.uid()), of_company, 'erase_guests', jsonb_build_object('before', before, 'rows', changed));
    end if;
    total := total + changed;
  end loop;
  return total;
end
$$;
comment on function public.erase_guests is
  'Erases the guests of departures before a day, of one company or all. '
  'Idempotent. Returns the number of changed rows. For jobs of the back office.';

create function public.erase_company(company uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  erased_slug constant text := 'forgotten-' || company;
begin
  perform from public.companies where id = erase_company.company and slug <> erased_slug for update;
  if not found then return false; end if;
  perform private.erase_guests_of_departures(array(
    select id from public.departures where company_id = erase_company.company));
  delete from public.roles_users where roles_users.company = erase_company.company;
  delete from public.company_members where company_id = erase_company.company;
  delete from public.organisation_companies where company_id = erase_company.company;
  update public.users set impersonated_company_id = null where impersonated_company_id = erase_company.company;
  update public.tour_translations
  set title = '—', summary = '', description = '', meeting_point = '', meeting_notes = ''
  where tour_id in (select id from public.tours where company_id = erase_company.company);
  update public.tours
  set slug = 'forgotten-' || id, latitude = null, longitude = null
  where company_id = erase_company.company;
  delete from private.tour_slugs using public.tours
  where tours.id = tour_slugs.tour_id and tours.company_id = erase_company.company and tour_slugs.slug <> tours.slug;
  delete from private.tour_pictures using public.tours
  where tours.id = tour_pictures.tour_id and tours.company_id = erase_company.company;
  update public.blackouts set name = '—' where company_id = erase_company.company;
  update public.schedule_exceptions set note = null
  where schedule_id in (select id from public.schedules where company_id = erase_company.company);
  update public.bookings set price_snapshot = '{}' where company_id = erase_company.company and price_snapshot <> '{}';
  update private.commission_statements
  set dispute_reason = null
  where company_id = erase_company.company and dispute_reason is not null;
  update public.audit_events set before = null, after = null where company_id = erase_company.company;
  delete from public.time_off where company_id = erase_company.company;
  delete from public.guide_profiles where company_id = erase_company.company;
  update public.departures
  set meeting_note = null
  where company_id = erase_company.company and meeting_note is not null;
  delete from private.outbox_messages where company_id = erase_company.company;
  delete from private.jobs where company_id = erase_company.company;
  delete from private.invitations where company_id = erase_company.company;
  delete from private.former_members where company_id = erase_company.company;
  delete from private.ownership_offers where company_id = erase_company.company;
  delete from private.company_logos where company_id = erase_company.company;
  delete from private.company_exports where company_id = erase_company.company;
  delete from private.api_keys where company_id = erase_company.company;
  -- API keys of the payment provider give access to the company's money.
  delete from private.payment_settings where company_id = erase_company.company;
  delete from private.webhook_endpoints where company_id = erase_company.company;
  delete from private.webhook_events where company_id = erase_company.company;
  delete from private.email_templates where company_id = erase_company.company;
  delete from private.email_template_settings where company_id = erase_company.company;
  delete from private.device_reports where company_id = erase_company.company;
  delete from private.calendar_feeds where company_id = erase_company.company;
  delete from private.scheduled_exports where company_id = erase_company.company;
  update private.codes set note = null, is_disabled = true where company_id = erase_company.company;
  -- The pay of its people is personal data.
  delete from private.pay_rules where company_id = erase_company.company;
  delete from private.settled_months where company_id = erase_company.company;
  update public.companies
  set
    name = '—',
    slug = erased_slug,
    brand_colour = null,
    contact_email = null,
    contact_phone = null,
    legal_name = null,
    legal_address = null,
    vat_number = null,
    document_note = null,
    terms_url = null,
    embed_origins = '{}',
    retention_months = null,
    closes_at = null,
    is_active = false,
    has_active_subscription = false
  where id = erase_company.company;
  delete from private.company_slugs where company_id = erase_company.company and company_slugs.slug <> erased_slug;
  insert into public.audit_events (user_id, company_id, action)
  values ((select auth.uid()), erase_company.company, 'erase_company');
  return true;
end
$$;
comment on function public.erase_company is
  'Erases a company: its names, contacts, texts, roles and guests. Departures, '
  'figures and events stay. Returns whether there was anything to erase.';

create function private.erase_user_data() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The id stays in records as a pseudonym.
  update public.devices set label = '', app_version = '' where user_id = old.id;
  -- The details of the two exceptions contain no names.
  update public.audit_events
  set before = null, after = null
  where user_id = old.id and action not in ('erase_user', 'look_up_misses');
  insert into public.audit_events (user_id, action, after)
  values ((select auth.uid()), 'erase_user', jsonb_build_object('user_id', old.id));
  return old;
end
$$;
comment on function private.erase_user_data is
  'Row trigger of users: on any deletion of a person, erases '
  'their device labels and audit details. Their actions stay.';

create function private.erase_user_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with forgotten as (
    delete from private.outbox_messages
    where lower(recipient) = lower(private.normalize_email_address(old.email))
    returning id) delete from private.jobs
  where kind = 'send_mail' and dedupe_key in (select id::text from forgotten);
  return old;
end
$$;
comment on function private.erase_user_mails is
  'Row trigger of auth.users: deletes sent and queued mails to a '
  'deleted person. On auth.users, as only the account has the address.';

create function public.erase_user(person uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.users where id = person;
  return found;
end
$$;
comment on function public.erase_user is
  'Deletes a person with roles and memberships. Their actions stay under the id. Returns whether the person existed.';

-- Only for the back office and its jobs.
grant execute on function
  public.erase_guests(date, uuid),
  public.erase_company(uuid),
  public.erase_user(uuid)
to service_role;
