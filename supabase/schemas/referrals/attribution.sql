-- Attribution of bookings to clicks on partner links. ADR 058

create function private.earns_commission_on_booking(person uuid, booking uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  company constant uuid := (select b.company_id from public.bookings as b where b.id = booking);
begin
  return exists (
    select from public.roles_users as role_row
    where role_row.user_id = person and role_row.organisation in (
      select b.organisation_id from public.bookings as b where b.id = booking
      union all
      -- Guests merged into the booking may have come from another partner.
      select r.organisation_id from private.referrals as r
      where r.booking_id = booking or r.booking_id in (
        select brought.booking_id
        from public.guests as g
        join private.referred_guests as brought on brought.guest_id = g.id
        where g.booking_id = earns_commission_on_booking.booking)))
    -- An owner of the company pays the commission and may decide about it.
    and not private.subject_can(private.subject(person), 'COMPANY_ALL_ACCESS', company);
end
$$;
comment on function private.earns_commission_on_booking is
  'Returns whether a person''s organisation earns from a booking. They may '
  'then not decide its commission, unless they own the company that pays it.';

create function private.earns_commission_on_departures(person uuid, departures uuid[]) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.roles_users as role_row where role_row.user_id = person and role_row.organisation is not null
  )
  then
    return false;
  end if;
  return exists (
    select from public.bookings as b
    where b.departure_id = any (departures) and private.earns_commission_on_booking(person, b.id));
end
$$;
comment on function private.earns_commission_on_departures is
  'Returns whether a person''s organisation earns from any booking on the departures.';

create function public.guest_record_click(code text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  days integer;
begin
  if refused is not null then return refused; end if;
  with followed as (
    select link.id, (now() at time zone c.time_zone)::date as today, (agreed.terms ->> 'window_days')::integer as days
    from private.referral_links as link join public.companies as c on c.id = link.company_id
    join public.organisation_companies as agreed
      on agreed.company_id = link.company_id and agreed.organisation_id = link.organisation_id
    where link.code = upper(guest_record_click.code) and link.ended_at is null
      and private.is_partner(link.organisation_id, link.company_id)),
  counted as (
    insert into private.link_clicks as counted (link_id, day, clicks)
    select id, today, 1
    from followed
    on conflict (link_id, day) do update
    set clicks = counted.clicks + 1)
  select followed.days into days
  from followed;
  return jsonb_build_object('status', 'ok', 'days', coalesce(days, 0));
end
$$;
comment on function public.guest_record_click is
  'Counts a click on a partner link, without data about the visitor. Returns for how many days the guest''s browser '
  'should remember it by the agreement; 0: not at all, also for unknown links.';

create function private.referring_partner(
  company uuid,
  page uuid,
  ref text,
  clicks jsonb,
  out organisation uuid,
  out code text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  today constant date := (
    now() at time zone (select c.time_zone from public.companies as c where c.id = company))::date;
  click record;
  -- A click whose agreement counts the first click wins; otherwise a later click replaces it.
  has_winner boolean := false;
begin
  -- Most guests come without a partner.
  if page is null and ref is null and coalesce(clicks in ('null', '[]'), true) then return; end if;
  for click in with references_given as (
    select item ->> 'ref' as ref, (item ->> 'day')::date as day, ordinal, false as is_now
    from jsonb_array_elements(
      case when jsonb_typeof(clicks) = 'array' and jsonb_array_length(clicks) <= 20 then clicks else '[]' end
    ) with ordinality as t (item, ordinal)
    where item ->> 'day' ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(item ->> 'day', 'date')
    union all
    select referring_partner.ref, today, 1000, true)
    select agreed.organisation_id, link.code, agreed.terms from references_given
    left join private.referral_links as link
      on link.company_id = referring_partner.company and link.code = upper(references_given.ref)
        and link.ended_at is null
        -- On a partner's page, links of other partners do not count.
        and (not references_given.is_now or page is null or link.organisation_id = page)
    join public.organisation_companies as agreed
      on agreed.company_id = referring_partner.company
        and agreed.organisation_id = coalesce(link.organisation_id, case when references_given.is_now then page end)
    where private.is_partner(agreed.organisation_id, referring_partner.company)
      -- The page itself does not count if the guest came by a removed link of the same partner.
      and not (
        references_given.is_now
          and exists (
            select from private.referral_links as r
            where r.code = upper(references_given.ref) and r.organisation_id = page and r.ended_at is not null))
      and (
        references_given.is_now
          or (
            references_given.day between today - (
              agreed.terms ->> 'window_days')::integer and today + 1 and agreed.terms -> 'window_days' <> '0'))
    order by references_given.day, references_given.ordinal
  loop
    if not has_winner then
      organisation := click.organisation_id;
      code := click.code;
      has_winner := click.terms ->> 'click' = 'first';
    end if;
  end loop;
end
$$;
comment on function private.referring_partner is
  'Returns the partner that a guest is attributed to, by the agreements: from the clicks that the guest''s browser '
  'remembers ([{"ref", "day"}], oldest first) and the page of the booking. `code` is the link''s, or null for the '
  'partner''s page.';

create function private.guest_price_shares(booking uuid) returns table (guest_id uuid, brought_by uuid, worth numeric)
language sql stable security definer set search_path = ''
as $$
  select g.id, coalesce(brought.booking_id, g.booking_id),
    -- If nothing has a price, guests count equally.
    case when sum(guest_price.worth) over () = 0 then 1 else guest_price.worth end
  from public.guests as g
  left join private.referred_guests as brought on brought.guest_id = g.id
  left join public.price_categories as category on category.id = g.price_category_id
  cross join lateral (select coalesce(brought.price, g.amount, category.amount, 0) as worth) as guest_price
  where g.booking_id = guest_price_shares.booking and not g.is_cancelled
$$;
comment on function private.guest_price_shares is
  'Returns for each active guest of a booking the original booking and the weight of their share of the price.';

create function private.booking_fragments(
  booking uuid
) returns table (booking_id uuid, departure_id uuid, price numeric, guests uuid[])
language sql stable security definer set search_path = ''
as $$
  select b.id, b.departure_id,
    b.total_amount * sum(each.worth) filter (where each.brought_by = booking_fragments.booking) / sum(each.worth),
    array_agg(each.guest_id order by each.guest_id) filter (where each.brought_by = booking_fragments.booking)
  from (
    select booking_fragments.booking as id
    union
    select g.booking_id
    from private.referred_guests as brought join public.guests as g on g.id = brought.guest_id
    where brought.booking_id = booking_fragments.booking) as fragment
  join public.bookings as b on b.id = fragment.id
  cross join lateral private.guest_price_shares(b.id) as each
  group by b.id, b.departure_id, b.total_amount
  having bool_or(each.brought_by = booking_fragments.booking)$$;
comment on function private.booking_fragments is
  'Returns where the guests of an original booking are now (in it, or in bookings it was merged into or split to), '
  'with their share of the price.';

create function private.store_guest_price_shares(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.referred_guests (guest_id, booking_id, price)
  select each.guest_id, each.brought_by, b.total_amount * each.worth / sum(each.worth) over ()
  from public.bookings as b cross join lateral private.guest_price_shares(b.id) as each
  where b.id = store_guest_price_shares.booking
  on conflict (guest_id) do update set price = excluded.price;
end
$$;
comment on function private.store_guest_price_shares is
  'Stores before a merge which guests a booking brought and their share of its price.';

create function private.merged_bookings(booking uuid) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select brought.booking_id from public.guests as g
    join private.referred_guests as brought on brought.guest_id = g.id
    where g.booking_id = merged_bookings.booking;
end
$$;
comment on function private.merged_bookings is 'Returns the bookings that were merged into a booking.';

create function private.copy_referral(former uuid, booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.referrals (booking_id, organisation_id, company_id, link_id, rate, currency)
  select copy_referral.booking, r.organisation_id, r.company_id, r.link_id, r.rate, r.currency
  from private.referrals as r join public.bookings as b on b.id = r.booking_id and b.organisation_id = r.organisation_id
  where r.booking_id = former
  on conflict on constraint referrals_once do update set link_id = excluded.link_id, rate = excluded.rate;
  -- Guests that the former booking brought, and that moved to the split-off one, now count as brought by that one.
  update private.referred_guests as brought
  set booking_id = copy_referral.booking
  from public.guests as g
  where g.id = brought.guest_id and g.booking_id = copy_referral.booking and brought.booking_id = former;
end
$$;
comment on function private.copy_referral is
  'Copies the referral of a booking, with its rate and link, to a booking that was split off.';

create function private.works_for(person uuid, organisation uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.organisations as o where o.id = works_for.organisation)
    and exists (
      select from jsonb_array_elements(private.subject(person) -> 'assignments') as assignment
      -- The specification spells TRUSTED_PARNER_ACCESS so.
      where (assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS'
          or assignment -> 'permissions' ? 'TRUSTED_PARNER_ACCESS')
        and assignment #>> '{company,id}' is null
        and assignment #>> '{organisation,is_active}' is distinct from 'false'
        and coalesce(assignment #>> '{organisation,id}', works_for.organisation::text)
          = works_for.organisation::text)$$;
comment on function private.works_for is 'Returns whether a person is an admin or agent of a partner organisation.';

grant execute on function public.guest_record_click(text) to anon, authenticated;
