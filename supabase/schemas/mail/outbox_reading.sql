-- The office's outbox. ADR 043

create function private.can_see_message(mail private.outbox_messages) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Mails to guests need access to guests; mails to the team, which include invitations, need an owner of the company.
  return private.can('COMPANY_ALL_ACCESS', mail.company_id)
    or (mail.booking_id is not null and private.may('resend_message', mail.company_id));
end
$$;
comment on function private.can_see_message is 'Returns whether the caller may see and resend a message of the outbox.';

create function private.may_see_outbox(company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.may('read_outbox', company);
end
$$;
comment on function private.may_see_outbox is 'Returns whether the caller may see a company''s outbox.';

create function private.mail_problem(error text) returns text
language sql immutable parallel safe
-- The texts of send-mail.ts, smtp-mailer.ts and public.claim_job.
return case
  when error is null then null
  when error like 'The mail server refused it%' then 'refused'
  when error like 'Mail to this address came back%' then 'bounced'
  when error like 'The reader wants no such mail%' then 'unsubscribed'
  when error like 'The mail server%' or error like 'The worker was lost%' then 'unreachable'
  else 'other' end;
comment on function private.mail_problem is
  'Returns why a mail was not sent, from its job''s error: refused (no such address), bounced (an earlier mail came '
  'back), unsubscribed, unreachable or other.';

create function public.read_outbox(
  company uuid,
  filter text default null,
  booking uuid default null,
  after uuid default null,
  row_limit integer default 50
)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sees_all constant boolean := private.can('COMPANY_ALL_ACCESS', company);
  last private.outbox_messages;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may_see_outbox(company) then return '{"status": "not_permitted"}'; end if;
  if filter not in ('pending', 'failed', 'sent') or row_limit is null or row_limit not between 1 and 200 then
    return '{"status": "invalid"}';
  end if;
  select * into last from private.outbox_messages where id = after;
  return jsonb_build_object(
    'status', 'ok',
    'counts', (
      select jsonb_build_object(
        'pending', count(*) filter (where m.state = 'pending'),
        'failed', count(*) filter (where m.state = 'failed'),
        'sent', count(*) filter (where m.state = 'sent'))
      from private.outbox_messages as m
      where m.company_id = read_outbox.company and (sees_all or m.booking_id is not null)
        and (read_outbox.booking is null or m.booking_id = read_outbox.booking)),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', m.id,
        'template', m.template,
        'recipient', m.recipient,
        'locale', m.locale,
        'mail_state', m.state,
        'created_at', private.iso(m.created_at),
        'sent_at', private.iso(m.sent_at),
        'next_try_at', case when m.state = 'pending' then private.iso(job.run_at) end,
        'attempts', coalesce(job.attempts, 0),
        'is_leaving', coalesce(job.lease is not null and job.leased_until > clock_timestamp(), false),
        'problem', case when m.state <> 'sent' then private.mail_problem(job.last_error) end,
        'error', case when m.state <> 'sent' then job.last_error end,
        'suppression', private.find_suppression(m.recipient),
        'may_resend', m.state <> 'sent' or m.template like 'booking-%',
        'booking', case
          when b.id is not null then jsonb_build_object('id', b.id, 'reference', b.reference, 'name', b.contact_name)
        end) order by m.created_at desc, m.id desc)
      from (
        select * from private.outbox_messages as o
        where o.company_id = read_outbox.company and (sees_all or o.booking_id is not null)
          and (read_outbox.booking is null or o.booking_id = read_outbox.booking)
          and (filter is null or o.state = filter::private.message_state)
          and (after is null or (o.created_at, o.id) < (last.created_at, last.id))
        order by o.created_at desc, o.id desc limit row_limit) as m
      left join private.jobs as job on job.kind = 'send_mail' and job.dedupe_key = m.id::text
      left join public.bookings as b on b.id = m.booking_id), '[]'));
end
$$;
comment on function public.read_outbox is
  'Returns a company''s mails, newest first: {"counts", "messages"}. Filters: pending, failed or sent; one booking; '
  'messages after a message (paging). Mails to the team are visible to owners only. Refusals: invalid, not_permitted, '
  'signed_out.';

grant execute on function public.read_outbox(uuid, text, uuid, uuid, integer) to authenticated;
