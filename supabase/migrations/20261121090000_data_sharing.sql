-- Data sharing: a partner who acts for a company sees its guests' personal data only where the company lets them.
-- docs/decisions/011-what-a-partner-sees-of-guests.md

create function private.sees_guests(subject jsonb, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return
    -- In their own right, acting for nobody.
    private.can_of(subject - 'impersonated_company_id', 'CHECK_IN_ACCESS', company)
    or private.can_of(subject - 'impersonated_company_id', 'VIEW_BOOKINGS_ACCESS', company)
    or private.can_of(subject - 'impersonated_company_id', 'MANAGE_BOOKINGS_ACCESS', company)
    or exists (
      select
      from jsonb_array_elements(subject -> 'assignments') as assignment
      join public.organisation_companies as link on link.organisation_id::text = assignment #>> '{organisation,id}'
      where assignment -> 'permissions' ? 'ORGANISATION_ALL_ACCESS'
        and assignment #>> '{organisation,is_active}' is distinct from 'false'
        and link.company_id = company and link.status = 'active' and link.data_sharing);
end
$$;
comment on function private.sees_guests is
  'Whether a person who sees a company''s departures also sees who its guests are: everybody of the company, and a partner with its consent.';

create function private.guest_companies() returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  subject constant jsonb := private.subject((select auth.uid()));
begin
  return query select company from private.whole_companies() as company where private.sees_guests(subject, company);
end
$$;
comment on function private.guest_companies is 'Companies all of whose guests the person may see by name.';

revoke execute on function private.sees_guests(jsonb, uuid), private.guest_companies() from public, anon, authenticated;
grant execute on function private.guest_companies() to authenticated;

alter policy "the office reads all bookings and guides those of their departures" on public.bookings
  using (company_id in (select private.guest_companies()) or departure_id in (select private.own_departures()));
alter policy "the office reads all guests and guides those of their departures" on public.guests
  using (company_id in (select private.guest_companies()) or departure_id in (select private.own_departures()));
-- Walk-ins and notes of the roll-call name guests, too.
alter policy "the office reads all actions and guides those of their departures" on public.check_in_actions
  using (company_id in (select private.guest_companies()) or departure_id in (select private.own_departures()));

-- What is left of a guest without consent: the reference and the code, by which they can still be checked in.

create function private.masked_booking(booking jsonb) returns jsonb
language sql immutable parallel safe
return booking || jsonb_build_object('contact_name', booking -> 'reference', 'contact_email', null, 'contact_phone', null, 'note', null);
comment on function private.masked_booking is 'A booking as a pull sends it, without who it is for; the reference stands in for the name.';

create function private.masked_payload(kind text, payload jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select case kind
    when 'note' then payload || '{"text": ""}'
    when 'walk_in' then private.masked_booking(payload) - 'note' || jsonb_build_object('guests', (
      select coalesce(jsonb_agg(guest || '{"name": null}' order by place), '[]')
      from jsonb_array_elements(payload -> 'guests') with ordinality as given (guest, place)))
    else payload
  end
$$;
comment on function private.masked_payload is 'The payload of an action without names and words about people.';

alter function private.pull_rows(jsonb, integer, uuid, integer) rename to pull_whole_rows;
create function private.pull_rows(scope jsonb, section integer, after uuid, most integer)
returns table (id uuid, data jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  if section < 7 or private.sees_guests(private.subject((select auth.uid())), (scope ->> 'company')::uuid) then
    return query select r.id, r.data from private.pull_whole_rows(scope, section, after, most) as r;
  else
    return query
      select r.id, case section
        when 7 then private.masked_booking(r.data)
        when 8 then r.data || '{"name": null}'
        else r.data || jsonb_build_object('payload', private.masked_payload(r.data ->> 'kind', r.data -> 'payload'))
      end
      from private.pull_whole_rows(scope, section, after, most) as r;
  end if;
end
$$;
comment on function private.pull_rows is 'The rows of pull_whole_rows, without personal data for whom the company does not share it with.';
revoke execute on function private.pull_rows(jsonb, integer, uuid, integer), private.masked_booking(jsonb),
  private.masked_payload(text, jsonb) from public, anon, authenticated;

alter function public.check_in_look_up(uuid, uuid, jsonb) set schema private;
alter function private.check_in_look_up(uuid, uuid, jsonb) rename to look_up_whole;
revoke execute on function private.look_up_whole(uuid, uuid, jsonb) from public, anon, authenticated;
create function public.check_in_look_up(company uuid, departure uuid, code jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  answer jsonb := private.look_up_whole(company, departure, code);
begin
  if jsonb_typeof(answer -> 'match') = 'object'
    and not private.sees_guests(private.subject((select auth.uid())), company) then
    answer := jsonb_set(answer, '{match}', answer -> 'match'
      || jsonb_build_object('contact_name', answer #> '{match,reference}', 'guest_name', null));
  end if;
  return answer;
end
$$;
comment on function public.check_in_look_up is 'Finds the booking or guest behind a code within a company; docs/protocol.md.';
revoke execute on function public.check_in_look_up(uuid, uuid, jsonb) from public, anon, authenticated;
grant execute on function public.check_in_look_up(uuid, uuid, jsonb) to authenticated;

create function private.send_guests_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What is older than two days has left every device.
  update public.bookings as b set changed_xid = b.changed_xid
  from public.departures as d
  where d.id = b.departure_id and b.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.guests as g set changed_xid = g.changed_xid
  from public.departures as d
  where d.id = g.departure_id and g.company_id = new.company_id and d.local_date >= current_date - 3;
  update public.check_in_actions as a set changed_xid = a.changed_xid
  from public.departures as d
  where d.id = a.departure_id and a.company_id = new.company_id and a.kind in ('note', 'walk_in') and d.local_date >= current_date - 3;
  return null;
end
$$;
comment on function private.send_guests_again is 'Consent that is given or withdrawn reaches the partner''s devices with the next pull.';
revoke execute on function private.send_guests_again() from public, anon, authenticated;
create trigger send_guests_again after update of data_sharing on public.organisation_companies
  for each row when (old.data_sharing is distinct from new.data_sharing) execute function private.send_guests_again();

-- Money is summed up by booking, so it must be the booking's money.

create function private.check_payment_currency() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.bookings as b
    where b.id = new.booking_id and b.currency <> new.payload ->> 'currency') then
    raise check_violation using message = 'a payment in another currency than its booking''s';
  end if;
  return new;
end
$$;
comment on function private.check_payment_currency is 'Refuses a payment whose currency is not its booking''s; the push answers malformed.';
revoke execute on function private.check_payment_currency() from public, anon, authenticated;
create trigger check_payment_currency before insert on public.check_in_actions
  for each row when (new.kind = 'payment') execute function private.check_payment_currency();
