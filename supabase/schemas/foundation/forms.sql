-- Inputs of RPCs, checked against the JSON schema of their form. ADR 079

create function private.value_schema(schema jsonb) returns jsonb
language sql immutable parallel safe
return coalesce(schema #> '{anyOf,0}', schema);
comment on function private.value_schema is 'Returns the JSON schema of a value that may be null, without the null.';

create function private.normal_form(input jsonb, schema jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    -- Unknown properties are refused as they are, however long or deep.
    when schema is null then input
    when jsonb_typeof(input) = 'string' then
      to_jsonb(private.parse_text(input #>> '{}', coalesce((schema ->> 'maxLength')::integer, 0)))
    when jsonb_typeof(input) = 'array' then coalesce((
      select jsonb_agg(
        private.normal_form(item.value, private.value_schema(schema -> 'items')) order by item.ordinality)
      from jsonb_array_elements(input) with ordinality as item), '[]')
    when jsonb_typeof(input) = 'object' then coalesce((
      select jsonb_object_agg(
        property.key,
        private.normal_form(property.value, private.value_schema(schema #> array['properties', property.key])))
      from jsonb_each(input) as property), '{}')
    else input
  end;
end
$$;
comment on function private.normal_form is 'Returns an input with its texts in the form that is checked and stored.';

create function private.string_problem(input text, schema jsonb) returns text
language sql stable parallel safe
return case
  when length(input) < (schema ->> 'minLength')::integer then 'required'
  when length(input) > (schema ->> 'maxLength')::integer then 'too_long'
  -- Without a shortest length, '' is none.
  when input = '' then null
  when schema ? 'enum' and not schema -> 'enum' ? input then 'not_valid'
  when input !~ (schema ->> 'pattern') then coalesce(schema ->> 'format', 'not_valid')
  when not case schema ->> 'format'
    when 'email' then private.is_email_address(input)
    when 'phone' then private.is_phone_number(input)
    when 'url' then private.is_web_address(input)
    when 'origin' then private.is_origin(input)
    when 'time_zone' then private.is_time_zone(input)
    else true
  end then schema ->> 'format'
  when schema ->> 'format' = 'uuid' and not pg_input_is_valid(input, 'uuid') then 'not_valid'
end;
comment on function private.string_problem is
  'Checks a normal text against its JSON schema. Returns null or a code of src/domain/fields.ts. A text that fails its '
  'pattern or format has the format as its code.';

create function private.numeric_problem(input numeric, schema jsonb) returns text
language sql immutable parallel safe
return case
  when schema ->> 'type' = 'integer' and input <> trunc(input) then 'whole_number'
  when input < (schema ->> 'minimum')::numeric then 'too_small'
  when input > (schema ->> 'maximum')::numeric then 'too_large'
  when input % (schema ->> 'multipleOf')::numeric <> 0 then 'not_valid'
end;
comment on function private.numeric_problem is
  'Checks a number against its JSON schema. Returns null, whole_number, too_small, too_large or not_valid.';

create function private.field_problem(field text, code text) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('field', field, 'code', code);
comment on function private.field_problem is
  'Builds one problem of a refusal {"status": "invalid", "problems": […]}: the field''s path and the code.';

create function private.list_problem(input jsonb, schema jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when count(*) < (schema ->> 'minItems')::integer then 'required'
    when count(*) > (schema ->> 'maxItems')::integer then 'too_large'
    when schema -> 'uniqueItems' = 'true' and count(*) > count(distinct item) then 'twice'
  end
  from jsonb_array_elements(input) as item
$$;
comment on function private.list_problem is
  'Checks the length and uniqueness of a list against its JSON schema. Returns null, required, too_large or twice.';

create function private.form_problems(input jsonb, schema jsonb, field text default '') returns setof jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  value_schema constant jsonb := private.value_schema(schema);
  type constant text := value_schema ->> 'type';
  kind constant text := coalesce(jsonb_typeof(input), 'null');
  prefix constant text := case when field = '' then '' else field || '.' end;
  code text;
begin
  if kind = 'null' and schema ? 'anyOf' then return; end if;
  code := case
    when kind = 'null' then 'required'
    when type in ('integer', 'number') and kind = 'number' then private.numeric_problem(input::numeric, value_schema)
    when type <> kind then 'not_valid'
    when type = 'string' then private.string_problem(input #>> '{}', value_schema)
    when type = 'array' then private.list_problem(input, value_schema)
  end;
  if code is not null then
    return next private.field_problem(field, code);
  elsif type = 'object' then
    return query
      select private.field_problem(prefix || key, 'unknown')
      from jsonb_object_keys(input) as key where not value_schema -> 'properties' ? key;
    return query
      select private.field_problem(prefix || key, 'required')
      from jsonb_array_elements_text(value_schema -> 'required') as key where not input ? key;
    return query
      select problem
      from jsonb_each(value_schema -> 'properties') as property
      cross join lateral private.form_problems(
        input -> property.key, property.value, prefix || property.key) as problem
      where input ? property.key;
  elsif type = 'array' then
    return query
      select problem
      from jsonb_array_elements(input) with ordinality as item
      cross join lateral private.form_problems(
        item.value, value_schema -> 'items', prefix || item.ordinality - 1) as problem;
  end if;
end
$$;
comment on function private.form_problems is
  'Checks a normal input against its JSON schema, of which it knows type, properties, required, items, minItems, '
  'maxItems, uniqueItems, enum, pattern, format, minLength, maxLength, minimum, maximum, multipleOf, and anyOf of a '
  'schema and null. Unknown properties are problems. Returns {"field", "code"}: the path, such as '
  'prices.0.amount, and a code of src/domain/fields.ts.';

create function private.invalid_response(problems jsonb[]) returns jsonb
language sql immutable
return case when problems <> '{}' then jsonb_build_object('status', 'invalid', 'problems', to_jsonb(problems)) end;
comment on function private.invalid_response is
  'Builds the response {"status": "invalid", "problems"}; null without problems.';

create function private.read_form(rpc text, input jsonb, out value jsonb, out refusal jsonb)
language plpgsql stable set search_path = ''
as $$
declare
  schema constant jsonb := private.form_schema(rpc);
begin
  if schema is null then raise exception '% has no form', rpc; end if;
  value := private.normal_form(input, schema);
  refusal := private.invalid_response(array(select private.form_problems(value, schema)));
end
$$;
comment on function private.read_form is
  'Reads the input of an RPC. Returns it with texts in normal form, or the refusal {"status": "invalid", "problems"}.';

create function private.settings_json(settings_row jsonb, schema jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(
    property.key,
    case
      when property.value ->> 'type' = 'string' and settings_row -> property.key = 'null' then '""'::jsonb
      else settings_row -> property.key
    end)
  from jsonb_each(schema -> 'properties') as property
$$;
comment on function private.settings_json is
  'Returns the columns of a row that a JSON schema of settings names. An empty text is ''''.';

create function private.settings_columns(settings jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_object_agg(key, case when value = '""' then 'null'::jsonb else value end) from jsonb_each(settings)
$$;
comment on function private.settings_columns is
  'Returns settings as the values of their columns: null for an empty text.';

create function private.update_settings(settings_table regclass, row_id uuid, settings jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text := (
    select string_agg(quote_ident(key), ', ' order by key) from jsonb_object_keys(settings) as key);
begin
  execute format(
    'update %s as t set (%s, version) = (select %s, t.version + 1 from jsonb_populate_record(t, $1)) where t.id = $2',
    settings_table, columns, columns) using private.settings_columns(settings), row_id;
end
$$;
comment on function private.update_settings is
  'Stores checked settings in the columns of their names, and raises the version.';
