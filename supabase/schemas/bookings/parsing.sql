-- Parsing of contacts, texts and tags in booking requests.

create function private.parse_text_field(input jsonb, name text, longest integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  value constant text := nullif(private.parse_text(input ->> name, longest), '');
begin
  if length(value) > longest then raise data_exception using message = name || ' is too long'; end if;
  return value;
end
$$;
comment on function private.parse_text_field is
  'Returns a cleaned text field; null if empty. Raises data_exception if it is too long.';

create function private.parse_email_field(contact jsonb) returns text
language sql immutable parallel safe
return nullif(private.normalize_email_address(contact ->> 'email'), '');
comment on function private.parse_email_field is
  'Returns the normalised email address of a contact; null if empty. private.check_contact validates it.';

create function private.check_contact(contact jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if contact is not null and jsonb_typeof(contact) not in ('object', 'null')
    or private.parse_email_field(contact) is not null
      and not private.is_email_address(private.parse_email_field(contact))
    or contact ->> 'country' !~ '^[A-Z]{2}$'
    or not pg_input_is_valid(contact ->> 'locale', 'public.locale')
  then
    raise data_exception using message = 'contact is invalid';
  end if;
end
$$;
comment on function private.check_contact is 'Raises data_exception for an invalid contact.';

create function private.parse_tags(input jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  tags constant text[] := array(
    select private.visible_text(value) from jsonb_array_elements_text(coalesce(input, '[]')) as value);
begin
  if exists (select from unnest(tags) as tag where tag is null or length(tag) not between 1 and 40) then
    raise data_exception using message = 'a tag must have 1 to 40 characters';
  end if;
  return tags;
end
$$;
comment on function private.parse_tags is
  'Returns tags without white space around them. Raises data_exception for an invalid tag.';

create function private.contact_fields(booking public.bookings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'name', booking.contact_name,
      'email', booking.contact_email,
      'phone', booking.contact_phone,
      'country', booking.country,
      'locale', booking.locale,
      'note', booking.note,
      'voucher_number', booking.voucher_number,
      'names', (
        select coalesce(jsonb_object_agg(id, name), '{}') from public.guests
        where booking_id = booking.id and name is not null)));
end
$$;
comment on function private.contact_fields is 'Returns the fields of a booking that people type.';
