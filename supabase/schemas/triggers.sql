-- Triggers that call a later chapter than their table's.

create constraint trigger send_change_events after insert on private.pending_change_events
  deferrable initially deferred for each row execute function private.send_change_events();

create trigger create_user after insert on auth.users
  for each row execute function private.create_user();

create trigger event_inserted after insert on public.tours
  referencing new table as changed for each statement execute function private.queue_events_for_changed_tours();
create trigger event_updated after update on public.tours
  referencing new table as changed for each statement execute function private.queue_events_for_changed_tours();
create trigger event_guests after update on public.tours
  referencing new table as changed for each statement execute function private.notify_guest_pages_of_tours();
create trigger event_inserted after insert on public.price_categories
  referencing new table as changed for each statement execute function private.queue_events_for_changed_tours();
create trigger event_updated after update on public.price_categories
  referencing new table as changed for each statement execute function private.queue_events_for_changed_tours();

create trigger touch_partner_bookings after update of name on public.organisations
  for each row when (old.name is distinct from new.name) execute function private.touch_partner_bookings();

create trigger resync_guests after update of data_sharing on public.organisation_companies
  for each row when (old.data_sharing is distinct from new.data_sharing) execute function private.resync_guests();

create trigger erase_user_data before delete on public.users
  for each row execute function private.erase_user_data();

create trigger erase_user_mails before delete on auth.users
  for each row execute function private.erase_user_mails();

create trigger copy_job_state_to_mail after update of state on private.jobs
  for each row when (new.kind = 'send_mail' and new.state <> 'done' and old.state <> new.state)
  execute function private.copy_job_state_to_mail();

create trigger enqueue_dead_job_mails after update of state on private.jobs
  for each row
  when (new.state = 'dead' and old.state <> 'dead' and new.kind <> 'send_mail' and new.company_id is not null)
  execute function private.enqueue_dead_job_mails();

create trigger count_seats_updated after update on public.price_categories
  referencing old table as before new table as changed for each statement
  execute function private.recount_seats_of_price_categories();

create trigger list_updated after update of time_zone on public.companies
  for each row when (old.time_zone <> new.time_zone) execute function private.refresh_list_of_company();

create trigger enqueue_meeting_point_mails after update of meeting_point on public.tour_translations
  for each row
  when (old.meeting_point is distinct from new.meeting_point and old.meeting_point <> '' and new.meeting_point <> '')
  execute function private.enqueue_meeting_point_mails();

create trigger touch_company_mode after insert or update of mode on private.payment_settings
  for each row execute function private.touch_company();

-- Deferred to the commit, so that the lock on a company's numbers is held briefly and after all others.
-- Excluded: transfers between bookings and imported payments, which have a receipt already, and amounts on a partner's
-- account, which are no money.
create constraint trigger document_received after insert on public.payments
  deferrable initially deferred for each row
  when (
    new.status = 'RECEIVED' and private.is_cash_flow(new.method) and new.provider is distinct from 'opening')
  execute function private.document_payment();
create constraint trigger document_changed after update on public.payments
  deferrable initially deferred for each row
  when (
    old.status <> new.status and private.is_cash_flow(new.method) and new.provider is distinct from 'opening')
  execute function private.document_payment();
create constraint trigger document_left after insert on public.refunds
  deferrable initially deferred for each row
  when (new.status = 'REFUNDED' and private.is_cash_flow(new.method))
  execute function private.document_refund();
create constraint trigger document_changed after update on public.refunds
  deferrable initially deferred for each row
  when (
    old.status <> new.status and 'REFUNDED' in (old.status, new.status)
      and private.is_cash_flow(new.method)) execute function private.document_refund();

create constraint trigger settle_invoice after update of status, total_amount on public.bookings
  deferrable initially deferred for each row when (old.status <> new.status or old.total_amount <> new.total_amount)
  execute function private.credit_settled_invoices('id');
create constraint trigger settle_invoice after insert on public.payments
  deferrable initially deferred for each row when (new.status = 'RECEIVED' and not private.is_cash_flow(new.method))
  execute function private.credit_settled_invoices('booking_id');

create trigger enqueue_receipt_mail after insert on public.documents
  for each row when (new.kind <> 'credit_note' and new.payment_id is not null)
  execute function private.enqueue_receipt_mail();

create trigger enqueue_payment_failed_mail after update of outcome on private.payment_events
  for each row
  when (
    old.outcome is null
      and new.outcome in ('refused', 'paid_twice', 'seats_taken', 'booking_ended', 'wrong_amount', 'wrong_currency'))
  execute function private.enqueue_payment_failed_mail();

create constraint trigger complete_webhook_events after insert on private.webhook_events
  deferrable initially deferred for each row execute function private.complete_webhook_events();

create trigger record_availability_events_inserted after insert on private.allotments
  referencing new table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events after update on private.allotments
  referencing old table as before new table as changed for each statement
  execute function private.record_availability_events('allotments');
create trigger record_availability_events_deleted after delete on private.allotments
  referencing old table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events_inserted after insert on public.price_categories
  referencing new table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events after update on public.price_categories
  referencing old table as before new table as changed for each statement
  execute function private.record_availability_events('prices');
create trigger record_availability_events_deleted after delete on public.price_categories
  referencing old table as changed for each statement execute function private.record_availability_events('tours');
create trigger record_availability_events_inserted after insert on public.departure_prices
  referencing new table as changed for each statement execute function private.record_availability_events('departures');
create trigger record_availability_events after update on public.departure_prices
  referencing old table as before new table as changed for each statement
  execute function private.record_availability_events('own prices');
create trigger record_availability_events_deleted after delete on public.departure_prices
  referencing old table as changed for each statement execute function private.record_availability_events('departures');

create trigger end_feeds after delete on public.company_members for each row execute function private.end_feeds();

create trigger replan_exports after update of time_zone on public.companies
  for each row when (old.time_zone <> new.time_zone) execute function private.replan_exports();

create trigger pause_exports_of_view after update of view_id on private.scheduled_exports
  for each row when (old.view_id is not null and new.view_id is null) execute function private.pause_exports_of_view();

create trigger delete_removed_sites after update of embed_origins on public.companies
  for each row when (old.embed_origins is distinct from new.embed_origins)
  execute function private.delete_removed_sites();

create trigger notice_owner after insert or delete on public.roles_users
  for each row execute function private.notice_owner();
