-- The outbox of mails to send and sent, and its rate limits for people who may not have asked for a mail. ADR 021

create table private.auth_mail_limit (
  is_singleton boolean primary key default true check (is_singleton),
  reached_at timestamptz
);
comment on table private.auth_mail_limit is
  'Time when Auth last refused to send a mail because of the '
  'installation''s hourly limit, as a browser reported it. One row.';
alter table private.auth_mail_limit enable row level security;
alter table private.auth_mail_limit force row level security;
insert into private.auth_mail_limit default values;

create type private.message_state as enum ('pending', 'sent', 'failed');
comment on type private.message_state is
  'State of a mail: pending until the mail server accepts it or its job is dead.';

create table private.outbox_messages (
  id uuid primary key default gen_random_uuid(),
  company_id uuid references public.companies (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete set null,
  template text not null check (template ~ '^[a-z]+(-[a-z]+)*$'),
  locale public.locale not null,
  recipient text not null check (private.is_email_address(recipient)),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and octet_length(data::text) <= 32768),
  secrets jsonb check (jsonb_typeof(secrets) = 'object'),
  dedupe_key text unique check (length(dedupe_key) between 1 and 200),
  state private.message_state not null default 'pending',
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outbox_messages_sent_is_known check ((state = 'sent') = (sent_at is not null))
);
comment on table private.outbox_messages is
  'E-mails to send and sent, each with a job send_mail. The row''s id is in the Message-ID.';
comment on column private.outbox_messages.booking_id is
  'Booking that the mail is about, so that the office sees its mails.';
comment on column private.outbox_messages.secrets is
  'Tokens of the mail''s links, deleted when the mail is sent or a week after it failed.';
comment on column private.outbox_messages.dedupe_key is 'Key that is mailed at most once.';
create index outbox_messages_company_id_idx on private.outbox_messages (company_id, created_at desc);
create index outbox_messages_booking_id_idx on private.outbox_messages (booking_id) where booking_id is not null;
create index outbox_messages_failed_idx on private.outbox_messages (id) where state = 'failed' and secrets is not null;
alter table private.outbox_messages enable row level security;
alter table private.outbox_messages force row level security;

create function private.bind_secret_to_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.template not like 'booking-%' and old.secrets ? 'token' then
    raise exception 'The recipient of mail % cannot be changed: its link belongs to that address', old.id;
  end if;
  -- A mail about a booking gets a new link when it is sent. The old one may have reached the former address.
  delete from private.guest_links as link
  where link.token_hash = encode(sha256(convert_to(old.secrets ->> 'token', 'UTF8')), 'hex');
  new.secrets := null;
  return new;
end
$$;
comment on function private.bind_secret_to_recipient is
  'Row trigger of outbox_messages: when the recipient changes, revokes the '
  'link of a mail about a booking, and raises for any other mail with a link.';
create trigger bind_secret_to_recipient before update of recipient on private.outbox_messages
  for each row when (lower(old.recipient) <> lower(new.recipient) and old.secrets is not null)
  execute function private.bind_secret_to_recipient();

create unlogged table private.recent_mails (
  id bigint generated always as identity primary key,
  bucket text not null check (length(bucket) <= 100),
  at timestamptz not null default clock_timestamp()
);
comment on table private.recent_mails is
  'Times at which mails leave or left within the last day, by bucket: hashed recipient, hashed source network, or '
  'company. Insert-only, so that senders do not block each other.';
create index recent_mails_bucket_idx on private.recent_mails (bucket, at);
alter table private.recent_mails enable row level security, force row level security;

create function private.recent_mail_count(bucket text, span interval, row_limit integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*)
  from (
    select from private.recent_mails as m
    where m.bucket = recent_mail_count.bucket and m.at > clock_timestamp() - span limit row_limit) as counted$$;
comment on function private.recent_mail_count is
  'Returns the number of a bucket''s mails within a time span, counted up to a maximum.';

create function private.is_untrusted_company(company uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.companies as c where c.id = company and c.created_at > now() - interval '7 days')$$;
comment on function private.is_untrusted_company is
  'Returns whether a company is less than a week old and so not yet trusted.';

create function private.network_rate_limit_key(prefix text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return prefix || private.address_hash(private.guest_network(private.client_address()));
end
$$;
comment on function private.network_rate_limit_key is
  'Returns the bucket of the caller''s network, by its hash; null if the gateway does not report an address.';

create function private.mail_delay(template text, recipient text, company uuid) returns interval
language plpgsql volatile security definer set search_path = ''
as $$
declare
  delay interval := '0';
  buckets text[] := '{}';
  bucket record;
  counted bigint;
begin
  if template not like 'booking-%' and template not in ('guest-data', 'export-outside') then return '0'; end if;
  for bucket in
    select b.name, b.max_mails
    from (
      values ('to:' || private.address_hash(recipient), 20),
      ('of:' || company, case when private.is_untrusted_company(company) then 300 else 3000 end),
      -- Only without a session: mails by staff count for the company. A hotel's guests share one network.
      (case when (select auth.uid()) is null then private.network_rate_limit_key('from:') end, 60)
    ) as b (name, max_mails)
    where b.name is not null
  loop
    -- Including those that have yet to leave.
    counted := private.recent_mail_count(bucket.name, interval '1 hour', bucket.max_mails * 10);
    -- Ten times the limit is abuse, and would be delayed by ten hours.
    if counted >= bucket.max_mails * 10 then return null; end if;
    delay := greatest(delay, make_interval(secs => (counted - bucket.max_mails + 1) * 3600.0 / bucket.max_mails));
    buckets := buckets || bucket.name;
  end loop;
  insert into private.recent_mails (bucket, at) select name, clock_timestamp() + delay from unnest(buckets) as name;
  return delay;
end
$$;
comment on function private.mail_delay is
  'Returns the delay of a mail that others can cause: about a booking, with a guest''s data, or an export to '
  'an outside address; 0 for others. Per hour, an address gets 20, a company sends 3000 (300 in its first week) and '
  'people of one network cause 60; more are delayed. Null if ten times as many are queued: the mail is then dropped.';

create function private.enqueue_mail(
  template text,
  recipient text,
  locale public.locale,
  data jsonb,
  secrets jsonb default null,
  company uuid default null,
  dedupe_key text default null,
  send_at timestamptz default now(),
  booking uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  new_id uuid;
  delay interval;
begin
  if dedupe_key is not null then
    select mail.id into new_id from private.outbox_messages as mail where mail.dedupe_key = enqueue_mail.dedupe_key;
    if new_id is not null then return new_id; end if;
  end if;
  delay := private.mail_delay(template, recipient, company);
  if delay is null then return null; end if;
  insert into private.outbox_messages (company_id, booking_id, template, locale, recipient, data, secrets, dedupe_key)
  values (
    company,
    booking,
    enqueue_mail.template,
    enqueue_mail.locale,
    private.normalize_email_address(enqueue_mail.recipient),
    enqueue_mail.data,
    enqueue_mail.secrets,
    enqueue_mail.dedupe_key)
  on conflict on constraint outbox_messages_dedupe_key_key do nothing
  returning outbox_messages.id into new_id;
  if new_id is null then
    select outbox_messages.id into new_id from private.outbox_messages
    where outbox_messages.dedupe_key = enqueue_mail.dedupe_key;
  else
    perform private.enqueue_job(
      'send_mail', jsonb_build_object('message', new_id), company, new_id::text, send_at + delay);
  end if;
  return new_id;
end
$$;
comment on function private.enqueue_mail is
  'Queues a mail in the present transaction. Returns its id, or the id of the earlier mail with the same dedupe key; '
  'null if a rate limit is exhausted (private.mail_delay).';

create function private.enqueue_invitation_mail(
  company uuid,
  recipient text,
  roles text[],
  inviter uuid,
  locale public.locale,
  token text,
  expires_at timestamptz,
  organisation uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  return private.enqueue_mail(
    'invitation',
    enqueue_invitation_mail.recipient,
    enqueue_invitation_mail.locale,
    jsonb_build_object(
      'company', coalesce(
        (select companies.name from public.companies where id = company),
        (select organisations.name from public.organisations where id = organisation)),
      'roles', to_jsonb(enqueue_invitation_mail.roles),
      'inviter', (select display_name from public.users where id = enqueue_invitation_mail.inviter),
      'expiresAt', private.iso(expires_at)),
    secrets => jsonb_build_object('token', token),
    company => company,
    -- Each invitation has a new token, whose hash identifies it without revealing it.
    dedupe_key => 'invitation:' || encode(sha256(convert_to(token, 'UTF8')), 'hex'));
end
$$;
comment on function private.enqueue_invitation_mail is
  'Queues the mail of an invitation to a company''s or organisation''s team. For the RPC that creates the invitation.';

create function private.copy_job_state_to_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Without this check a job with an invalid message could not even die.
  if not coalesce(pg_input_is_valid(new.payload ->> 'message', 'uuid'), false) then return null; end if;
  update private.outbox_messages
  set state = case new.state when 'dead' then 'failed' else 'pending' end::private.message_state
  where id = (new.payload ->> 'message')::uuid and state <> 'sent';
  return null;
end
$$;
comment on function private.copy_job_state_to_mail is
  'Row trigger of jobs: sets a mail to failed when its job dies, and to pending when the job is requeued.';

create function private.enqueue_dead_job_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_mail(
    'job-died',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'company', c.name, 'kind', new.kind, 'diedAt', private.iso(new.finished_at), 'timeZone', c.time_zone),
    company => new.company_id,
    -- At most once a day per kind of job.
    dedupe_key => concat_ws(
      ':',
      'job_died',
      new.company_id,
      new.kind,
      (new.finished_at at time zone c.time_zone)::date,
      u.id)) from public.companies as c join public.company_members as m on m.company_id
    = c.id join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id where c.id = new.company_id
    and 'owner' = any (private.member_roles(u.id, c.id)) and private.is_email_address(a.email);
  return null;
exception when others then
  -- If this failed, the job could not die and would be claimed again before others.
  raise warning 'The owners could not be notified of job %: %', new.id, sqlerrm;
  return null;
end
$$;
comment on function private.enqueue_dead_job_mails is
  'Row trigger of jobs: queues mails to the owners about a dead job. Dead mails '
  'are shown in the outbox instead, as a mail about them might fail, too.';

create function public.report_mail_limit() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  -- Anybody may call this: at most one write a minute, and one mail a day to each platform admin.
  update private.auth_mail_limit
  set reached_at = clock_timestamp()
  where is_singleton
    and (reached_at is null or reached_at < clock_timestamp() - interval '1 minute' or reached_at > clock_timestamp());
  if found then
    perform private.enqueue_mail(
      'mail-limit',
      a.email::text,
      u.locale,
      jsonb_build_object('reachedAt', private.iso(clock_timestamp())),
      dedupe_key => concat_ws(':', 'mail_limit', (clock_timestamp() at time zone 'UTC')::date, u.id)
    ) from public.users as u join auth.users as a on a.id
      = u.id where private.is_email_address(a.email)
      and exists (
        select from public.roles_users as assigned
        join public.roles_permissions as role_permission on role_permission.role_id = assigned.role
        join public.permissions as p on p.id = role_permission.permission_id
        where assigned.user_id = u.id and assigned.company is null and assigned.organisation is null
          and p.guard_name = 'ALL_ACCESS');
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.report_mail_limit is
  'Records that Auth refused to send a mail because of its hourly limit, and mails platform admins once a day. For '
  'everybody, as people who register have no account yet.';
grant execute on function public.report_mail_limit() to anon, authenticated;

create function public.record_mail_sent(message uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox_messages set state = 'sent', sent_at = clock_timestamp(), secrets = null
  where id = record_mail_sent.message and state <> 'sent';
  -- From now on the invitation's link proves the mailbox, if the mail went to the invited address.
  update private.invitations as i
  set delivered_at = clock_timestamp()
  from private.outbox_messages as mail
  where mail.id = record_mail_sent.message and mail.template = 'invitation'
    and mail.dedupe_key = 'invitation:' || i.token_hash and lower(mail.recipient) = i.email;
  return '{"status": "ok"}';
end
$$;
comment on function public.record_mail_sent is 'Marks a mail as sent and deletes its secrets. For the service role.';

grant execute on function public.record_mail_sent to service_role;
