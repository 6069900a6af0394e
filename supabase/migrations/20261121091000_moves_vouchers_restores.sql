-- Bookings that move more than once between two pulls, partners' numbers that look like ours, a tour that a departure is given,
-- and a restore into a younger cluster.

-- Moves: all departures that a booking has left. A device that slept through two moves holds the first.

drop index public.bookings_moved_from_idx;
drop index public.guests_moved_from_idx;
alter table public.bookings drop constraint bookings_moved_from_fkey;
alter table public.guests drop constraint guests_moved_from_fkey;
alter table public.bookings alter column moved_from type uuid[] using case when moved_from is null then '{}' else array[moved_from] end;
alter table public.bookings alter column moved_from set default '{}', alter column moved_from set not null;
alter table public.guests alter column moved_from type uuid[] using case when moved_from is null then '{}' else array[moved_from] end;
alter table public.guests alter column moved_from set default '{}', alter column moved_from set not null;
comment on column public.bookings.moved_from is 'The departures it was on before, so that devices holding one of them learn that it left.';
create index bookings_moved_from_idx on public.bookings using gin (moved_from) where moved_from <> '{}';
create index guests_moved_from_idx on public.guests using gin (moved_from) where moved_from <> '{}';

create or replace function private.remember_departure() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.moved_from := array_append(array_remove(old.moved_from, old.departure_id), old.departure_id);
  return new;
end
$$;

create function private.pull_bookings(of_departures jsonb, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  since constant xid8 := (of_departures ->> 'since')::xid8;
  fresh constant uuid[] := array(select value::uuid from jsonb_array_elements_text(of_departures -> 'fresh'));
  known constant uuid[] := array(select value::uuid from jsonb_array_elements_text(of_departures -> 'known'));
begin
  return query
    select b.id, jsonb_build_object('id', b.id, 'company_id', b.company_id, 'departure_id', b.departure_id,
      'reference', b.reference, 'status', b.status, 'source', b.source, 'contact_name', b.contact_name,
      'contact_email', b.contact_email, 'contact_phone', b.contact_phone, 'locale', b.locale, 'note', b.note,
      'organisation_name', (select o.name from public.organisations as o where o.id = b.organisation_id),
      'external_reference', b.external_reference, 'link_hash', b.access_token_hash,
      'total_amount', b.total_amount, 'paid_amount', b.paid_amount, 'currency', b.currency,
      'expires_at', private.iso(b.expires_at))
      -- Of what left for somebody else's departure only that it left.
      || case when b.departure_id = any (fresh || known) then '{}'
        else '{"contact_name": "", "contact_email": null, "contact_phone": null, "note": null, "organisation_name": null, "external_reference": null, "link_hash": null}'
      end::jsonb
    from public.bookings as b
    where b.id > after and (
      b.departure_id = any (fresh)
      or (b.departure_id = any (known) and b.changed_xid >= since)
      or (b.moved_from <> '{}' and b.moved_from && known and b.changed_xid >= since))
    order by b.id limit most;
end
$$;
comment on function private.pull_bookings is 'Section 7 of a pull; of_departures is its scope.';

create function private.pull_guests(of_departures jsonb, after uuid, most integer) returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  since constant xid8 := (of_departures ->> 'since')::xid8;
  fresh constant uuid[] := array(select value::uuid from jsonb_array_elements_text(of_departures -> 'fresh'));
  known constant uuid[] := array(select value::uuid from jsonb_array_elements_text(of_departures -> 'known'));
begin
  return query
    select g.id, jsonb_build_object('id', g.id, 'company_id', g.company_id, 'departure_id', g.departure_id,
      'booking_id', g.booking_id, 'price_category_id', g.price_category_id, 'category_type', g.category_type,
      'name', g.name, 'ticket_code', g.ticket_code,
      'cancelled', g.is_cancelled or private.is_given_up(b.status))
      || case when g.departure_id = any (fresh || known) then '{}'
        else '{"name": null, "ticket_code": ""}'
      end::jsonb
    from public.guests as g join public.bookings as b on b.id = g.booking_id
    where g.id > after and (
      g.departure_id = any (fresh)
      or (g.departure_id = any (known) and g.changed_xid >= since)
      or (g.moved_from <> '{}' and g.moved_from && known and g.changed_xid >= since))
    order by g.id limit most;
end
$$;
comment on function private.pull_guests is 'Section 8 of a pull; of_departures is its scope.';

comment on function private.pull_whole_rows is 'Sections 1 to 6 and 9 of a pull; 7 and 8 are pull_bookings and pull_guests.';
create or replace function private.pull_rows(scope jsonb, section integer, after uuid, most integer)
returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_masked constant boolean := section >= 7
    and not private.sees_guests(private.subject((select auth.uid())), (scope ->> 'company')::uuid);
begin
  case section
    when 7 then return query
      select r.id, case when is_masked then private.masked_booking(r.data) else r.data end
      from private.pull_bookings(scope, after, most) as r;
    when 8 then return query
      select r.id, case when is_masked then r.data || '{"name": null}' else r.data end
      from private.pull_guests(scope, after, most) as r;
    else return query
      select r.id, case when not is_masked then r.data
        else r.data || jsonb_build_object('payload', private.masked_payload(r.data ->> 'kind', r.data -> 'payload')) end
      from private.pull_whole_rows(scope, section, after, most) as r;
  end case;
end
$$;
comment on function private.pull_rows is 'The rows of one section of a pull, without personal data for whom the company does not share it with.';
revoke execute on function private.pull_bookings(jsonb, uuid, integer), private.pull_guests(jsonb, uuid, integer)
  from public, anon, authenticated;

-- Vouchers: a partner's number may have the shape of a code of ours, and is read aloud in any case.

drop index public.bookings_external_reference_idx;
create index bookings_external_reference_idx on public.bookings (company_id, lower(external_reference))
  where external_reference is not null;

create or replace function public.check_in_look_up(company uuid, departure uuid, code jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb := private.look_up_whole(company, departure, code);
  written text;
begin
  if answer ->> 'status' = 'ok' and jsonb_typeof(answer -> 'match') = 'null' and code ->> 'kind' <> 'link' then
    select b.external_reference into written
    from public.bookings as b join public.departures as d on d.id = b.departure_id
    where b.company_id = company and lower(b.external_reference) = lower(btrim(code ->> 'value'))
    -- As in look_up_whole: what is on this list first, then what is nearest.
    order by b.departure_id = departure desc nulls last, abs(extract(epoch from d.starts_at - now()))
    limit 1;
    if written is not null then
      answer := private.look_up_whole(company, departure, jsonb_build_object('kind', 'voucher', 'value', written));
    end if;
  end if;
  if jsonb_typeof(answer -> 'match') = 'object'
    and not private.sees_guests(private.subject((select auth.uid())), company) then
    answer := jsonb_set(answer, '{match}', answer -> 'match'
      || jsonb_build_object('contact_name', answer #> '{match,reference}', 'guest_name', null));
  end if;
  return answer;
end
$$;

-- A departure that is given to another tour.

create function private.touch_new_tour() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tours set changed_xid = changed_xid where id = new.tour_id;
  update public.price_categories set changed_xid = changed_xid where tour_id = new.tour_id;
  return null;
end
$$;
comment on function private.touch_new_tour is 'Brings the tour that a departure is given to devices which do not have it.';
revoke execute on function private.touch_new_tour() from public, anon, authenticated;
create trigger touch_new_tour after update of tour_id on public.departures
  for each row when (old.tour_id is distinct from new.tour_id) execute function private.touch_new_tour();

-- Restores.

create or replace function private.new_sync_epoch() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  name text;
  made uuid;
begin
  -- A dump carries stamps of the cluster that it came from; what is ahead of this one would count as changed in every pull.
  foreach name in array array['companies', 'company_members', 'users', 'tours', 'price_categories', 'departures', 'bookings',
    'guests', 'devices', 'check_in_actions'] loop
    execute format('update public.%I set changed_xid = pg_current_xact_id() where changed_xid > pg_current_xact_id()', name);
  end loop;
  update private.sync_epoch set epoch = gen_random_uuid() returning epoch into made;
  return made;
end
$$;
