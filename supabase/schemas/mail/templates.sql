-- Email templates of companies. ADR 043

create table private.email_template_settings (
  company_id uuid primary key references public.companies (id) on delete cascade,
  review_url text check (length(review_url) between 9 and 500)
);
comment on table private.email_template_settings is 'Settings for all mails of a company. Without a row: defaults.';
comment on column private.email_template_settings.review_url is 'Page on which guests are asked for a review.';
alter table private.email_template_settings enable row level security, force row level security;

create table private.email_templates (
  company_id uuid not null references public.companies (id) on delete cascade,
  template text not null,
  locale public.locale not null,
  subject text not null check (length(subject) between 1 and 150 and subject !~ '[\x01-\x1f\x7f]'),
  body text not null check (length(body) between 1 and 4000),
  version integer not null default 1,
  primary key (company_id, template, locale)
);
comment on table private.email_templates is
  'A company''s own subject and opening of a mail, one row per locale; without a row the default text is used.';
comment on column private.email_templates.body is
  'Plain text, paragraphs separated by an empty line, with named placeholders: {name}.';
alter table private.email_templates enable row level security, force row level security;

create function private.template_placeholders(template text) returns jsonb
language sql immutable parallel safe
return case template
  when 'booking-confirmed' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], '
      '"required": ["tour", "when"]}'::jsonb
  when 'booking-held' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "guests", "amount"], "required": ["tour"]}'
  when 'booking-requested' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "guests"], "required": ["tour"]}'
  when 'booking-rejected' then '{"allowed": ["name", "tour", "when", "company", "reference"], "required": ["tour"]}'
  when 'booking-changed' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], "required": ["tour"]}'
  when 'booking-cancelled' then
    '{"allowed": ["name", "tour", "when", "company", "reference"], "required": ["tour", "when"]}'
  when 'booking-refunded' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "amount"], "required": ["amount"]}'
  when 'booking-reminder' then
    '{"allowed": ["name", "tour", "when", "company", "reference", "place", "guests"], "required": ["tour", "when"]}'
  when 'booking-thanks' then '{"allowed": ["name", "tour", "when", "company", "reference"], "required": []}'
end;
comment on function private.template_placeholders is
  'Returns the placeholders that a template may have and those that its body must have, or null if the mail has no '
  'template.';

create function private.template_problem(template text, subject text, body text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  placeholders constant jsonb := private.template_placeholders(template);
  found text[];
  bad text;
begin
  if placeholders is null
    or private.trim_text(coalesce(subject, '')) = ''
    or private.trim_text(coalesce(body, '')) = ''
    or length(subject) > 150
    or length(body) > 4000
    or subject ~ '[\x01-\x1f\x7f]'
  then
    return '{"status": "invalid"}';
  end if;
  found := array(select m[1] from regexp_matches(subject || ' ' || body, '\{([A-Za-z]+)\}', 'g') as m);
  select placeholder into bad from unnest(found) with ordinality as f (placeholder, ordinal)
  where not placeholders -> 'allowed' ? placeholder order by ordinal limit 1;
  if bad is not null then return jsonb_build_object('status', 'unknown_placeholder', 'placeholder', bad); end if;
  -- Guests would read any other brace literally.
  bad := substring(
    regexp_replace(
      subject || ' ' || body, '\{[A-Za-z]+\}', '', 'g') from '[^\n\r\u2028\u2029]{0,10}[{}][^\n\r\u2028\u2029]{0,10}');
  if bad is not null then
    return jsonb_build_object('status', 'unknown_placeholder', 'placeholder', private.visible_text(bad));
  end if;
  select placeholder into bad
  from jsonb_array_elements_text(placeholders -> 'required') as placeholder
  where position('{' || placeholder || '}' in body) = 0 limit 1;
  if bad is not null then return jsonb_build_object('status', 'missing_placeholder', 'placeholder', bad); end if;
  return null;
end
$$;
comment on function private.template_problem is
  'Returns why a text is no valid template (invalid, unknown_placeholder, missing_placeholder), or null.';

create function private.template_settings(company uuid, template text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when template = 'booking-thanks' then
      jsonb_build_object(
        'review', (select s.review_url from private.email_template_settings as s where s.company_id = company))
    else '{}'
  end;
end
$$;
comment on function private.template_settings is 'Returns what the company''s settings add to a mail.';
