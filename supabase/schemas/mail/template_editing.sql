-- Reading and saving email templates. ADR 043

create function private.template_text(mail private.outbox_messages) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(mail.data -> 'ownText', (
    select jsonb_build_object('subject', w.subject, 'body', w.body) from private.email_templates as w
    where w.company_id = mail.company_id and w.template = mail.template and w.locale = mail.locale));
end
$$;
comment on function private.template_text is
  'Returns the company''s own text of a mail in its locale, read when it is sent; for a test mail the text under test.';

create function private.sample_booking(company uuid) returns public.bookings
language plpgsql stable security definer set search_path = ''
as $$
declare
  booking public.bookings;
begin
  select b.* into booking from public.bookings as b
  where b.company_id = company and b.contact_name <> '—'
  order by b.status = 'CONFIRMED' desc, b.created_at desc limit 1;
  return booking;
end
$$;
comment on function private.sample_booking is
  'Returns the company''s latest booking with a contact, confirmed ones first, as sample data for templates.';

create function public.read_email_templates(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  b public.bookings;
  d public.departures;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('read_email_templates', company) then return '{"status": "not_permitted"}'; end if;
  b := private.sample_booking(company);
  select * into d from public.departures where id = b.departure_id;
  return jsonb_build_object(
    'status', 'ok',
    'review_url', coalesce((
      select s.review_url from private.email_template_settings as s where s.company_id = company), ''),
    'templates', (
      select jsonb_agg(jsonb_build_object(
        'template', listed.template,
        'placeholders', private.template_placeholders(listed.template) -> 'allowed',
        'required_placeholders', private.template_placeholders(listed.template) -> 'required',
        'texts', coalesce((
          select jsonb_agg(jsonb_build_object(
            'locale', w.locale, 'subject', w.subject, 'body', w.body, 'version', w.version))
          from private.email_templates as w
          where w.company_id = read_email_templates.company and w.template = listed.template), '[]')
      ) order by listed.ordinal)
      from unnest(array[
        'booking-held',
        'booking-confirmed',
        'booking-requested',
        'booking-rejected',
        'booking-changed',
        'booking-cancelled',
        'booking-refunded',
        'booking-reminder',
        'booking-thanks']) with ordinality as listed (template, ordinal)),
    'sample', case
      when b.id is not null then
        (
          select jsonb_agg(
            private.departure_mail(d, l::text)
              || jsonb_build_object(
                'locale', l,
                'name', b.contact_name,
                'reference', b.reference,
                'guests', cardinality(private.active_guests(b.id)),
                'amount', b.total_amount,
                'currency', b.currency))
          from unnest(enum_range(null::public.locale)) as l)
    end);
end
$$;
comment on function public.read_email_templates is
  'Returns a company''s email templates with their placeholders and own texts, and sample data per locale from one of '
  'its bookings (null without one). Refusals: not_permitted, signed_out.';

create function public.save_email_template(
  company uuid,
  template text,
  locale public.locale,
  version integer,
  subject text,
  body text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before private.email_templates;
  problem jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('save_email_template', company) then return '{"status": "not_permitted"}'; end if;
  perform from public.companies as c where c.id = company for no key update;
  select * into before from private.email_templates as w
  where w.company_id = company and w.template = save_email_template.template and w.locale = save_email_template.locale;
  if save_email_template.version is distinct from coalesce(before.version, 0) then
    return jsonb_build_object(
      'status', 'stale',
      'version', coalesce(before.version, 0),
      'subject', coalesce(before.subject, ''),
      'body', coalesce(before.body, ''));
  end if;
  if private.trim_text(coalesce(save_email_template.subject, '')) = ''
    and private.trim_text(coalesce(save_email_template.body, '')) = ''
  then
    delete from private.email_templates as w
    where w.company_id = company and w.template = save_email_template.template
      and w.locale = save_email_template.locale;
  else
    problem := private.template_problem(
      save_email_template.template,
      private.trim_text(save_email_template.subject),
      private.trim_text(save_email_template.body));
    if problem is not null or save_email_template.locale is null then
      return coalesce(problem, '{"status": "invalid"}');
    end if;
    insert into private.email_templates as w (company_id, template, locale, subject, body)
    values (
      company,
      save_email_template.template,
      save_email_template.locale,
      private.trim_text(save_email_template.subject),
      private.trim_text(save_email_template.body))
    on conflict on constraint email_templates_pkey do update
    set subject = excluded.subject, body = excluded.body, version = w.version + 1;
  end if;
  perform private.log_change(
    company,
    'save_email_template',
    jsonb_build_object(
      'template', save_email_template.template,
      'locale', save_email_template.locale,
      'subject', before.subject,
      'body', before.body),
    jsonb_build_object(
      'template', save_email_template.template,
      'locale', save_email_template.locale,
      'subject', private.trim_text(save_email_template.subject),
      'body', private.trim_text(save_email_template.body)));
  return public.read_email_templates(company);
end
$$;
comment on function public.save_email_template is
  'Saves a company''s template in one locale; empty texts restore the default. Returns as read_email_templates, or '
  'stale with the stored text, unknown_placeholder or missing_placeholder with its name, invalid, not_permitted, '
  'signed_out.';

create function public.save_review_link(company uuid, url text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address constant text := nullif(private.trim_text(url), '');
  before text;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('save_review_link', company) then return '{"status": "not_permitted"}'; end if;
  if address is not null and (address !~ '^https://[^\s"<>]+$' or length(address) > 500) then
    return '{"status": "invalid"}';
  end if;
  select s.review_url into before from private.email_template_settings as s where s.company_id = company;
  insert into private.email_template_settings as s (company_id, review_url) values (company, address)
  on conflict (company_id) do update set review_url = excluded.review_url;
  perform private.log_change(
    company, 'save_review_link', jsonb_build_object('url', before), jsonb_build_object('url', address));
  return public.read_email_templates(company);
end
$$;
comment on function public.save_review_link is
  'Saves the review link of thank-you mails; empty removes it. Returns as read_email_templates, or invalid.';

grant execute on function
  public.read_email_templates(uuid),
  public.save_email_template(uuid, text, public.locale, integer, text, text),
  public.save_review_link(uuid, text)
to authenticated;
