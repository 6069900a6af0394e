-- The caller's own account. Address and password belong to Auth.

create function public.change_own_profile(display_name text, locale public.locale) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  title constant text := private.visible_text(change_own_profile.display_name);
  profile constant jsonb := jsonb_build_object('display_name', title, 'locale', change_own_profile.locale);
begin
  if me is null or not exists (select from public.users where id = me) then return '{"status": "signed_out"}'; end if;
  if not coalesce(length(title) between 1 and 200, false) or change_own_profile.locale is null then
    return '{"status": "invalid"}';
  end if;
  update public.users as u set display_name = title, locale = change_own_profile.locale
  where u.id = me and (u.display_name, u.locale) is distinct from (title, change_own_profile.locale);
  if not found then return '{"status": "ok"}'; end if;
  -- Auth's mails use the locale of its metadata, which some platforms store as text.
  update auth.users as a
  set raw_user_meta_data = case jsonb_typeof(to_jsonb(a.raw_user_meta_data))
    when 'string' then to_jsonb(((to_jsonb(a.raw_user_meta_data) #>> '{}')::jsonb || profile)::text)
    else coalesce(to_jsonb(a.raw_user_meta_data), '{}') || profile end
  where a.id = me;
  -- The name is shown with departures and check-ins.
  perform private.queue_change_event(m.company_id, '{}') from public.company_members as m where m.user_id = me;
  return '{"status": "ok"}';
end
$$;
comment on function public.change_own_profile is
  'Changes the caller''s name and locale, for the app, its mails and Auth''s mails. Returns {"status": "ok" | '
  '"invalid" | "signed_out"}.';

-- Emergency contacts belong to a person, not to a company: stored once and deleted with the account.

create table public.emergency_contacts (
  user_id uuid primary key references public.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  phone text not null check (private.is_phone_number(phone)),
  relation text check (length(relation) between 1 and 100)
);
comment on table public.emergency_contacts is
  'Emergency contact of a person. Readable here by that person only; managers of their teams use '
  'read_emergency_contact.';
comment on column public.emergency_contacts.relation is 'Relation to the person, as free text.';
alter table public.emergency_contacts enable row level security, force row level security;
grant select on public.emergency_contacts to authenticated;
create policy "users can read their own emergency contact" on public.emergency_contacts
  for select to authenticated using (user_id = (select private.current_user_id()));

create function private.emergency_contact(person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('status', 'ok', 'contact', (
    select jsonb_build_object('name', e.name, 'phone', e.phone, 'relation', coalesce(e.relation, ''))
    from public.emergency_contacts as e where e.user_id = person))
$$;
comment on function private.emergency_contact is
  'Returns a person''s emergency contact; contact is null if there is none.';

create function public.read_emergency_contact(
  person uuid default null, company uuid default null, organisation uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if person is null or person = me then return private.emergency_contact(me); end if;
  if not private.can_see_emergency_contact(me, company, organisation) then return '{"status": "not_permitted"}'; end if;
  -- A former member is no longer visible.
  if not private.is_in_team(person, company, organisation) then return '{"status": "not_found"}'; end if;
  return private.emergency_contact(person);
end
$$;
comment on function public.read_emergency_contact is
  'Returns the emergency contact of the caller, or of a member if the caller manages the team. Returns {"status": '
  '"ok", "contact": {"name", "phone", "relation"} | null}, or not_found, not_permitted, signed_out.';

create function public.save_emergency_contact(name text, phone text, relation text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select private.current_user_id());
  input constant public.emergency_contacts := row(
    me,
    private.visible_text(coalesce(name, '')),
    private.visible_text(coalesce(phone, '')),
    nullif(private.visible_text(relation), ''));
begin
  if me is null or not exists (select from public.users where id = me) then return '{"status": "signed_out"}'; end if;
  if input.name = '' and input.phone = '' and input.relation is null then
    delete from public.emergency_contacts as e where e.user_id = me;
    return '{"status": "ok"}';
  end if;
  if length(input.name) not between 1 and 200
    or not private.is_phone_number(input.phone)
    or length(input.relation) > 100
  then
    return '{"status": "invalid"}';
  end if;
  insert into public.emergency_contacts values (input.*)
  on conflict (user_id) do update set name = excluded.name, phone = excluded.phone, relation = excluded.relation;
  return '{"status": "ok"}';
end
$$;
comment on function public.save_emergency_contact is
  'Saves the caller''s emergency contact; empty fields remove it. Returns {"status": "ok" | "invalid" | "signed_out"}.';

grant execute on function
  public.change_own_profile(text, public.locale),
  public.read_emergency_contact(uuid, uuid, uuid),
  public.save_emergency_contact(text, text, text)
to authenticated;
