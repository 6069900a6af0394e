-- Seats that a company sets aside for a partner: which, and how many, is said here; what is left of them is reckoned where it is
-- reckoned how full a departure is. ADR 032

create function private.agreement_allotments(agreement uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('tour', kept.tour_id, 'seats', kept.seats, 'release_hours', kept.release_hours) order by kept.tour_id), '[]')
    from private.allotments as kept where kept.agreement_id = agreement);
end
$$;
comment on function private.agreement_allotments is 'What is set aside by an agreement: [{"tour", "seats" of each departure, "release_hours" before it starts}], in the order of the tours'' ids.';

create function private.are_allotments(given jsonb, company uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) > 500 then return false; end if;
  return not exists (
      select from jsonb_array_elements(given) as one
      where jsonb_typeof(one) <> 'object' or one - array['tour', 'seats', 'release_hours'] <> '{}'
        or coalesce(one ->> 'seats', '') !~ '^[1-9]\d{0,3}$' or coalesce(one ->> 'release_hours', '') !~ '^(0|[1-9]\d{0,3})$'
        or not exists (select from public.tours as t where t.id::text = one ->> 'tour' and t.company_id = company))
    and not exists (
      select from jsonb_array_elements(given) as one
      where (one ->> 'seats')::integer > 1000 or (one ->> 'release_hours')::integer > 8760)
    and (select count(distinct one ->> 'tour') = count(*) from jsonb_array_elements(given) as one);
end
$$;
comment on function private.are_allotments is
  'Whether it is what a company may set aside: of each of its own tours at most once 1 to 1000 seats of a departure, given back up to a year before it starts.';

create function public.set_allotments(agreement uuid, allotments jsonb, was jsonb) returns jsonb
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
  -- The seats are the company's: nobody of the partner gives them to themselves, acting for it or not.
  if link.id is null or not coalesce(private.may('set_allotments', link.company_id), false) then return '{"status": "not_permitted"}'; end if;
  if not private.are_allotments(set_allotments.allotments, link.company_id) then return '{"status": "invalid"}'; end if;
  if link.status <> 'active' then return '{"status": "ended"}'; end if;
  before := private.agreement_allotments(link.id);
  select coalesce(jsonb_agg(jsonb_build_object('tour', one -> 'tour', 'seats', (one ->> 'seats')::integer, 'release_hours', (one ->> 'release_hours')::integer)
    order by (one ->> 'tour')::uuid), '[]')
  into after from jsonb_array_elements(set_allotments.allotments) as one;
  if after = before then return '{"status": "ok"}'; end if;
  -- Said of what one has read: a colleague may have given others meanwhile.
  if before is distinct from was then return jsonb_build_object('status', 'changed', 'allotments', before); end if;
  -- What stays as it is is left alone: of each tour that is written resellers are told.
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
  'Sets seats of each departure of some tours aside for a partner, for the company''s owner in their own right; what is not named is set aside no more. "was" is what had been read. What is sold already stays sold. Answers {"status": "ok" | "changed" with what there is now | "ended" | "invalid" | "not_permitted" | "signed_out"}; the same again is ok and has no effect.';

grant execute on function public.set_allotments(uuid, jsonb, jsonb) to authenticated;
