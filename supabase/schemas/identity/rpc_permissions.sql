-- The permission that each RPC needs, and whether it may be used while acting, with or without the company's data
-- sharing. ADR 003

create type private.rpc_scope as enum ('company', 'organisation', 'platform', 'person', 'guest');
comment on type private.rpc_scope is
  'Kind of authority that an RPC needs: a company''s, a partner '
  'organisation''s, the platform''s, a signed-in account, or a guest''s token.';

create table private.rpc_permissions (
  name text primary key,
  scope private.rpc_scope not null,
  -- One of these permissions is enough. An RPC may require more, such as a booking on the caller's own departure.
  permissions text[] not null default '{}',
  acting boolean not null default false,
  acting_with_data_sharing boolean not null default false,
  decides_commission boolean not null default false,
  constraint rpc_permissions_data_sharing_adds check (acting_with_data_sharing or not acting),
  constraint rpc_permissions_acting_is_for_a_company check (scope = 'company' or not acting_with_data_sharing),
  constraint rpc_permissions_need_permission check ((scope = 'person' or scope = 'guest') = (permissions = '{}'))
);
comment on table private.rpc_permissions is
  'Every RPC, and the two ways of reading tables: the permission it needs, and whether a partner who acts for a '
  'company may use it with and without the company''s data sharing.';
comment on column private.rpc_permissions.permissions is
  'Permissions, any of which allows it. Platform admins hold all of them for every company.';
comment on column private.rpc_permissions.acting is
  'Whether a partner''s admin may use it while acting for the '
  'company. Without data sharing, responses leave out guests'' data.';
comment on column private.rpc_permissions.acting_with_data_sharing is
  'Whether they may use it while the company shares guests'' data with their organisation.';
comment on column private.rpc_permissions.decides_commission is
  'Whether it decides what a partner earns from a booking. People who earn from that booking may not use it: '
  'private.execute_office_request and private.lock_departures read this column. check_in_push, imports and '
  'private.apply_schedule_changes refuse only what affects the commission.';
alter table private.rpc_permissions enable row level security, force row level security;

-- People who act for a company cannot create access that lasts longer than that: roles, invitations, ownership, keys,
-- links, exports, agreements.
insert into private.rpc_permissions (name, scope, permissions, acting, acting_with_data_sharing, decides_commission)
select unnest(names), scope::private.rpc_scope, permissions, acting, acting_with_data_sharing, decides_commission
from (values
  -- Reading tables (row level security).
  (
    '{read_tables}'::text[],
    'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS,CHECK_IN_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS}'::text[],
    true, true, false
  ),
  ('{read_guests}', 'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS,CHECK_IN_ACCESS}', false, true, false),

  -- Planning: tours, schedules, departures, guides.
  ('{read_tours,read_tour,read_tour_picture,read_schedules,read_departure,read_calendar,read_day}', 'company',
    '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS,CHECK_IN_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS}', true, true, false),
  (
    '{save_tour,publish_tour,pause_tour,archive_tour,restore_tour,duplicate_tour,set_tour_picture,'
    'delete_tour_picture,read_tour_forms,import_tours}',
    'company', '{COMPANY_ALL_ACCESS}', true, true, false
  ),
  (
    '{create_departures,save_schedule,split_schedule,end_schedule,save_exception,delete_exception,save_blackout,'
    'delete_blackout}',
    'company', '{COMPANY_ALL_ACCESS}', true, true, false
  ),
  ('{preview_schedule_change,preview_schedule,save_guide_rules}', 'company', '{COMPANY_ALL_ACCESS}', true, true, false),
  ('{add_departure,override_departure,change_departures}', 'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, false),
  -- Commission counts on the day of the departure, and only if it takes place.
  ('{cancel_departures,move_departure}', 'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, true),
  (
    '{assign_guide,unassign_guide,read_planner,suggest_assignments}',
    'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, false
  ),
  -- Guides use these for themselves as well.
  (
    '{read_availability,save_availability,add_time_off,delete_time_off}',
    'company', '{MANAGE_BOOKINGS_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS,CHECK_IN_ACCESS}', true, true, false
  ),
  (
    '{answer_assignment,read_my_month,read_own_calendar_feed}',
    'company', '{CHECK_IN_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS}', false, false, false
  ),

  -- The roll-call.
  ('{check_in_pull,check_in_look_up}', 'company', '{CHECK_IN_ACCESS}', true, true, false),
  ('{check_in_push}', 'company', '{CHECK_IN_ACCESS}', true, true, true),
  ('{read_tour_reports}', 'company', '{TOUR_ATTENDANCE_ACCESS}', true, true, false),
  -- Returns the guest's own link.
  ('{read_payment_link}', 'company', '{CHECK_IN_ACCESS}', false, false, false),

  -- Bookings.
  (
    '{find_bookings,read_booking_totals,read_booking_choices}',
    'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS,CHECK_IN_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS}',
    true, true, false
  ),
  ('{read_booking}', 'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS}', true, true, false),
  (
    '{hold_booking,extend_booking,record_payment,tag_booking,resend_booking}',
    'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, false
  ),
  (
    '{confirm_booking,change_party,move_booking,cancel_booking,release_hold,reject_booking,restore_booking,'
    'mark_no_show,mark_attended,redeem_code}',
    'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, true
  ),
  ('{decide_refund,record_refund,retry_refund}', 'company', '{MANAGE_BOOKINGS_ACCESS}', true, true, false),
  (
    '{edit_booking,issue_invoice,send_document,import_bookings,find_known_rows,read_import_targets}',
    'company', '{MANAGE_BOOKINGS_ACCESS}', false, true, false
  ),
  (
    '{read_booking_views,save_booking_view,delete_booking_view}',
    'company', '{MANAGE_BOOKINGS_ACCESS}', false, true, false
  ),
  ('{read_outbox,resend_message}', 'company', '{MANAGE_BOOKINGS_ACCESS}', false, true, false),
  (
    '{read_document,read_daily_close,read_ledger_export,read_payment_differences}',
    'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS}', false, true, false
  ),
  ('{settle_payment_difference}', 'company', '{MANAGE_BOOKINGS_ACCESS}', false, true, false),
  -- Guests' links, and which partner earns from a booking.
  (
    '{preview_as_guest}',
    'company', '{VIEW_BOOKINGS_ACCESS,MANAGE_BOOKINGS_ACCESS,CHECK_IN_ACCESS}', false, false, false
  ),
  ('{merge_bookings,split_booking,assign_partner}', 'company', '{MANAGE_BOOKINGS_ACCESS}', false, false, true),

  -- Figures.
  ('{read_today,read_figures}', 'company', '{CHECK_IN_REPORTING_ACCESS}', true, true, false),

  -- The company's settings.
  (
    '{read_company_settings,save_company_settings,set_company_logo,delete_company_logo,read_embedding_sites,'
    'delete_embedding_site}',
    'company', '{COMPANY_ALL_ACCESS}', true, true, false
  ),
  (
    '{read_company_data,read_audit,read_team,read_payment_settings,read_ticket_keys,read_first_steps,'
    'record_app_installed}',
    'company', '{COMPANY_ALL_ACCESS}', true, true, false
  ),
  (
    '{read_dead_jobs,retry_job,read_calendar_feeds,delete_calendar_feed}',
    'company', '{COMPANY_ALL_ACCESS}', true, true, false
  ),
  (
    '{read_email_templates,save_email_template,save_review_link,send_test_mail,find_guest,send_guest_data,erase_guest}',
    'company', '{COMPANY_ALL_ACCESS}', false, true, false
  ),
  ('{read_scheduled_exports}', 'company', '{COMPANY_ALL_ACCESS,MANAGE_BOOKINGS_ACCESS}', true, true, false),

  -- Never while acting: team and ownership.
  (
    '{preview_member_removal,set_member_roles,deactivate_member,reactivate_member,invite,resend_invitation,'
    'revoke_invitation}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{offer_ownership,withdraw_ownership,send_device_command,read_mfa_requirement,set_mfa_requirement}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  -- Keys, webhooks, feeds, exports.
  (
    '{save_payment_settings,rotate_ticket_key,revoke_ticket_key}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{read_api_keys,create_api_key,change_api_key,rotate_api_key,revoke_api_key}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{read_webhooks,save_webhook,rotate_webhook_secret,switch_webhook,delete_webhook,test_webhook}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{read_webhook_log,read_webhook_delivery,replay_webhook,preview_webhook}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{create_calendar_feed,change_calendar_feed}',
    'company', '{COMPANY_ALL_ACCESS,CHECK_IN_ACCESS,INDIVIDUAL_SCHEDULE_ACCESS}', false, false, false
  ),
  (
    '{save_scheduled_export,switch_scheduled_export,delete_scheduled_export,send_export_now}',
    'company', '{COMPANY_ALL_ACCESS,MANAGE_BOOKINGS_ACCESS}', false, false, false
  ),
  (
    '{request_company_export,open_company_export,close_company,cancel_company_closing}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  -- Money and agreements with partners.
  (
    '{read_codes,save_code,read_pay_rules,save_pay_rule,settle_guide_month}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  ('{read_guide_statement}', 'company', '{CHECK_IN_REPORTING_ACCESS,TOUR_ATTENDANCE_ACCESS}', false, false, false),
  (
    '{read_agreements,propose_agreement,answer_agreement,share_guests,end_agreement,set_allotments,set_account_limit}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),
  (
    '{record_account_payment,correct_account_payment,read_account,read_referrals,read_statement,answer_statement}',
    'company', '{COMPANY_ALL_ACCESS}', false, false, false
  ),

  -- People of a partner organisation.
  (
    '{read_organisation_settings,save_organisation_settings,set_organisation_logo,delete_organisation_logo,'
    'create_statement,withdraw_statement}',
    'organisation', '{ORGANISATION_ALL_ACCESS}', false, false, false
  ),
  ('{read_overseen_figures}', 'organisation', '{ORGANISATION_ALL_ACCESS}', false, false, false),
  (
    '{create_referral_link,delete_referral_link,read_partner_availability,book_as_partner}',
    'organisation', '{ORGANISATION_ALL_ACCESS,TRUSTED_PARNER_ACCESS}', false, false, false
  ),
  (
    '{find_partner_bookings,read_partner_booking_totals,read_partner_booking_choices,read_partner_booking}',
    'organisation', '{ORGANISATION_ALL_ACCESS,TRUSTED_PARNER_ACCESS}', false, false, false
  ),
  ('{set_company_status}', 'platform', '{ALL_ACCESS}', false, false, false),

  -- Everybody, for their own account.
  (
    '{impersonate,stop_impersonating,register_company,register_organisation,accept_invitation,answer_ownership,'
    'read_ownership_offers,read_companies_awaiting_mfa}',
    'person', '{}', false, false, false
  ),
  (
    '{change_own_profile,read_emergency_contact,save_emergency_contact,report_device,confirm_device_wipe,'
    'dismiss_notices,read_pending_requests}',
    'person', '{}', false, false, false
  ),
  -- Anybody. Most need the token of a link.
  (
    '{read_invitation,confirm_invited_address,guest_read_operator,guest_read_availability,'
    'guest_read_next_departures,guest_read_directory,guest_read_partner,guest_read_site,guest_read_link_operator}',
    'guest', '{}', false, false, false
  ),
  (
    '{guest_read_booking,guest_hold,guest_take_over_hold,guest_extend,guest_confirm,guest_cancel,guest_move,'
    'guest_edit,guest_report_delay,guest_read_payment}',
    'guest', '{}', false, false, false
  ),
  (
    '{guest_redeem,guest_unsubscribe,guest_record_click,guest_record_embedding,report_mail_limit}',
    'guest', '{}', false, false, false
  )
) as rpc_group (names, scope, permissions, acting, acting_with_data_sharing, decides_commission);
