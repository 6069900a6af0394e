-- Allotments: seats that a company reserves for a partner. How many are left is calculated with the free seats of a
-- departure. ADR 073

create function private.agreement_allotments(agreement uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'tour', a.tour_id, 'seats', a.seats, 'release_hours', a.release_hours) order by a.tour_id), '[]')
    from private.allotments as a
    where a.agreement_id = agreement);
end
$$;
comment on function private.agreement_allotments is
  'Returns the allotments of an agreement: [{"tour", "seats" per departure, "release_hours" before its start}], '
  'ordered by tour id.';

create function private.are_valid_allotments(input jsonb, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(input) is distinct from 'array' or jsonb_array_length(input) > 500 then return false; end if;
  return not exists (
    select from jsonb_array_elements(input) as allotment
    where jsonb_typeof(allotment) <> 'object'
      or allotment - array['tour', 'seats', 'release_hours'] <> '{}'
      or coalesce(allotment ->> 'seats', '') !~ '^[1-9]\d{0,3}$'
      or coalesce(allotment ->> 'release_hours', '') !~ '^(0|[1-9]\d{0,3})$'
      or not exists (select from public.tours as t where t.id::text = allotment ->> 'tour' and t.company_id = company))
    and not exists (
      select from jsonb_array_elements(input) as allotment
      where (allotment ->> 'seats')::integer > 1000 or (allotment ->> 'release_hours')::integer > 8760)
    and (select count(distinct allotment ->> 'tour') = count(*) from jsonb_array_elements(input) as allotment);
end
$$;
comment on function private.are_valid_allotments is
  'Returns whether allotments are valid: each of the company''s tours at most once, 1 to 1000 seats per departure, '
  'released at most a year before the start.';

create function public.set_allotments(agreement uuid, allotments jsonb, expected jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  agreement_row public.organisation_companies;
  before jsonb;
  after jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into agreement_row from public.organisation_companies where id = agreement for update;
  -- Partners who act for the company must not give themselves seats.
  if agreement_row.id is null or not private.may('set_allotments', agreement_row.company_id) then
    return '{"status": "not_permitted"}';
  end if;
  if not private.are_valid_allotments(set_allotments.allotments, agreement_row.company_id) then
    return '{"status": "invalid"}';
  end if;
  if agreement_row.status <> 'active' then return '{"status": "ended"}'; end if;
  before := private.agreement_allotments(agreement_row.id);
  select coalesce(jsonb_agg(jsonb_build_object(
    'tour', allotment -> 'tour',
    'seats', (allotment ->> 'seats')::integer,
    'release_hours', (allotment ->> 'release_hours')::integer) order by (allotment ->> 'tour')::uuid), '[]') into after
  from jsonb_array_elements(set_allotments.allotments) as allotment;
  if after = before then return '{"status": "ok"}'; end if;
  -- Optimistic concurrency: the allotments must be those the caller has read.
  if before is distinct from expected then return jsonb_build_object('status', 'stale', 'allotments', before); end if;
  -- Unchanged rows are not written, as each write triggers availability webhooks of resellers.
  delete from private.allotments as a
  where a.agreement_id = agreement_row.id
    and a.tour_id not in (select (allotment ->> 'tour')::uuid from jsonb_array_elements(after) as allotment);
  insert into private.allotments as a (tour_id, agreement_id, seats, release_hours)
  select (allotment ->> 'tour')::uuid, agreement_row.id, (allotment ->> 'seats')::integer,
    (allotment ->> 'release_hours')::integer
  from jsonb_array_elements(after) as allotment
  on conflict (tour_id, agreement_id) do update
  set seats = excluded.seats, release_hours = excluded.release_hours
  where (a.seats, a.release_hours) is distinct from (excluded.seats, excluded.release_hours);
  perform private.log_team_change(agreement_row.company_id, agreement_row.organisation_id, 'set_allotments',
    jsonb_build_object('allotments', before), jsonb_build_object('allotments', after));
  perform private.queue_change_event(agreement_row.company_id, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.set_allotments is
  'Sets the allotments of an agreement, for the company''s owner; tours that are not named lose theirs. `expected` '
  'holds what the caller has read. Sold seats stay sold. Returns {"status": "ok" | "stale" with the current ones | '
  '"ended" | "invalid" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.set_allotments(uuid, jsonb, jsonb) to authenticated;
