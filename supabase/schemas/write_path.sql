-- The write path: what a change of bookings, guests, departures, money or check-in actions causes, in order. ADR 077
--
-- One trigger per table and operation calls its subscribers with the rows before and after the statement, as it left
-- them. Both are ordered by id, so that before[n] and after[n] are the same row. The triggers fire also if a statement
-- changed nothing. Arrays of rows are costly, and most writes of bookings and guests, such as holds and stamps, need
-- none: they are made only if a subscriber has something to compare. A subscriber that writes to one of these tables
-- starts that table's path at once, before the next subscriber.
--
-- Not here: triggers that change a row before it is stored (in its table's chapter), and those that run at the commit
-- (triggers.sql): documents, change events, webhook deliveries. Of deleted rows only guests have a path, which recounts
-- seats: foreign keys delete what else depends on a row.

create function private.after_inserted_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(select id from after_rows);
  has_comparing_subscribers constant boolean := private.webhook_companies() <> '{}'
    or exists (select from after_rows where organisation_id is not null or paid_amount <> 0);
  after constant public.bookings[] := case
    when has_comparing_subscribers then array(select r::public.bookings from after_rows as r order by r.id)
  end;
begin
  if ids = '{}' then return null; end if;
  if has_comparing_subscribers then
    perform private.update_commission_of_booking(null, b) from unnest(after) as b;
    perform private.record_initial_payments(after);
  end if;
  perform private.queue_change_event(company_id, array_agg(distinct departure_id))
  from after_rows group by company_id;
  -- The path of guests inserted by the same statement refreshes the list for their bookings.
  perform private.refresh_booking_list(array(
    select id from after_rows where not exists (select from public.guests as g where g.booking_id = after_rows.id)));
  if has_comparing_subscribers then perform private.record_booking_events('{}', after); end if;
  return null;
end
$$;
comment on function private.after_inserted_bookings is
  'Runs the subscribers of new bookings. Their guests exist already if the same statement inserted them.';
create trigger after_insert after insert on public.bookings
  referencing new table as after_rows for each statement
  execute function private.after_inserted_bookings();

create function private.after_updated_bookings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant uuid[] := array(select id from after_rows);
  -- With another status, departure, expiry or total. Set operations, as transition tables have no index for a join.
  changed_ids constant uuid[] := array(
    select id from (
      select id, status, departure_id, expires_at, total_amount from after_rows
      except
      select id, status, departure_id, expires_at, total_amount from before_rows) as other);
  has_comparing_subscribers constant boolean := private.webhook_companies() <> '{}'
    or exists (select from after_rows where organisation_id is not null)
    or exists (select from before_rows where organisation_id is not null)
    or changed_ids <> '{}' and (
      exists (select from private.code_uses where booking_id = any (changed_ids))
        or exists (select from unnest(changed_ids) as id cross join lateral private.merged_bookings(id)));
  before constant public.bookings[] := case
    when has_comparing_subscribers then array(select r::public.bookings from before_rows as r order by r.id)
  end;
  after constant public.bookings[] := case
    when has_comparing_subscribers then array(select r::public.bookings from after_rows as r order by r.id)
  end;
begin
  if ids = '{}' then return null; end if;
  if has_comparing_subscribers then
    for n in 1 .. cardinality(after) loop
      perform private.adjust_booking_codes(before[n], after[n]);
      perform private.update_commission_of_booking(before[n], after[n]);
    end loop;
  end if;
  if changed_ids <> '{}' then
    -- Devices of a new departure do not add the payments of the former one.
    perform private.update_paid_amounts(array(
      select id from (
        select id, departure_id from after_rows
        except
        select id, departure_id from before_rows) as moved));
    perform private.recount_seats(array(
      select departure_id from (
        (select id, departure_id, status in ('CONFIRMED', 'PENDING') from before_rows
          except
          select id, departure_id, status in ('CONFIRMED', 'PENDING') from after_rows)
        union all
        (select id, departure_id, status in ('CONFIRMED', 'PENDING') from after_rows
          except
          select id, departure_id, status in ('CONFIRMED', 'PENDING') from before_rows)) as other
      group by departure_id));
  end if;
  perform private.notify_guest_pages(ids);
  perform private.queue_change_event(b.company_id, array_agg(distinct departure))
  from after_rows as b cross join unnest(b.moved_from || b.departure_id) as departure
  group by b.company_id;
  perform private.refresh_booking_list(ids);
  if has_comparing_subscribers then perform private.record_booking_events(before, after); end if;
  if changed_ids <> '{}' then
    perform private.touch_guests(array(
      select id from (select id, status from after_rows except select id, status from before_rows) as other));
  end if;
  return null;
end
$$;
comment on function private.after_updated_bookings is 'Runs the subscribers of changed bookings.';
create trigger after_update after update on public.bookings
  referencing old table as before_rows new table as after_rows for each statement
  execute function private.after_updated_bookings();

create function private.after_inserted_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  bookings constant uuid[] := array(select distinct booking_id from after_rows);
begin
  if bookings = '{}' then return null; end if;
  perform private.recount_seats_of_new_guests(bookings);
  perform private.notify_guest_pages(bookings);
  perform private.queue_change_event(company_id, array_agg(distinct departure_id))
  from after_rows group by company_id;
  perform private.refresh_booking_list(bookings);
  if private.webhook_companies() <> '{}' then
    perform private.record_guest_events('{}', array(select r::public.guests from after_rows as r order by r.id));
  end if;
  return null;
end
$$;
comment on function private.after_inserted_guests is 'Runs the subscribers of new guests.';
create trigger after_insert after insert on public.guests
  referencing new table as after_rows for each statement
  execute function private.after_inserted_guests();

create function private.after_updated_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  bookings constant uuid[] := array(select booking_id from after_rows);
  altered constant uuid[] := array(
    select id from (
      select id, booking_id, departure_id, price_category_id, is_cancelled, name, category_type from after_rows
      except
      select id, booking_id, departure_id, price_category_id, is_cancelled, name, category_type from before_rows
    ) as other);
  before constant public.guests[] := case
    when altered <> '{}' then array(select r::public.guests from before_rows as r order by r.id)
  end;
  after constant public.guests[] := case
    when altered <> '{}' then array(select r::public.guests from after_rows as r order by r.id)
  end;
begin
  if bookings = '{}' then return null; end if;
  if altered <> '{}' then
    for n in 1 .. cardinality(after) loop
      perform private.mark_mixed_partner_booking(before[n], after[n]);
    end loop;
    perform private.recount_seats_of_guests(before, after);
  end if;
  perform private.notify_guest_pages(bookings);
  perform private.queue_change_event(g.company_id, array_agg(distinct departure))
  from after_rows as g cross join unnest(g.moved_from || g.departure_id) as departure
  group by g.company_id;
  if altered <> '{}' then
    perform private.refresh_list_of_guests(before, after);
    perform private.record_guest_events(before, after);
  end if;
  return null;
end
$$;
comment on function private.after_updated_guests is 'Runs the subscribers of changed guests.';
create trigger after_update after update on public.guests
  referencing old table as before_rows new table as after_rows for each statement
  execute function private.after_updated_guests();

create function private.after_deleted_guests() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.guests[] := array(select r::public.guests from before_rows as r order by r.id);
begin
  if before = '{}' then return null; end if;
  perform private.recount_seats_of_guests(before, '{}');
  return null;
end
$$;
comment on function private.after_deleted_guests is 'Runs the subscriber of deleted guests.';
create trigger after_delete after delete on public.guests
  referencing old table as before_rows for each statement
  execute function private.after_deleted_guests();

create function private.after_inserted_departures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after constant public.departures[] := array(select r::public.departures from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  perform private.queue_events_of_departures('{}', after);
  return null;
end
$$;
comment on function private.after_inserted_departures is 'Runs the subscriber of new departures.';
create trigger after_insert after insert on public.departures
  referencing new table as after_rows for each statement
  execute function private.after_inserted_departures();

create function private.after_updated_departures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.departures[] := array(select r::public.departures from before_rows as r order by r.id);
  after constant public.departures[] := array(select r::public.departures from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  for n in 1 .. cardinality(after) loop
    perform private.update_commission_of_departure(before[n], after[n]);
    perform private.enqueue_meeting_note_mails(before[n], after[n]);
  end loop;
  perform private.notify_guest_pages_of_departures(before, after);
  perform private.queue_events_of_departures(before, after);
  perform private.refresh_list_of_departures(before, after);
  perform private.record_departure_events(before, after);
  perform private.touch_new_tours(before, after);
  return null;
end
$$;
comment on function private.after_updated_departures is 'Runs the subscribers of changed departures.';
create trigger after_update after update on public.departures
  referencing old table as before_rows new table as after_rows for each statement
  execute function private.after_updated_departures();

create function private.after_inserted_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after constant public.payments[] := array(select r::public.payments from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  perform private.refresh_booking_list(array(select distinct booking_id from unnest(after)));
  perform private.record_payment_events('{}', after);
  perform private.update_paid_amounts(array(select distinct booking_id from unnest(after)));
  return null;
end
$$;
comment on function private.after_inserted_payments is 'Runs the subscribers of new payments.';
create trigger after_insert after insert on public.payments
  referencing new table as after_rows for each statement
  execute function private.after_inserted_payments();

create function private.after_updated_payments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.payments[] := array(select r::public.payments from before_rows as r order by r.id);
  after constant public.payments[] := array(select r::public.payments from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  perform private.refresh_booking_list(array(select distinct booking_id from unnest(after)));
  perform private.record_payment_events(before, after);
  perform private.update_paid_amounts(array(select distinct booking_id from unnest(after)));
  return null;
end
$$;
comment on function private.after_updated_payments is 'Runs the subscribers of changed payments.';
create trigger after_update after update on public.payments
  referencing old table as before_rows new table as after_rows for each statement
  execute function private.after_updated_payments();

create function private.after_inserted_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after constant public.refunds[] := array(select r::public.refunds from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  perform private.credit_voucher(r) from unnest(after) as r;
  perform private.enqueue_refund_mail(null, r) from unnest(after) as r;
  perform private.refresh_booking_list(array(select distinct booking_id from unnest(after)));
  perform private.record_refund_events('{}', after);
  -- Also of one that a voucher has just credited: its job finds nothing to send.
  perform private.send_refunds(after);
  perform private.update_paid_amounts(array(select distinct booking_id from unnest(after)));
  return null;
end
$$;
comment on function private.after_inserted_refunds is 'Runs the subscribers of new refunds.';
create trigger after_insert after insert on public.refunds
  referencing new table as after_rows for each statement
  execute function private.after_inserted_refunds();

create function private.after_updated_refunds() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before constant public.refunds[] := array(select r::public.refunds from before_rows as r order by r.id);
  after constant public.refunds[] := array(select r::public.refunds from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  for n in 1 .. cardinality(after) loop
    perform private.enqueue_refund_mail(before[n], after[n]);
  end loop;
  perform private.refresh_booking_list(array(select distinct booking_id from unnest(after)));
  perform private.record_refund_events(before, after);
  perform private.update_paid_amounts(array(select distinct booking_id from unnest(after)));
  return null;
end
$$;
comment on function private.after_updated_refunds is 'Runs the subscribers of changed refunds.';
create trigger after_update after update on public.refunds
  referencing old table as before_rows new table as after_rows for each statement
  execute function private.after_updated_refunds();

create function private.after_inserted_check_in_actions() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  after constant public.check_in_actions[] := array(
    select r::public.check_in_actions from after_rows as r order by r.id);
begin
  if after = '{}' then return null; end if;
  perform private.record_roll_call_payments(after);
  perform private.queue_change_event(company_id, array_agg(distinct departure_id))
  from after_rows group by company_id;
  perform private.refresh_list_attendance(after);
  perform private.record_check_in_events(after);
  return null;
end
$$;
comment on function private.after_inserted_check_in_actions is 'Runs the subscribers of new actions of the roll-call.';
create trigger after_insert after insert on public.check_in_actions
  referencing new table as after_rows for each statement
  execute function private.after_inserted_check_in_actions();
