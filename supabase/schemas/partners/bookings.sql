-- Bookings for partners: one list over their companies, masked where a company does not share its guests. ADR 058

create table private.partner_bookings (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  organisation_id uuid not null references public.organisations (id)
);
comment on table private.partner_bookings is
  'Bookings that a partner''s own people made. They entered the names, so they see them whatever the company shares.';
create index partner_bookings_organisation_id_idx on private.partner_bookings (organisation_id);
alter table private.partner_bookings enable row level security, force row level security;

create function private.mark_mixed_partner_booking(before public.guests, after public.guests) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if before.booking_id = after.booking_id then return; end if;
  delete from private.partner_bookings as p
  where p.booking_id = after.booking_id
    and not exists (
      select from private.partner_bookings as other
      where other.booking_id = before.booking_id and other.organisation_id = p.organisation_id);
end
$$;
comment on function private.mark_mixed_partner_booking is
  'A booking that got a guest from someone else''s booking no longer counts as made by the partner, who then sees only '
  'what the company shares.';

create type private.partner_scope as (reader private.booking_reader, part text);
comment on type private.partner_scope is
  'A part of a company''s bookings, as a condition on private.booking_list l, with a reader that says whether the '
  'guests are shown.';

create function private.partner_scopes(
  organisation uuid, companies uuid[] default null
) returns setof private.partner_scope
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Managers may act for the company and see all there (ADR 003); agents see the bookings their organisation sent.
  seen constant text := case when private.manages_team((select auth.uid()), null, organisation) then 'true'
    else format('l.organisation_id = %L', organisation) end;
  made_by_partner constant text :=
    format(
      '(l.organisation_id = %1$L and l.booking_id in ('
        'select p.booking_id from private.partner_bookings as p where p.organisation_id = %1$L))',
      organisation);
begin
  return query
    select row(c.id, c.time_zone, parts.shows_guests, null)::private.booking_reader, parts.part
    from public.organisation_companies as agreement
    join public.companies as c on c.id = agreement.company_id
    cross join lateral (
      select true as shows_guests, case when agreement.data_sharing then seen else made_by_partner end as part
      union all
      select false, format('%s and %s is not true', seen, made_by_partner) where not agreement.data_sharing
    ) as parts
    where agreement.organisation_id = partner_scopes.organisation and agreement.status = 'active' and c.is_active
      and (partner_scopes.companies is null or c.id = any (partner_scopes.companies));
end
$$;
comment on function private.partner_scopes is
  'Returns which bookings the caller sees as a partner, per company. If the company does not share its guests, those '
  'that the partner made come with names, the others without.';

create function private.is_partners_filter(filters jsonb) returns boolean
language sql immutable parallel safe
return not exists (
  select from jsonb_path_query(filters, '$.**.field') as field
  where field #>> '{}' <> all (array[
    'status',
    'source',
    'date',
    'created',
    'due',
    'tour',
    'departure',
    'partner',
    'language',
    'reference',
    'name',
    'guest',
    'voucher',
    'email',
    'phone',
    'note']));
comment on function private.is_partners_filter is
  'Returns whether a partner may use a filter (null: none): no fields that are internal to the company.';

create function private.partner_cards(organisation uuid, ids uuid[], named uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
      -- Fields that are internal to the company: tags, guides, codes and the like.
      (
        card.card_json - array[
          'attendance',
          'has_news_consent',
          'tags',
          'referral',
          'discount',
          'reason',
          'version',
          'owed',
          'overpaid']) #- '{departure,guides}'
        -- Another partner's account is hidden from this one.
        || case
          when l.organisation_id is distinct from partner_cards.organisation then
            jsonb_build_object('paid', l.paid + l.on_account, 'on_account', 0)
          else '{}'
        end
        || jsonb_build_object(
          'is_masked', l.booking_id <> all (named),
          'company', jsonb_build_object('id', c.id, 'name', c.name, 'time_zone', c.time_zone)
        ) order by array_position(ids, l.booking_id)), '[]')
    from (
      select jsonb_array_elements(
        private.booking_cards(array(select id from unnest(ids) as id where id = any (named)), true)
          || private.booking_cards(array(select id from unnest(ids) as id where id <> all (named)), false)) as card_json
    ) as card
    join private.booking_list as l on l.booking_id = (card.card_json ->> 'id')::uuid
    join public.companies as c on c.id = l.company_id);
end
$$;
comment on function private.partner_cards is
  'Returns rows of a partner''s list in the given order; those not in `named` without names. PartnerBooking in '
  'src/data/partner-bookings.ts.';

create function public.find_partner_bookings(
  organisation uuid,
  companies uuid[] default null,
  search text default null,
  filters jsonb default null,
  sort text default 'upcoming',
  after jsonb default null,
  page_size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer: the list is readable only through these conditions.
declare
  me constant uuid := (select auth.uid());
  scope private.partner_scope;
  ordering private.booking_order;
  condition text;
  after_condition text;
  queries text[];
  sort_columns text;
  -- "upcoming" is read in two parts: from today on, then the past.
  order_parts constant integer := cardinality(private.booking_orders(
    sort, row(null, 'UTC', false, null)::private.booking_reader));
  first_order_part constant integer := private.parse_order_part(after);
  found_id uuid;
  shows_guests boolean;
  found_key jsonb;
  ids uuid[] := '{}';
  named uuid[] := '{}';
  keys jsonb[] := '{}';
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  if not private.is_partners_filter(filters)
    or order_parts is null
    or page_size not between 1 and 1000
    or page_size is null
    or first_order_part not between 1 and order_parts
  then
    return '{"status": "invalid"}';
  end if;
  for order_part in first_order_part .. order_parts loop
    queries := '{}';
    for scope in select * from private.partner_scopes(organisation, companies) loop
      ordering := (private.booking_orders(sort, scope.reader))[order_part];
      condition := private.bookings_where(scope.reader, search, filters);
      after_condition := private.keyset_condition(
        ordering, case when order_part = first_order_part then after -> 'values' end);
      if condition is null or after_condition is null then return '{"status": "invalid"}'; end if;
      -- One index scan per company, merged and limited.
      queries :=
        queries || format(
          '(select l.booking_id as id, %L::boolean as named, %s from %s
            where %s and %s and %s and %s order by %s limit %s)',
          (scope.reader).shows_guests,
          (
            select string_agg(ordering.expressions[at] || ' as k' || at, ', ' order by at)
            from generate_subscripts(ordering.expressions, 1) as at),
          private.bookings_from(condition),
          condition,
          scope.part,
          coalesce(ordering.bound, 'true'),
          after_condition,
          (
            select string_agg(
              ordering.expressions[at] || case when ordering.descending[at] then ' desc' else '' end, ', ' order by at)
            from generate_subscripts(ordering.expressions, 1) as at),
          page_size + 1 - cardinality(ids));
    end loop;
    exit when queries = '{}';
    sort_columns := (
      select string_agg('k' || at, ', ' order by at) from generate_subscripts(ordering.expressions, 1) as at);
    for found_id, shows_guests, found_key in execute format(
      'select id, named, jsonb_build_object(''part'', %s, ''values'', jsonb_build_array(%s)) as key
      from (%s) as each order by %s limit %s',
      order_part,
      sort_columns,
      array_to_string(queries, ' union all '),
      (
        select string_agg('k' || at || case when ordering.descending[at] then ' desc' else '' end, ', ' order by at)
        from generate_subscripts(ordering.expressions, 1) as at),
      page_size + 1 - cardinality(ids))
    loop
      ids := ids || found_id;
      keys := keys || found_key;
      if shows_guests then named := named || found_id; end if;
    end loop;
    exit when cardinality(ids) > page_size;
  end loop;
  return jsonb_build_object(
    'status', 'ok',
    'bookings', private.partner_cards(organisation, ids[:page_size], named),
    'tours', coalesce((
      select jsonb_agg(jsonb_build_object('id', shown.tour_id, 'title', private.localised(shown.tour_id, 'title')))
      from (
        select distinct l.tour_id from private.booking_list as l where l.booking_id = any (ids[:page_size])) as shown
    ), '[]'),
    'next', case when cardinality(ids) > page_size then keys[page_size] end);
end
$$;
comment on function public.find_partner_bookings is
  'Returns a page of the bookings that the caller sees as a partner: all for managers, those sent by the partner for '
  'agents. Names are masked unless the company shares them or the partner made the booking. Otherwise as '
  'find_bookings. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.read_partner_booking_totals(
  organisation uuid, companies uuid[] default null, search text default null, filters jsonb default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer as in find_partner_bookings.
declare
  me constant uuid := (select auth.uid());
  scope private.partner_scope;
  condition text;
  queries text[] := '{}';
  sums jsonb := '[]';
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  if not private.is_partners_filter(filters) then return '{"status": "invalid"}'; end if;
  for scope in select * from private.partner_scopes(organisation, companies) loop
    condition := private.bookings_where(scope.reader, search, filters);
    if condition is null then return '{"status": "invalid"}'; end if;
    queries :=
      queries || format(
        '(select l.company_id, l.currency, l.guests, l.total,
            case when l.status = ''ON_HOLD'' and l.expires_at <= now() then 0 else l.due end as due
          from %s where %s and %s)',
        private.bookings_from(condition),
        condition,
        scope.part);
  end loop;
  if queries <> '{}' then
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(totals) order by totals.name, totals.company, totals.currency), ''[]'') from (
         select c.id as company, c.name, found.currency, count(*) as count, sum(found.guests) as guests,
           sum(found.total) as total, sum(found.due) as due
         from (%s) as found
         join public.companies as c on c.id = found.company_id
         group by c.id, c.name, found.currency) as totals',
      array_to_string(queries, ' union all ')) into sums;
  end if;
  return jsonb_build_object('status', 'ok', 'sums', sums);
end
$$;
comment on function public.read_partner_booking_totals is
  'Returns totals of the bookings that find_partner_bookings would list: count, guests and money by company and '
  'currency, in minor units. Returns {"status": "ok" | "invalid" | "not_permitted" | "signed_out"}.';

create function public.read_partner_booking(organisation uuid, booking uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
-- Security definer as in find_partner_bookings.
declare
  me constant uuid := (select auth.uid());
  listed private.booking_list;
  scope private.partner_scope;
  is_seen boolean := false;
  roll_call jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  if not private.works_for(me, organisation) then return '{"status": "not_permitted"}'; end if;
  select * into listed from private.booking_list as l where l.booking_id = read_partner_booking.booking;
  for scope in select * from private.partner_scopes(organisation, array[listed.company_id]) loop
    execute format(
      'select exists (select from private.booking_list as l where l.booking_id = %L and %s)',
      listed.booking_id,
      scope.part) into is_seen;
    exit when is_seen;
  end loop;
  -- The same refusal as for an unknown booking.
  if not is_seen then return '{"status": "not_found"}'; end if;
  roll_call := private.departure_roll_call(listed.departure_id);
  return jsonb_build_object(
    'status', 'ok',
    'booking', private.partner_cards(
      organisation,
      array[listed.booking_id],
      case when (scope.reader).shows_guests then array[listed.booking_id] else '{}' end) -> 0,
    'title', private.localised(listed.tour_id, 'title'),
    'phone', (select c.contact_phone from public.companies as c where c.id = listed.company_id),
    'email', (select c.contact_email from public.companies as c where c.id = listed.company_id),
    'guests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', g.id,
        'type', g.category_type,
        'name', case when (scope.reader).shows_guests then g.name end,
        'is_cancelled', g.is_cancelled,
        'check_in', roll_call #>> array['guests', g.id::text, 'status']) order by g.is_cancelled, g.created_at, g.id)
      from public.guests as g
      where g.booking_id = listed.booking_id), '[]'));
end
$$;
comment on function public.read_partner_booking is
  'Returns one booking of find_partner_bookings with its guests, their check-ins and the company''s contact. Returns '
  '{"status": "ok" | "not_found" | "not_permitted" | "signed_out"}.';

create function private.accepts_partner_bookings(company public.companies, organisation uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (company).is_active and (company).has_active_subscription and (company).closes_at is null
    and private.is_partner(organisation, (company).id);
end
$$;
comment on function private.accepts_partner_bookings is
  'Returns whether a company currently takes bookings from a partner.';

grant execute on function
  public.find_partner_bookings(uuid, uuid[], text, jsonb, text, jsonb, integer),
  public.read_partner_booking_totals(uuid, uuid[], text, jsonb),
  public.read_partner_booking(uuid, uuid)
to authenticated;
