-- Mails to a company's owners when its payment keys, API keys or owners change, whichever person changed them.

create function private.enqueue_security_mails(
  company uuid, change text, name text, also uuid default null
) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail('security-notice', account.email::text, u.locale, jsonb_build_object(
      'company', c.name, 'change', change, 'name', enqueue_security_mails.name,
      'actor', (select actor.display_name from public.users as actor where actor.id = (select auth.uid())),
      'changedAt', private.iso(clock_timestamp()), 'timeZone', c.time_zone), company => c.id)
  from public.companies as c
  cross join public.users as u
  join auth.users as account on account.id = u.id
  where c.id = enqueue_security_mails.company and private.is_email_address(account.email)
    and (u.id = also or exists (
      select from public.roles_users as role_row join public.roles as r on r.id = role_row.role
      where role_row.user_id = u.id and role_row.company = c.id and r.guard_name = 'owner'))
$$;
comment on function private.enqueue_security_mails is
  'Queues a mail to every owner of a company, and to the person `also`, that a key or owner changed and who changed '
  'it.';

create function private.notice_payment_keys() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_security_mails(new.company_id, 'payment_keys', null);
  return null;
end
$$;
comment on function private.notice_payment_keys is 'Trigger: mails the owners when payment keys change.';

create function private.notice_api_key() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_security_mails(
    new.company_id,
    case
      when tg_op = 'INSERT' then 'api_key_made'
      when old.revoked_at is null and new.revoked_at is not null then 'api_key_revoked'
      else 'api_key_changed'
    end,
    new.name);
  return null;
end
$$;
comment on function private.notice_api_key is 'Trigger: mails the owners when an API key is made, changed or revoked.';

create function private.notice_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  role_row constant public.roles_users := case when tg_op = 'INSERT' then new else old end;
begin
  -- The first owner of a new company needs no mail.
  if role_row.company is null
    or not exists (select from public.roles as r where r.id = role_row.role and r.guard_name = 'owner')
    or tg_op = 'INSERT'
      and not exists (
        select from public.roles_users as other
        where other.company = role_row.company and other.role = role_row.role and other.user_id <> role_row.user_id
      )
  then
    return null;
  end if;
  perform private.enqueue_security_mails(
    role_row.company,
    case when tg_op = 'INSERT' then 'owner_added' else 'owner_removed' end,
    coalesce((select u.display_name from public.users as u where u.id = role_row.user_id), '–'),
    role_row.user_id);
  return null;
end
$$;
comment on function private.notice_owner is
  'Trigger: mails the owners and the person concerned when someone becomes or stops being an owner.';
