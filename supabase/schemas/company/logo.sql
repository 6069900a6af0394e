-- A company's logo.

create function public.set_company_logo(company uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  sent record;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('set_company_logo', company) then return '{"status": "not_permitted"}'; end if;
  select * into sent from private.decode_picture(set_company_logo.picture);
  if sent.problem is not null then
    return private.invalid_response(array[private.field_problem('picture', sent.problem)]);
  end if;
  if not exists (
    select from private.company_logos as c where c.company_id = set_company_logo.company and c.tag = sent.tag)
  then
    insert into private.company_logos (company_id, bytes, tag) values (set_company_logo.company, sent.bytes, sent.tag)
    on conflict (company_id) do update set bytes = excluded.bytes, tag = excluded.tag;
    perform private.log_change(set_company_logo.company, 'set_company_logo', null, jsonb_build_object('tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_company_logo is
  'Stores a company''s logo, sent in base64. Needs COMPANY_ALL_ACCESS. Returns ok with tag, invalid (too_large, '
  'not_a_picture, has_metadata), not_permitted or signed_out.';

create function public.delete_company_logo(company uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if company is null or not private.may('delete_company_logo', company) then
    return '{"status": "not_permitted"}';
  end if;
  delete from private.company_logos as c where c.company_id = delete_company_logo.company;
  if found then perform private.log_change(delete_company_logo.company, 'delete_company_logo', null, null); end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_company_logo is 'Deletes a company''s logo. Returns ok, not_permitted or signed_out.';

grant execute on function public.set_company_logo, public.delete_company_logo to authenticated;
