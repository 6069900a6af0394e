-- Webhooks: delivery, for the function run-jobs. ADR 064

create function private.complete_webhook_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The first call in a transaction handles all its events, as with change events.
  if current_setting('muster.webhooks_are_due', true) is distinct from 'yes' then return null; end if;
  perform set_config('muster.webhooks_are_due', '', true);
  -- "changed" is redundant next to another event of the booking; unwanted events are deleted.
  delete from private.webhook_events as e
  where e.xid = pg_current_xact_id() and e.type <> 'webhook.test'
    and (
      (
        e.type = 'booking.changed'
          and (
            exists (
              select from private.webhook_events as o
              where o.xid = e.xid and o.row_id = e.row_id and o.type::text like 'booking.%'
                and o.type <> 'booking.changed')
              or exists (select from public.bookings as b where b.id = e.row_id and b.created_at = now())))
        or not exists (
          select from private.webhook_endpoints as w
          where w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)));
  begin
    update private.webhook_events as e
    set data = private.webhook_data(e.type, e.row_id, e.booking_id, e.departure_id),
      personal = case
        when e.booking_id is not null
          and exists (
            select from private.webhook_endpoints as w
            where w.company_id = e.company_id and w.state <> 'off' and w.has_personal_data and e.type = any (w.events))
          then private.webhook_personal_data(e.type, e.row_id, e.booking_id)
      end
    where e.xid = pg_current_xact_id() and e.data is null;
  exception when others then
    -- An error here must not fail the transaction: a check-in matters more than its webhook, which then has no data.
    raise warning 'The data of webhook events could not be written: %', sqlerrm;
  end;
  begin
    insert into private.webhook_deliveries (endpoint_id, event_id, place, subject, octo)
    select w.id, e.id, e.place, e.subject, octo_body.facts
    from private.webhook_events as e
    join private.webhook_endpoints as w on w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)
    cross join lateral (
      select case when w.octo is not null then private.octo_event_body(w, e) end as facts) as octo_body
    -- OCTO subscribers only get what their key may read.
    where e.xid = pg_current_xact_id() and e.type <> 'webhook.test' and (w.octo is null or octo_body.facts is not null)
    order by e.place
    on conflict on constraint webhook_deliveries_once do nothing;
  exception when others then
    -- The same for deliveries: they are logged as dead.
    raise warning 'Webhook deliveries could not be queued: %', sqlerrm;
    insert into private.webhook_deliveries (endpoint_id, event_id, place, subject, state, finished_at)
    select w.id, e.id, e.place, e.subject, 'dead', clock_timestamp()
    from private.webhook_events as e
    join private.webhook_endpoints as w on w.company_id = e.company_id and w.state <> 'off' and e.type = any (w.events)
    where e.xid = pg_current_xact_id() and e.type <> 'webhook.test'
    on conflict on constraint webhook_deliveries_once do nothing;
  end;
  return null;
end
$$;
comment on function private.complete_webhook_events is
  'Deferred trigger: fills in the content of a transaction''s events at commit, once, and creates their deliveries.';

create function private.webhooks_due(at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return exists (
    select from private.webhook_endpoints as w
    join public.companies as c on c.id = w.company_id and c.is_active
    where case w.state
      when 'active' then
        exists (
          select from private.webhook_deliveries as d
          where d.endpoint_id = w.id and d.finished_at is null and d.run_at <= at
            and (d.leased_until is null or d.leased_until <= at))
      -- Starts from the test events, which are few; thousands of other deliveries may wait for a paused receiver.
      when 'paused' then
        exists (
          select from private.webhook_events as e
          join private.webhook_deliveries as d on d.event_id = e.id and d.endpoint_id = w.id
          where e.company_id = w.company_id and e.type = 'webhook.test' and d.finished_at is null
            and d.run_at <= at and (d.leased_until is null or d.leased_until <= at))
      else false
    end
      and private.may_receive_events(w));
end
$$;
comment on function private.webhooks_due is
  'Returns whether a delivery is due, of a paused receiver only a test. It may still have to wait for an earlier one '
  'of its subject, or for a free worker.';

create function private.webhook_to_send(delivery private.webhook_deliveries, at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'id', delivery.id,
      'lease', delivery.lease,
      'event', delivery.event_id,
      'url', w.url,
      'secrets', to_jsonb(array_remove(array[w.secret, case when w.former_until > at then w.former_secret end], null)),
      'body', private.webhook_body(e, w.has_personal_data)::text,
      'octo', case
        when w.octo is not null then jsonb_build_object('webhook', private.octo_webhook_json(w), 'event', delivery.octo)
      end)
    from private.webhook_endpoints as w, private.webhook_events as e
    where w.id = delivery.endpoint_id and e.id = delivery.event_id);
end
$$;
comment on function private.webhook_to_send is 'Returns a delivery as the function run-jobs sends it.';

create function public.claim_webhooks(row_limit integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  claimed_delivery private.webhook_deliveries;
  claimed jsonb := '[]';
begin
  -- A delivery that keeps losing its worker is given up after three days.
  with lost as (
    update private.webhook_deliveries as d
    set state = 'dead', finished_at = at, lease = null, leased_until = null
    where d.finished_at is null and d.lease is not null and d.leased_until <= at and d.began_at < at - interval '3 days'
    returning d.id, d.attempts) insert into private.webhook_attempts (delivery_id, number, at, duration_ms, failure)
  select lost.id, lost.attempts, at, 0, 'not_sent'
  from lost
  on conflict do nothing;
  for claimed_delivery in with taken as materialized (
    select d.id from private.webhook_endpoints as w
    join public.companies as c on c.id = w.company_id and c.is_active
    cross join lateral (
      select delivery_row.id from private.webhook_deliveries as delivery_row
      join private.webhook_events as e on e.id = delivery_row.event_id
      where delivery_row.endpoint_id = w.id and delivery_row.finished_at is null and delivery_row.run_at <= at
        and (delivery_row.leased_until is null or delivery_row.leased_until <= at)
        and (w.state = 'active' or (w.state = 'paused' and e.type = 'webhook.test'))
        and not exists (
          select from private.webhook_deliveries as earlier
          where earlier.endpoint_id = delivery_row.endpoint_id and earlier.subject = delivery_row.subject
            and earlier.place < delivery_row.place and earlier.finished_at is null)
      order by delivery_row.run_at, delivery_row.place
      -- Fairness: a slow receiver gets at most five workers, a failing one a single one, a company about twelve, as
      -- what this call claims for its other receivers is not counted.
      limit greatest(
        0,
        least(
          case when w.failing_since is null then 5 else 1 end - (
            select count(*) from private.webhook_deliveries as running
            where running.endpoint_id = w.id and running.lease is not null and running.leased_until > at),
          12 - (
            select count(*) from private.webhook_endpoints as sibling
            join private.webhook_deliveries as running on running.endpoint_id = sibling.id
            where sibling.company_id = w.company_id and running.lease is not null and running.leased_until > at)))
      for update of delivery_row skip locked) as d
    where w.state <> 'off' and private.may_receive_events(w) limit greatest(1, least(row_limit, 50))),
  leased as (
    update private.webhook_deliveries as d
    set lease = gen_random_uuid(), leased_until = at + interval '60 seconds', attempts = least(d.attempts, 9999) + 1,
      began_at = coalesce(d.began_at, at)
    from taken
    where d.id = taken.id
    returning d.*)
    select * from leased order by place
  loop
    -- An error in one delivery must not stop the others.
    begin
      claimed := claimed || private.webhook_to_send(claimed_delivery, at);
    exception when others then
      raise warning 'Webhook delivery % could not be prepared: %', claimed_delivery.id, sqlerrm;
      insert into private.webhook_attempts (delivery_id, number, at, duration_ms, failure)
      values (claimed_delivery.id, claimed_delivery.attempts, at, 0, 'not_sent')
      on conflict do nothing;
      update private.webhook_deliveries as d
      set state = 'dead', finished_at = at, lease = null, leased_until = null
      where d.id = claimed_delivery.id;
    end;
  end loop;
  return jsonb_build_object('status', 'ok', 'deliveries', claimed);
end
$$;
comment on function public.claim_webhooks is
  'Returns due deliveries, leased for a minute: five per receiver (one if it is failing), none of a company with '
  'twelve under way, and only the earliest of each subject. For the service role.';

create function private.enqueue_webhook_paused_mails(endpoint private.webhook_endpoints) returns void
language sql security definer set search_path = ''
as $$
  select private.enqueue_mail(
    'webhook-paused',
    a.email::text,
    u.locale,
    jsonb_build_object(
      'company', c.name,
      'receiver', substring(endpoint.url from '^https://([^/?]+)'),
      'reason', endpoint.pause_reason,
      'pausedAt', private.iso(endpoint.paused_at),
      'timeZone', c.time_zone),
    company => c.id,
    dedupe_key => concat_ws(':', 'webhook_paused', endpoint.id, private.iso(endpoint.paused_at), u.id))
  from public.companies as c join public.company_members as m on m.company_id = c.id
  join public.users as u on u.id = m.user_id join auth.users as a on a.id = u.id
  where c.id = endpoint.company_id and 'owner' = any (private.member_roles(u.id, c.id))
    and private.is_email_address(a.email)$$;
comment on function private.enqueue_webhook_paused_mails is 'Queues mails to the owners that a receiver was paused.';

create function public.record_webhook_attempt(result jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  at constant timestamptz := clock_timestamp();
  failed constant private.webhook_failure := (result ->> 'failure')::private.webhook_failure;
  d private.webhook_deliveries;
  w private.webhook_endpoints;
  is_over boolean;
begin
  select * into d from private.webhook_deliveries as delivery
  where delivery.id = (result ->> 'delivery')::uuid and delivery.lease = (result ->> 'lease')::uuid for update;
  -- Another worker has it now.
  if d.id is null then return '{"status": "lost"}'; end if;
  update private.webhook_deliveries as delivery
  set sent = result ->> 'sent'
  where delivery.id = d.id and delivery.octo is not null and result ->> 'sent' is not null;
  select endpoint.* into w from private.webhook_endpoints as endpoint where endpoint.id = d.endpoint_id;
  is_over := at > d.began_at + interval '3 days' or coalesce(not (w.octo ->> 'retries')::boolean, false);
  insert into private.webhook_attempts (delivery_id, number, at, duration_ms, status, failure, response)
  values (d.id, d.attempts, at, least(greatest((result ->> 'duration_ms')::bigint, 0), 2147483647),
    least(greatest((result ->> 'status')::integer, 0), 32767), failed, left(result ->> 'response', 1024))
  on conflict do nothing;
  if failed is null then
    update private.webhook_deliveries
    set state = 'delivered', finished_at = at, lease = null, leased_until = null
    where id = d.id;
    update private.webhook_endpoints as endpoint
    set failing_since = null, last_delivered_at = at
    where endpoint.id = d.endpoint_id;
    return '{"status": "ok"}';
  end if;
  update private.webhook_deliveries as delivery
  set lease = null, leased_until = null,
    state = case when is_over then 'dead' else 'retrying' end::private.delivery_state,
    finished_at = case when is_over then at end,
    -- Exponential backoff from 10 s to 6 h, with jitter of 50 % so that failed deliveries do not retry all at once.
    run_at = at + make_interval(secs => least(10 * power(3, least(d.attempts - 1, 12)), 21600) * (0.5 + random()))
  where delivery.id = d.id;
  update private.webhook_endpoints as endpoint
  set failing_since = coalesce(endpoint.failing_since, at)
  where endpoint.id = d.endpoint_id
  returning * into w;
  if w.state <> 'active' or (failed <> 'gone' and w.failing_since > at - interval '1 day') then
    return '{"status": "ok"}';
  end if;
  update private.webhook_endpoints as endpoint
  set state = 'paused', paused_at = at,
    pause_reason = case when failed = 'gone' then 'gone' else 'failing' end::private.webhook_pause
  where endpoint.id = w.id
  returning * into w;
  perform private.enqueue_webhook_paused_mails(w);
  return '{"status": "ok"}';
end
$$;
comment on function public.record_webhook_attempt is
  'Records the result of an attempt: {"delivery", "lease", "status", "failure", "duration_ms", "response", "sent" (the '
  'body made for OCTO)}. lost: the lease has expired and another worker has it. For the service role.';

create function private.tidy_webhooks(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.webhook_events
  where id in (
    select e.id from private.webhook_events as e
    where e.happened_at < clock_timestamp() - private.retention_period('webhook_events')
    order by e.happened_at limit row_limit);
  update private.webhook_endpoints as w
  set former_secret = null, former_until = null
  where w.former_until < clock_timestamp();
end
$$;
comment on function private.tidy_webhooks is
  'Deletes events past their retention with their log, and former secrets whose overlap is over.';

create function private.erase_webhook_data(bookings uuid[]) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
  total bigint;
begin
  -- Recorded by the erasure itself.
  delete from private.webhook_events as e
  where e.xid = pg_current_xact_id() and e.type = 'booking.changed' and e.booking_id = any (bookings);
  update private.webhook_events as e set personal = null where e.booking_id = any (bookings) and e.personal is not null;
  get diagnostics total = row_count;
  update private.webhook_attempts as a
  set response = null
  where a.response is not null
    and a.delivery_id in (
      select d.id from private.webhook_deliveries as d
      join private.webhook_events as e on e.id = d.event_id
      where e.booking_id = any (bookings));
  get diagnostics changed = row_count;
  total := total + changed;
  update private.webhook_deliveries as d
  set octo = private.octo_without_guests(d.octo), sent = null
  where d.octo ? 'booking'
    and d.event_id in (select e.id from private.webhook_events as e where e.booking_id = any (bookings));
  get diagnostics changed = row_count;
  return total + changed;
end
$$;
comment on function private.erase_webhook_data is
  'Erases guests from sent and queued webhooks of their bookings and from the responses, and withdraws the events '
  'about their erasure. Returns the number of changed rows.';

grant execute on function public.claim_webhooks(integer), public.record_webhook_attempt(jsonb) to service_role;
