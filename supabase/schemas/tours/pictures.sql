-- Pictures of tours.

create function private.picture_problem(bytes bytea) returns text
language sql immutable
return case
  when octet_length(bytes) > 204800 then 'too_large'
  when octet_length(bytes) < 20
    or substring(bytes from 1 for 4) <> 'RIFF'
    or substring(bytes from 9 for 4) <> 'WEBP'
    or substring(bytes from 13 for 4) not in ('VP8 ', 'VP8L', 'VP8X')
    -- The RIFF header's file size, little-endian.
    or get_byte(bytes, 4) + get_byte(bytes, 5) * 256 + get_byte(
      bytes, 6) * 65536 + get_byte(bytes, 7)::bigint * 16777216 + 8 <> octet_length(bytes)
    then 'not_a_picture'
  -- EXIF and XMP flags of an extended file: metadata may reveal where a person lives.
  when substring(bytes from 13 for 4) = 'VP8X' and get_byte(bytes, 20) & 12 <> 0 then 'has_metadata'
end;
comment on function private.picture_problem is
  'Returns too_large, not_a_picture, has_metadata, or null for an acceptable WebP.';

create function private.decode_picture(picture text, out bytes bytea, out tag text, out problem text)
language plpgsql immutable set search_path = ''
as $$
begin
  -- The length of 200 kB in base64, checked before decoding, which would cost too much for a large upload.
  if octet_length(picture) > 273100 then problem := 'too_large';
  elsif picture is null or picture !~ '^[A-Za-z0-9+/]+={0,2}$' or length(picture) % 4 <> 0 then
    problem := 'not_a_picture';
  else
    bytes := decode(picture, 'base64');
    problem := private.picture_problem(bytes);
    tag := left(encode(sha256(bytes), 'hex'), 16);
  end if;
end
$$;
comment on function private.decode_picture is 'Decodes a base64 picture. Returns its bytes and tag, or the problem.';

create function private.picture_json(bytes bytea, tag text) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('tag', tag, 'base64', replace(encode(bytes, 'base64'), chr(10), ''));
comment on function private.picture_json is 'Returns a picture as JSON for the client.';

create function public.set_tour_picture(tour uuid, picture text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_company uuid;
  sent record;
begin
  select company_id into of_company from public.tours where id = set_tour_picture.tour for update;
  if of_company is null or not private.may('set_tour_picture', of_company) then
    return '{"status": "not_found"}';
  end if;
  select * into sent from private.decode_picture(set_tour_picture.picture);
  if sent.problem is not null then
    return private.invalid_response(array[private.field_problem('picture', sent.problem)]);
  end if;
  if not exists (
    select from private.tour_pictures as t where t.tour_id = set_tour_picture.tour and t.tag = sent.tag)
  then
    insert into private.tour_pictures (tour_id, bytes, tag) values (set_tour_picture.tour, sent.bytes, sent.tag)
    on conflict (tour_id) do update set bytes = excluded.bytes, tag = excluded.tag;
    perform private.log_change(
      of_company, 'set_tour_picture', null, jsonb_build_object('id', set_tour_picture.tour, 'tag', sent.tag));
  end if;
  return jsonb_build_object('status', 'ok', 'tag', sent.tag);
end
$$;
comment on function public.set_tour_picture is
  'Stores a tour''s picture, sent in base64. Returns ok with tag, '
  'invalid (too_large, not_a_picture, has_metadata) or not_found.';

create function public.delete_tour_picture(tour uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  of_company uuid;
begin
  select company_id into of_company from public.tours where id = delete_tour_picture.tour for update;
  if of_company is null or not private.may('delete_tour_picture', of_company) then
    return '{"status": "not_found"}';
  end if;
  delete from private.tour_pictures where tour_id = delete_tour_picture.tour;
  if found then
    perform private.log_change(
      of_company, 'delete_tour_picture', jsonb_build_object('id', delete_tour_picture.tour), null);
  end if;
  return '{"status": "ok"}';
end
$$;
comment on function public.delete_tour_picture is 'Deletes a tour''s picture. Returns ok or not_found.';

create function public.read_tour_picture(tour uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.tours
    where id = read_tour_picture.tour and private.may_read_tours('read_tour_picture', company_id))
  then
    return '{"status": "not_found"}';
  end if;
  return jsonb_build_object('status', 'ok', 'picture', (
    select private.picture_json(bytes, tag) from private.tour_pictures where tour_id = read_tour_picture.tour));
end
$$;
comment on function public.read_tour_picture is
  'Returns a tour''s picture in base64 with its tag, or null, to people who may see the tour; otherwise not_found.';

grant execute on function
  public.set_tour_picture,
  public.delete_tour_picture,
  public.read_tour_picture
to authenticated;
