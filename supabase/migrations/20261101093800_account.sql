-- One's own account: what a person changes about themselves. Address and password are Auth's.

create function public.change_own_profile(display_name text, locale public.locale) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  title constant text := btrim(change_own_profile.display_name);
  told constant jsonb := jsonb_build_object('display_name', title, 'locale', change_own_profile.locale);
begin
  if me is null or private.lacks_factor(me) or not exists (select from public.users where id = me) then return '{"status": "signed_out"}'; end if;
  if not coalesce(length(title) between 1 and 200, false) or change_own_profile.locale is null then return '{"status": "invalid"}'; end if;
  update public.users as u set display_name = title, locale = change_own_profile.locale
  where u.id = me and (u.display_name, u.locale) is distinct from (title, change_own_profile.locale);
  if not found then return '{"status": "ok"}'; end if;
  -- Auth writes its own mails in the language of its metadata; some platforms keep that as text.
  update auth.users as a
  set raw_user_meta_data = case jsonb_typeof(to_jsonb(a.raw_user_meta_data))
    when 'string' then to_jsonb(((to_jsonb(a.raw_user_meta_data) #>> '{}')::jsonb || told)::text)
    else coalesce(to_jsonb(a.raw_user_meta_data), '{}') || told end
  where a.id = me;
  -- Their name stands beside departures and check-ins.
  perform private.hint(m.company_id, '{}') from public.company_members as m where m.user_id = me;
  return '{"status": "ok"}';
end
$$;
comment on function public.change_own_profile is
  'Changes the name and the language of the person who asks, for the app, for its mails and for Auth''s. Answers {"status": "ok" | "invalid" | "signed_out"}.';

grant execute on function public.change_own_profile(text, public.locale) to authenticated;
