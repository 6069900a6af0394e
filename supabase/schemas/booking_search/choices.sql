-- Search of bookings: the values that filters offer. ADR 035

create function public.read_booking_choices(company uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: as find_bookings.
declare
  access record;
begin
  access := private.resolve_booking_reader(company, 'read_booking_choices');
  if access.refusal is not null then return access.refusal; end if;
  if (access.reader).own_departures is not null then return '{"status": "not_permitted"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', t.id,
        'title', private.localised(t.id, 'title'),
        'has_future_departure', exists (
          select from public.departures as d where d.tour_id = t.id and d.status = 'scheduled' and d.starts_at > now())
      ))
      from public.tours as t
      where t.company_id = company
        and (
          t.status <> 'draft'
            or exists (select from private.booking_list as l where l.company_id = company and l.tour_id = t.id))
    ), '[]'),
    'guides', coalesce((
      select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.display_name))
      from public.users as u
      where u.display_name is not null
        and u.id in (
          select g.user_id from public.departure_guides as g
          join public.departures as d on d.id = g.departure_id
          where d.company_id = company and g.status <> 'declined')), '[]'),
    'languages', coalesce((
      select jsonb_agg(distinct d.language) from public.departures as d where d.company_id = company), '[]'),
    -- One step per distinct value (loose index scan): nearly all bookings have the same currency.
    'currencies', (
      with recursive distinct_values as (
        select min(l.currency) as currency from private.booking_list as l
        where l.company_id = read_booking_choices.company
        union all
        select (
          select min(l.currency) from private.booking_list as l
          where l.company_id = read_booking_choices.company and l.currency > distinct_values.currency)
        from distinct_values
        where distinct_values.currency is not null)
      select coalesce(jsonb_agg(distinct_values.currency), '[]')
      from distinct_values
      where distinct_values.currency is not null),
    'countries', (
      with recursive distinct_values as (
        select min(b.country) as country from public.bookings as b
        where b.company_id = read_booking_choices.company and b.country is not null and (access.reader).shows_guests
        union all
        select (
          select min(b.country) from public.bookings as b
          where b.company_id = read_booking_choices.company and b.country > distinct_values.country)
        from distinct_values
        where distinct_values.country is not null)
      select coalesce(jsonb_agg(distinct_values.country), '[]')
      from distinct_values
      where distinct_values.country is not null),
    -- At most 200, as nobody looks through more.
    'referrals', (
      with recursive distinct_values as (
        select min(b.referral) as referral from public.bookings as b
        where b.company_id = read_booking_choices.company and b.referral is not null and (access.reader).shows_guests
        union all
        select (
          select min(b.referral) from public.bookings as b
          where b.company_id = read_booking_choices.company and b.referral > distinct_values.referral)
        from distinct_values
        where distinct_values.referral is not null)
      select coalesce(jsonb_agg(few.referral), '[]')
      from (
        select distinct_values.referral from distinct_values where distinct_values.referral is not null limit 200
      ) as few),
    -- Former partners, too, as they have sent guests before.
    'partners', coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'may_sell', private.is_partner(o.id, company)))
      from public.organisation_companies as agreement
      join public.organisations as o on o.id = agreement.organisation_id
      where agreement.company_id = company and agreement.status <> 'invited'), '[]'),
    'tags', coalesce((
      select jsonb_agg(distinct tag)
      from (
        select l.tags from private.booking_list as l
        where l.company_id = company and l.tags <> '{}' order by l.starts_at desc limit 20000) as tagged
      cross join unnest(tagged.tags) as tag), '[]'),
    -- Not a filter option, but shown on the same screen.
    'differences', (
      select count(*) from private.payment_differences as d
      where d.company_id = read_booking_choices.company and d.settled_at is null));
end
$$;
comment on function public.read_booking_choices is
  'Returns the options of booking filters: tours ("has_future_departure"), guides, languages of departures, '
  'currencies, countries, referrals, partners ("may_sell": still a partner), tags; and "differences", the number of '
  'unsettled payment differences. Returns {"status": "ok" | "not_permitted" | "signed_out"}.';
grant execute on function public.read_booking_choices(uuid) to authenticated;
