-- Assigning guides to departures, and their answers. ADR 033

create function private.delete_unsent_assignment_mail(
  departure public.departures, person uuid, change text
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  dedupe_keys constant text := 'assignment:' || (departure).id || ':' || person || ':' || change || ':%';
begin
  delete from private.jobs as job using private.outbox_messages as mail
  where job.kind = 'send_mail' and job.dedupe_key = mail.id::text and job.state = 'waiting'
    and job.lease is null and mail.dedupe_key like dedupe_keys;
  if not found then return false; end if;
  delete from private.outbox_messages as mail where mail.state = 'pending' and mail.dedupe_key like dedupe_keys;
  return true;
end
$$;
comment on function private.delete_unsent_assignment_mail is
  'Deletes a queued mail about an assignment. Returns whether there was one that had not been sent.';

create function private.enqueue_assignment_mail(change text, departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- With the version, so that a repeated assignment is mailed again.
  dedupe_key constant text := 'assignment:'
    || (departure).id
    || ':'
    || person
    || ':'
    || change
    || ':'
    || (departure).version;
  guide record;
begin
  select u.locale, a.email into guide from public.users as u join auth.users as a on a.id = u.id where u.id = person;
  if person = (select auth.uid()) or (departure).ends_at < now() then return; end if;
  -- A guide taken off before the request was sent hears nothing, as the office is still planning, unless they have
  -- accepted it in the app. A new request replaces the unsent mail that they were taken off.
  if change = 'withdrawn' and private.delete_unsent_assignment_mail(departure, person, 'proposed')
    and not exists (
      select from public.departure_guides as g
      where g.departure_id = (departure).id and g.user_id = person and g.status = 'accepted')
  then
    return;
  end if;
  if change = 'proposed' then perform private.delete_unsent_assignment_mail(departure, person, 'withdrawn'); end if;
  if change = 'withdrawn' then perform private.notify_guide(person, departure, 'unassigned'); end if;
  if not private.is_email_address(guide.email) then return; end if;
  perform private.enqueue_mail(
    'assignment',
    guide.email,
    guide.locale,
    private.departure_mail(departure, guide.locale::text)
      || jsonb_build_object('change', change, 'note', coalesce((departure).meeting_note, '')),
    company => (departure).company_id,
    dedupe_key => dedupe_key,
    send_at => now() + interval '5 minutes');
end
$$;
comment on function private.enqueue_assignment_mail is
  'Queues a mail to a guide, sent five minutes later: asked for a departure (proposed) or taken off it (withdrawn).';

create function private.unassign(departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_status constant public.assignment_status := (
    select g.status from public.departure_guides as g where g.departure_id = (departure).id and g.user_id = person);
begin
  if old_status is null then return; end if;
  if old_status <> 'declined' then
    insert into private.unassigned_guides (departure_id, user_id, status, version)
    values ((departure).id, person, old_status, (departure).version)
    on conflict on constraint unassigned_guides_pkey do update
    set status = excluded.status, version = excluded.version;
    -- Before the assignment is deleted, as the mail depends on the guide's answer.
    perform private.enqueue_assignment_mail('withdrawn', departure, person);
  end if;
  delete from public.departure_guides as g where g.departure_id = (departure).id and g.user_id = person;
  perform private.log_change(
    (departure).company_id,
    'unassign_guide',
    jsonb_build_object('id', (departure).id, 'user_id', person, 'state', old_status),
    null);
end
$$;
comment on function private.unassign is 'Takes a guide off a departure, if they are on it.';

create function private.restore_assignment(
  departure public.departures, person uuid, out status public.assignment_status, out withdrawal_was_unsent boolean
)
language plpgsql security definer set search_path = ''
as $$
begin
  select t.status into status from private.unassigned_guides as t
  where t.departure_id = (departure).id and t.user_id = person and t.version = (departure).version;
  if status is null then return; end if;
  withdrawal_was_unsent := private.delete_unsent_assignment_mail(departure, person, 'withdrawn');
  if withdrawal_was_unsent then return; end if;
  -- Without a mail they had not been asked yet or have no address.
  -- If the mail has been sent, they know and are asked again.
  if exists (
    select from private.outbox_messages as mail
    where mail.dedupe_key = 'assignment:' || (departure).id || ':' || person || ':withdrawn:' || (departure).version
  )
  then
    status := null;
  end if;
end
$$;
comment on function private.restore_assignment is
  'Deletes the unsent mail to a guide who is assigned again, and returns the answer to restore: that of a guide taken '
  'off by the departure''s last change who does not know it yet; null for others. withdrawal_was_unsent: there was '
  'such a mail, so they need no new request.';

create function public.assign_guide(
  company uuid,
  departure uuid,
  version integer,
  guide uuid,
  role text default 'lead',
  instead_of uuid default null,
  ignore_conflicts boolean default false
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  me constant uuid := (select auth.uid());
  lock record;
  refusal jsonb;
  conflicts jsonb;
  d public.departures;
  old public.departure_guides;
  new_status public.assignment_status;
  restored record;
begin
  lock := private.lock_departures(company, versions, 'assign_guide');
  if lock.refusal is not null then return lock.refusal; end if;
  if role is null or role not in ('lead', 'assistant') or guide is null or instead_of = guide then
    return '{"status": "invalid"}';
  end if;
  if not private.may_guide(guide, company) then return '{"status": "not_a_guide"}'; end if;
  select * into d from public.departures where id = departure;
  select * into old from public.departure_guides as g where g.departure_id = departure and g.user_id = guide;
  if old.status in ('proposed', 'accepted') and old.role::text = assign_guide.role
    and (
      instead_of is null
        or not exists (
          select from public.departure_guides as g where g.departure_id = departure and g.user_id = instead_of))
  then
    return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
  end if;
  refusal := coalesce(
    private.stale_departures_response(versions, lock.ids),
    private.ended_departures_response(lock.ids, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  -- Serialises assignments of one guide, so that the second one sees the first.
  perform from public.users as u where u.id = guide for no key update;
  conflicts := private.ordered_conflicts((
    select coalesce(jsonb_agg(to_jsonb(c)), '[]')
    from private.duty_conflicts(company, array[private.assignment_duty(d, guide)]) as c));
  if conflicts <> '[]' and not coalesce(ignore_conflicts, false) then
    return jsonb_build_object('status', 'conflicts', 'conflicts', conflicts);
  end if;
  restored := private.restore_assignment(d, guide);
  update public.departures as departure_row
  set version = departure_row.version + 1
  where departure_row.id = departure
  returning departure_row.* into d;
  if instead_of is not null then perform private.unassign(d, instead_of); end if;
  new_status := case when guide = me then 'accepted' when old.status in ('proposed', 'accepted') then old.status
    else coalesce(restored.status, 'proposed') end;
  insert into public.departure_guides (departure_id, user_id, role, status)
  values (departure, guide, assign_guide.role::public.guide_role, new_status)
  on conflict on constraint departure_guides_pkey do update
  set role = excluded.role, status = excluded.status;
  -- A guide who is restored is not asked again.
  if coalesce(old.status, 'declined') = 'declined'
    and not coalesce(restored.withdrawal_was_unsent or restored.status = 'accepted', false)
  then
    perform private.enqueue_assignment_mail('proposed', d, guide);
  end if;
  perform private.log_change(
    company,
    'assign_guide',
    case
      when old.user_id is not null then
        jsonb_build_object('id', d.id, 'user_id', guide, 'role', old.role, 'state', old.status)
    end,
    jsonb_build_object('id', d.id, 'user_id', guide, 'role', assign_guide.role, 'state', new_status)
      || case when conflicts <> '[]' then jsonb_build_object('ignored_conflicts', conflicts) else '{}' end);
  return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
end
$$;
comment on function public.assign_guide is
  'Assigns a guide to a departure, optionally replacing another. The status is proposed, or accepted for oneself, or '
  'restored if they were taken off just before. Returns ok, conflicts (unless ignore_conflicts), not_a_guide, stale, '
  'ended or a refusal of private.lock_departures.';

create function public.unassign_guide(company uuid, departure uuid, version integer, guide uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  versions constant jsonb := jsonb_build_array(jsonb_build_object('id', departure, 'version', version));
  lock record;
  refusal jsonb;
  d public.departures;
begin
  lock := private.lock_departures(company, versions, 'unassign_guide');
  if lock.refusal is not null then return lock.refusal; end if;
  if not exists (select from public.departure_guides as g where g.departure_id = departure and g.user_id = guide) then
    select * into d from public.departures where id = departure;
    return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
  end if;
  refusal := coalesce(
    private.stale_departures_response(versions, lock.ids),
    private.ended_departures_response(lock.ids, array['scheduled', 'departed']));
  if refusal is not null then return refusal; end if;
  update public.departures as departure_row
  set version = departure_row.version + 1
  where departure_row.id = departure
  returning departure_row.* into d;
  perform private.unassign(d, guide);
  return jsonb_build_object('status', 'ok', 'departure', private.departure_card(d.id));
end
$$;
comment on function public.unassign_guide is
  'Takes a guide off a departure. Idempotent. Returns ok, stale, ended or a refusal of private.lock_departures.';

create function private.enqueue_declined_mail(departure public.departures, person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  office record;
begin
  for office in
    select c.contact_email as email, c.default_locale as locale from public.companies as c
    where c.id = (departure).company_id and private.is_email_address(c.contact_email)
    union all
    select a.email, u.locale
    from public.companies as c join public.roles_users as ru on ru.company = c.id
    join public.roles as r on r.id = ru.role and r.guard_name = 'owner'
    join public.users as u on u.id = ru.user_id join auth.users as a on a.id = u.id
    where c.id = (departure).company_id and not private.is_email_address(c.contact_email)
      and private.is_email_address(a.email) and u.id <> person
  loop
    perform private.enqueue_mail(
      'assignment-declined',
      office.email,
      office.locale,
      private.departure_mail(departure, office.locale::text)
        || jsonb_build_object(
          'guide', (select u.display_name from public.users as u where u.id = person),
          'isAlone', not exists (
            select from public.departure_guides as g where g.departure_id = (departure).id and g.status <> 'declined')),
      company => (departure).company_id,
      dedupe_key => 'declined:' || (departure).id || ':' || person || ':' || (departure).version || ':' || office.email
    );
  end loop;
end
$$;
comment on function private.enqueue_declined_mail is
  'Queues a mail to the office about a declined assignment: to the company''s address, or else to its owners.';

create function public.answer_assignment(company uuid, departure uuid, reply text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  d public.departures;
  old_assignment public.departure_guides;
  new_assignment public.departure_guides;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if reply is null or reply not in ('accepted', 'declined') then return '{"status": "invalid"}'; end if;
  -- Without acting: only guides themselves can answer.
  if company is null or not private.may_guide(me, company) or not private.may('answer_assignment', company) then
    return '{"status": "not_permitted"}';
  end if;
  select * into d from public.departures as departure_row
  where departure_row.id = departure and departure_row.company_id = answer_assignment.company
  for no key update;
  select * into old_assignment from public.departure_guides as g where g.departure_id = d.id and g.user_id = me;
  if old_assignment.user_id is null then return '{"status": "not_found"}'; end if;
  new_assignment := old_assignment;
  new_assignment.status := reply::public.assignment_status;
  if new_assignment.status = old_assignment.status then return '{"status": "ok"}'; end if;
  -- A declined assignment is the office's again, which may have found another guide.
  if old_assignment.status = 'declined' or d.status in ('completed', 'cancelled') or d.ends_at < now() then
    return '{"status": "ended"}';
  end if;
  update public.departure_guides as g set status = new_assignment.status where g.departure_id = d.id and g.user_id = me;
  update public.departures as departure_row
  set version = departure_row.version + 1
  where departure_row.id = d.id
  returning departure_row.* into d;
  if new_assignment.status = 'declined' then perform private.enqueue_declined_mail(d, me); end if;
  perform private.log_change(
    company,
    'answer_assignment',
    jsonb_build_object('id', d.id, 'state', old_assignment.status),
    jsonb_build_object('id', d.id, 'state', new_assignment.status));
  return '{"status": "ok"}';
end
$$;
comment on function public.answer_assignment is
  'Accepts or declines a proposed assignment, or declines an accepted one, of the caller. Returns ok, ended (over, '
  'cancelled or declined before), not_found, invalid, not_permitted or signed_out.';

grant execute on function
  public.assign_guide(uuid, uuid, integer, uuid, text, uuid, boolean),
  public.unassign_guide(uuid, uuid, integer, uuid),
  public.answer_assignment(uuid, uuid, text)
to authenticated;
