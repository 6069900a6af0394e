-- Closing a company. ADR 014

create function private.enqueue_closing_mails(company uuid, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  c public.companies;
begin
  -- Repeated closing and reopening mails the team at most a few times a day.
  if private.consume_rate_limit('closing:' || company, 6, 14400) > 0 then return; end if;
  select * into c from public.companies as company_row where company_row.id = company;
  -- The whole team, as their work depends on it; owners can undo it.
  perform private.enqueue_mail(
    'company-closing',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'company', c.name,
      'closesAt', private.iso(c.closes_at),
      'timeZone', c.time_zone,
      'actor', coalesce((select p.display_name from public.users as p where p.id = person), c.name),
      'mayUndo', 'owner' = any (private.member_roles(u.id, company))),
    company => company) from public.company_members as m join public.users as u on u.id
    = m.user_id join auth.users as a on a.id = u.id where m.company_id = enqueue_closing_mails.company
    and private.is_email_address(a.email);
end
$$;
comment on function private.enqueue_closing_mails is
  'Queues a mail to each team member that the company will close, or that the closing was cancelled.';

create function public.close_company(company uuid, name text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('close_company', company);
  c public.companies;
begin
  if refusal is not null then return refusal; end if;
  select * into c from public.companies as company_row where company_row.id = company for update;
  if c.closes_at is not null then
    return jsonb_build_object('status', 'ok', 'closes_at', private.iso(c.closes_at));
  end if;
  if lower(private.visible_text(coalesce(close_company.name, ''))) <> lower(c.name) then
    return '{"status": "other_name"}';
  end if;
  update public.companies as company_row
  set closes_at = now() + interval '30 days'
  where company_row.id = company
  returning * into c;
  perform private.log_change(company, 'close_company', null, jsonb_build_object('closes_at', private.iso(c.closes_at)));
  perform private.enqueue_closing_mails(company, (select auth.uid()));
  perform private.queue_change_event(company, '{}');
  return jsonb_build_object('status', 'ok', 'closes_at', private.iso(c.closes_at));
end
$$;
comment on function public.close_company is
  'Closes a company in 30 days, for its owner who typed its name. From now on it takes no guest bookings; its team is '
  'mailed. Returns {"status": "ok" with the date, "other_name" | "not_permitted" | "signed_out"}.';

create function public.cancel_company_closing(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refusal constant jsonb := private.lock_team('cancel_company_closing', company);
  old_closes_at timestamptz;
begin
  if refusal is not null then return refusal; end if;
  select c.closes_at into old_closes_at from public.companies as c where c.id = company for update;
  if old_closes_at is null then return '{"status": "ok"}'; end if;
  update public.companies as c set closes_at = null where c.id = company;
  perform private.log_change(
    company, 'cancel_company_closing', jsonb_build_object('closes_at', private.iso(old_closes_at)), null);
  perform private.enqueue_closing_mails(company, (select auth.uid()));
  perform private.queue_change_event(company, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.cancel_company_closing is
  'Cancels the closing of a company before its date and mails its team, for its owner. Returns ok, not_permitted or '
  'signed_out.';

create function private.enqueue_company_end(company uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A large company takes many jobs: one each hour until it is gone. They name no company, as its own jobs are deleted
  -- with it.
  perform private.enqueue_job('end_company', jsonb_build_object('company', c.id), null,
    'end:' || c.id || ':' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24'))
  from public.companies as c where c.id = company and c.closes_at <= clock_timestamp();
end
$$;
comment on function private.enqueue_company_end is 'Queues the deletion of a company whose closing date has passed.';

grant execute on function public.close_company(uuid, text), public.cancel_company_closing(uuid) to authenticated;
