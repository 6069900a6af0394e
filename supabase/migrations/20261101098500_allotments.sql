-- Allotments: seats that a company reserves for a partner. How many are left is calculated with the free seats of a
-- departure. ADR 073

create function private.agreement_allotments(agreement uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('tour', kept.tour_id, 'seats', kept.seats, 'release_hours', kept.release_hours) order by kept.tour_id), '[]')
    from private.allotments as kept where kept.agreement_id = agreement);
end
$$;
comment on function private.agreement_allotments is
  'Returns the allotments of an agreement: [{"tour", "seats" per departure, "release_hours" before its start}], '
  'ordered by tour id.';

create function private.are_allotments(input jsonb, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(input) is distinct from 'array' or jsonb_array_length(input) > 500 then return false; end if;
  return not exists (
      select from jsonb_array_elements(input) as one
      where jsonb_typeof(one) <> 'object' or one - array['tour', 'seats', 'release_hours'] <> '{}'
        or coalesce(one ->> 'seats', '') !~ '^[1-9]\d{0,3}$' or coalesce(one ->> 'release_hours', '') !~ '^(0|[1-9]\d{0,3})$'
        or not exists (select from public.tours as t where t.id::text = one ->> 'tour' and t.company_id = company))
    and not exists (
      select from jsonb_array_elements(input) as one
      where (one ->> 'seats')::integer > 1000 or (one ->> 'release_hours')::integer > 8760)
    and (select count(distinct one ->> 'tour') = count(*) from jsonb_array_elements(input) as one);
end
$$;
comment on function private.are_allotments is
  'Returns whether allotments are valid: each of the company''s tours at most once, 1 to 1000 seats per departure, '
  'released at most a year before the start.';

create function public.set_allotments(agreement uuid, allotments jsonb, expected jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  link public.organisation_companies;
  before jsonb;
  after jsonb;
begin
  if me is null then return '{"status": "signed_out"}'; end if;
  select * into link from public.organisation_companies where id = agreement for update;
  -- Partners who act for the company must not give themselves seats.
  if link.id is null or not coalesce(private.may('set_allotments', link.company_id), false) then return '{"status": "not_permitted"}'; end if;
  if not private.are_allotments(set_allotments.allotments, link.company_id) then return '{"status": "invalid"}'; end if;
  if link.status <> 'active' then return '{"status": "ended"}'; end if;
  before := private.agreement_allotments(link.id);
  select coalesce(jsonb_agg(jsonb_build_object('tour', one -> 'tour', 'seats', (one ->> 'seats')::integer, 'release_hours', (one ->> 'release_hours')::integer)
    order by (one ->> 'tour')::uuid), '[]')
  into after from jsonb_array_elements(set_allotments.allotments) as one;
  if after = before then return '{"status": "ok"}'; end if;
  -- Optimistic concurrency: the allotments must be those the caller has read.
  if before is distinct from expected then return jsonb_build_object('status', 'changed', 'allotments', before); end if;
  -- Unchanged rows are not written, as each write triggers availability webhooks of resellers.
  delete from private.allotments as kept
  where kept.agreement_id = link.id and kept.tour_id not in (select (one ->> 'tour')::uuid from jsonb_array_elements(after) as one);
  insert into private.allotments as kept (tour_id, agreement_id, seats, release_hours)
  select (one ->> 'tour')::uuid, link.id, (one ->> 'seats')::integer, (one ->> 'release_hours')::integer from jsonb_array_elements(after) as one
  on conflict (tour_id, agreement_id) do update set seats = excluded.seats, release_hours = excluded.release_hours
  where (kept.seats, kept.release_hours) is distinct from (excluded.seats, excluded.release_hours);
  perform private.log_team_change(link.company_id, link.organisation_id, 'set_allotments',
    jsonb_build_object('allotments', before), jsonb_build_object('allotments', after));
  perform private.queue_change_event(link.company_id, '{}');
  return '{"status": "ok"}';
end
$$;
comment on function public.set_allotments is
  'Sets the allotments of an agreement, for the company''s owner; tours that are not named lose theirs. `expected` holds '
  'what the caller has read. Sold seats stay sold. Returns {"status": "ok" | "changed" with the current ones | '
  '"ended" | "invalid" | "not_permitted" | "signed_out"}. Idempotent.';

grant execute on function public.set_allotments(uuid, jsonb, jsonb) to authenticated;
