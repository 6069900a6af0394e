-- Checks and normal forms of texts, numbers, dates and addresses.
-- The codes of the field checks are those of src/domain/fields.ts.

create type public.locale as enum ('en', 'es', 'da', 'it');
comment on type public.locale is 'Languages of Muster''s texts.';

-- Small functions have a body that is parsed when they are created (return …): no search path can change its meaning,
-- and the planner can inline it, which a pinned search path would prevent.
create function private.iso(instant timestamptz) returns text
language sql stable parallel safe
return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
comment on function private.iso is 'Formats an instant as ISO 8601 in UTC with milliseconds, as devices write it.';

create function private.stamp_changed_xid() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end
$$;
comment on function private.stamp_changed_xid is
  'Row trigger of mirrored tables: stamps a row with the transaction id, which a pull compares with its snapshot.';

-- Texts, addresses and phone numbers. The rules for email addresses are those of src/domain/email-address.ts, which
-- names their source.

create function private.visible_text(input text) returns text
language sql immutable parallel safe
return regexp_replace(
  -- Invisible characters anywhere: controls, zero-width, bidi marks, fillers, variation selectors, tags.
  regexp_replace(input,
    '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5'
    '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb'
    '\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
    '', 'g'),
  -- White space and blanks at both ends.
  '^[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+'
  '|[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+$',
  '', 'g');
comment on function private.visible_text is
  'Returns a text without invisible characters and without white space at its ends.';

create function private.trim_text(input text) returns text
language sql immutable parallel safe
return case when private.visible_text(input) = '' then '' else regexp_replace(input,
  '^[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u2800\u3000\ufeff]+'
  '|[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u2800\u3000\ufeff]+$',
  '', 'g') end;
comment on function private.trim_text is
  'Trims white space, keeping the joiners of emoji and scripts; trimmedText in src/domain/email-address.ts.';

create function private.parse_text(input text, longest integer) returns text
language sql immutable parallel safe
return case when longest <= 200 then private.visible_text(input) else private.trim_text(input) end;
comment on function private.parse_text is
  'Cleans a typed text: short ones (names, codes) lose all invisible characters, long ones are only trimmed. '
  'parseTextInput in src/domain/email-address.ts.';

create function private.normalize_email_address(typed text) returns text
language sql immutable parallel safe
return private.visible_text(typed);
comment on function private.normalize_email_address is
  'Returns a typed or pasted email address in the form that is checked and stored.';

create function private.comparable_text(input text) returns text
language sql immutable parallel safe
return replace(lower(normalize(private.visible_text(input), nfkd) collate pg_catalog.pg_c_utf8), 'ς', 'σ');
comment on function private.comparable_text is
  'Folds case and Unicode form, but not accents, for comparison; comparable in src/domain/bookings.ts.';

create function private.is_email_address(address text) returns boolean
language sql immutable parallel safe
return coalesce(
  octet_length(address) <= 254
  and octet_length(split_part(address, '@', 1)) <= 64
  and address = private.normalize_email_address(address)
  and address !~ '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\ufffc-\uffff]'
  and address ~ (
    '^[a-zA-Z0-9!#$%&''*+/=?^_`{|}~\u00a1-\U0010ffff-]+(\.[a-zA-Z0-9!#$%&''*+/=?^_`{|}~\u00a1-\U0010ffff-]+)*'
    '@([a-zA-Z\u00a1-\U0010ffff0-9]([a-zA-Z\u00a1-\U0010ffff0-9-]{0,61}[a-zA-Z\u00a1-\U0010ffff0-9])?\.)+'
    '[a-zA-Z\u00a1-\U0010ffff]([a-zA-Z\u00a1-\U0010ffff0-9-]{0,61}[a-zA-Z\u00a1-\U0010ffff0-9])$'),
  false);
comment on function private.is_email_address is
  'Returns whether a normalised text is an email address; isEmailAddress in src/domain/email-address.ts.';

create function private.is_web_address(input text) returns boolean
language sql immutable parallel safe
return coalesce(length(input) <= 500 and input ~ '^https?://[^\u0001-\u0020"<>/?#]+\.[^\u0001-\u0020"<>]+$', false);
comment on function private.is_web_address is
  'Returns whether a text is the URL of a web page; isWebAddress in src/domain/fields.ts.';

create function private.is_origin(input text) returns boolean
language sql immutable parallel safe
return coalesce(
  length(input) <= 255
    and input ~ '^(https://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*'
      '|http://(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$'
    -- Browsers leave out a scheme's default port.
    and input !~ '^(https:.*:443|http:.*:80)$'
    and coalesce(substring(input from ':([0-9]+)$')::integer, 0) <= 65535,
  false);
comment on function private.is_origin is
  'Returns whether a text is a website''s origin as browsers write it; isOrigin in src/domain/fields.ts.';

create function private.are_origins(input text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select not exists (select from unnest(input) as origin where not private.is_origin(origin)) $$;
comment on function private.are_origins is 'Returns whether every text is an origin.';

create function private.is_reserved_slug(slug text) returns boolean
language sql immutable parallel safe
return slug in ('view', 'next', 'payment', 'unsubscribe');
comment on function private.is_reserved_slug is
  'Returns whether guest pages use the word in their URLs; RESERVED_SLUGS in src/booking/guest-page.ts.';

create function private.is_phone_number(input text) returns boolean
language sql immutable parallel safe
return coalesce(input ~ '^\+[1-9][0-9]{6,14}$', false);
comment on function private.is_phone_number is
  'Returns whether a text is an E.164 phone number; optionalPhone in src/domain/fields.ts.';

create function private.is_time_zone(name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- UTC or a place: an offset (+01:00) or an abbreviation (CET) is not a place whose clocks are known.
  if name !~ '^[A-Z][A-Za-z_]+(/[A-Za-z0-9_+-]+)+$' and name <> 'UTC' then return false; end if;
  perform now() at time zone name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;
comment on function private.is_time_zone is 'Returns whether the server knows a time zone of this name.';

create function private.text_problem(input jsonb, longest integer, may_lack boolean default false) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string' then 'not_valid'
  when private.trim_text(input #>> '{}') = '' then case when may_lack then null else 'required' end
  when length(input #>> '{}') > longest then 'too_long'
end;
comment on function private.text_problem is 'Checks a text of a form. Returns null, required, not_valid or too_long.';

create function private.number_problem(
  input jsonb, lowest bigint, highest bigint, may_lack boolean default false
) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'number' or input::text !~ '^-?[0-9]{1,15}$' then 'whole_number'
  when input::text::bigint < lowest then 'too_small'
  when input::text::bigint > highest then 'too_large'
end;
comment on function private.number_problem is
  'Checks an integer of a form. Returns null, required, whole_number, too_small or too_large.';

create function private.date_problem(input jsonb, may_lack boolean default false) returns text
language sql stable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string'
    or input #>> '{}' !~ '^(19|20|21)\d\d-\d\d-\d\d$'
    or not pg_input_is_valid(input #>> '{}', 'date')
    then 'not_valid'
end;
comment on function private.date_problem is 'Checks a date of a form, YYYY-MM-DD. Returns null, required or not_valid.';

create function private.time_problem(input jsonb, may_lack boolean default false) returns text
language sql immutable parallel safe
return case
  when input is null or jsonb_typeof(input) = 'null' then case when may_lack then null else 'required' end
  when jsonb_typeof(input) <> 'string' or input #>> '{}' !~ '^([01]\d|2[0-3]):[0-5]\d$' then 'not_valid'
end;
comment on function private.time_problem is
  'Checks a local time of a form, HH:MM. Returns null, required or not_valid.';

create function private.random_code(length integer) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  alphabet constant text := '23456789ABCDEFGHJKMNPQRSTVWXYZ';
  raw constant bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
  -- Without the pairs that contain the seventh or ninth byte of a UUID, which are not fully random.
  byte_pairs constant integer[] := array[0, 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, 15];
  code text := '';
begin
  for n in 1 .. random_code.length loop
    -- A single byte above 239 would favour the first of the 30 characters, so two bytes are combined.
    code := code
      || substr(alphabet, (get_byte(raw, 2 * byte_pairs[n]) * 256 + get_byte(raw, 2 * byte_pairs[n] + 1)) % 30 + 1, 1);
  end loop;
  return code;
end
$$;
comment on function private.random_code is
  'Returns a random code of up to 12 digits and capital letters, without 0, 1, I, L, O and U, which are easily '
  'confused.';
