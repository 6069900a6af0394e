-- Scheduled exports: sending. ADR 048

create function private.send_export_mails(s private.scheduled_exports, run uuid, due timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- About 0.6 s of CPU for all columns, of the 2 s that a function has.
  row_limit constant integer := 10000;
  c public.companies;
  view public.booking_views;
  days record;
  reader private.booking_reader;
  condition text;
  found_now bigint;
  person record;
  address text;
  token text;
  mail_data jsonb;
  sent uuid[] := '{}';
  is_too_large boolean := false;
begin
  if exists (select from private.export_runs as r where r.id = run or (r.export_id = s.id and r.due_at = due)) then
    return;
  end if;
  select * into c from public.companies as company_row where company_row.id = s.company_id;
  if s.kind = 'everything' then
    -- The responsible person gets a mail when the export is ready.
    mail_data := private.begin_export(c.id, s.made_by);
    if mail_data ->> 'status' <> 'ok' then
      raise exception 'The export of everything could not be started: %', mail_data ->> 'status';
    end if;
    insert into private.export_runs (id, export_id, due_at) values (run, s.id, due);
    return;
  end if;
  select * into days from private.export_days(s.selection, (clock_timestamp() at time zone c.time_zone)::date);
  if s.kind = 'bookings' then
    select * into view from public.booking_views as v where v.id = s.view_id;
    reader := private.export_reader(c.id);
    condition := private.bookings_where(
      reader, view.view ->> 'search', private.export_filter(view.view, s.selection, days.first_day, days.last_day));
    execute format(
      'select count(*) from %s where %s', private.bookings_from(condition), private.without_company_index(condition)
    ) into found_now;
    is_too_large := s.outside <> '{}' and found_now > row_limit;
  end if;
  insert into private.export_runs (id, export_id, due_at, first_day, last_day, found, is_too_large)
  values (run, s.id, due, days.first_day, days.last_day, found_now, is_too_large);
  mail_data := jsonb_build_object(
    'company', c.name,
    'kind', s.kind,
    'view', view.name,
    'viewId', view.id,
    'found', found_now,
    'firstDay', days.first_day,
    'lastDay', days.last_day,
    'isBooked', s.selection::text like 'booked%',
    'format', s.format);
  for person in
    select a.id, a.email::text as email, u.locale from auth.users as a
    join public.users as u on u.id = a.id
    where a.id = any (private.export_recipients(s))
  loop
    sent := sent
      || private.enqueue_mail(
        'export-ready',
        person.email,
        person.locale,
        mail_data,
        company => c.id,
        dedupe_key => concat_ws(':', 'export', run, person.id));
  end loop;
  if not is_too_large then
    foreach address in array s.outside loop
      token := private.generate_token();
      insert into private.export_links (token_hash, run_id, recipient, expires_at)
      values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), run, address, clock_timestamp() + interval '7 days');
      sent := sent
        || private.enqueue_mail(
          'export-outside',
          address,
          s.locale,
          mail_data
            || jsonb_build_object(
              'expiresAt', private.iso(clock_timestamp() + interval '7 days'), 'timeZone', c.time_zone),
          jsonb_build_object('token', token),
          c.id,
          concat_ws(':', 'export', run, address));
    end loop;
    if s.outside <> '{}' then
      insert into public.audit_events (user_id, company_id, action, after)
      values (
        s.made_by,
        c.id,
        'send_export_outside',
        jsonb_build_object('id', s.id, 'view', view.name, 'outside', to_jsonb(s.outside), 'found', found_now));
    end if;
  end if;
  update private.export_runs as r set messages = sent where r.id = run;
end
$$;
comment on function private.send_export_mails is
  'Queues the mails of an export, once per due time. They contain the count but no data.';

create function private.enqueue_due_exports() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  due record;
begin
  for due in
    select s.id, s.company_id from private.scheduled_exports as s
    where s.next_at <= clock_timestamp() and not private.has_failed_today('enqueue_scheduled_export', s.id)
    order by s.next_at limit 100 for update of s skip locked
  loop
    perform private.attempt_step('enqueue_scheduled_export', due.company_id, due.id);
  end loop;
  delete from private.export_runs as r
  where r.id in (
    select old.id from private.export_runs as old
    where old.ran_at < clock_timestamp() - private.retention_period('export_runs')
      and exists (
        select from private.export_runs as later where later.export_id = old.export_id and later.due_at > old.due_at)
    limit 200);
end
$$;
comment on function private.enqueue_due_exports is 'Queues the jobs of due exports, and deletes old runs.';

create function public.send_scheduled_export(export uuid, due timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into s from private.scheduled_exports as x where x.id = send_scheduled_export.export for update;
  if s.id is null or s.paused_at is not null then return '{"status": "ok"}'; end if;
  trouble := private.export_problem(s);
  if trouble is not null then
    perform private.pause_export(s.id, trouble);
    return jsonb_build_object('status', 'paused', 'reason', trouble);
  end if;
  perform private.send_export_mails(s, gen_random_uuid(), due);
  return '{"status": "ok"}';
end
$$;
comment on function public.send_scheduled_export is
  'Sends a due export, or pauses it if it cannot be sent. Idempotent. Returns {"status": "ok" | "paused" with the '
  'reason}. For the service role.';

create function public.send_export_now(export uuid, request uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  locked record;
  s private.scheduled_exports;
  trouble public.export_pause;
begin
  select * into locked from private.lock_export(export);
  if locked.refusal is not null then return locked.refusal; end if;
  s := locked.stored;
  if request is null then return '{"status": "invalid"}'; end if;
  if not exists (select from private.export_runs as r where r.id = request) then
    trouble := private.export_problem(s);
    if trouble is not null then return jsonb_build_object('status', trouble); end if;
    if private.consume_rate_limit('export_now:' || export, 5, 600) > 0 then return '{"status": "too_many"}'; end if;
    perform private.send_export_mails(s, request, clock_timestamp());
    perform private.log_export_change('send_export_now', s);
  end if;
  return private.exports_json(s.company_id);
end
$$;
comment on function public.send_export_now is
  'Sends an export immediately. Idempotent per request id. Returns all exports, or {"status": "gone" | "no_right" | '
  '"no_view" | "view_changed" | "no_receiver" | "too_many" | "invalid" | "signed_out"}.';

grant execute on function public.send_export_now(uuid, uuid) to authenticated;

grant execute on function public.send_scheduled_export(uuid, timestamptz) to service_role;
