-- Referrals: partner links, clicks, referred bookings, and commission as an append-only ledger. ADR 058

create table private.referral_links (
  id uuid primary key,
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  tour_id uuid references public.tours (id),
  code text not null unique check (code ~ '^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{8}$'),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
comment on table private.referral_links is
  'Links of a partner to a company or one of its tours; each has a code that the URL carries as `ref`.';
comment on column private.referral_links.name is 'Placement of the link, in the partner''s words.';
comment on column private.referral_links.ended_at is
  'Time of removal; the link still leads to the page, but no longer earns commission.';
create index referral_links_organisation_id_idx on private.referral_links (organisation_id);
create index referral_links_company_id_idx on private.referral_links (company_id);
create index referral_links_tour_id_idx on private.referral_links (tour_id) where tour_id is not null;
alter table private.referral_links enable row level security, force row level security;

create table private.link_clicks (
  link_id uuid not null references private.referral_links (id),
  day date not null,
  clicks bigint not null default 0 check (clicks >= 0),
  primary key (link_id, day)
);
comment on table private.link_clicks is
  'Clicks on a link per local day of the company. Nothing about the visitor is stored.';
alter table private.link_clicks enable row level security, force row level security;

create table private.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id),
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  link_id uuid references private.referral_links (id),
  rate jsonb not null,
  currency text not null,
  made_at timestamptz not null default now(),
  updated_at timestamptz not null default '-infinity',
  due_at timestamptz,
  counted_by public.attendance_rule,
  constraint referrals_once unique (booking_id, organisation_id)
);
comment on table private.referrals is
  'Partner that sent a booking, with the rate agreed when it was confirmed; later terms do not change it.';
comment on column private.referrals.link_id is 'Null: through the partner''s own page, or assigned by the office.';
comment on column private.referrals.rate is '{"percent"} of the price or {"amount"} per guest.';
comment on column private.referrals.updated_at is 'Time at which its lines were last updated; -infinity: never.';
comment on column private.referrals.due_at is 'Time at which pending commission is earned or lost.';
comment on column private.referrals.counted_by is
  'Attendance rule on the day it was earned or lost; later rules do not change it.';
create index referrals_due_at_idx on private.referrals (due_at) where updated_at < due_at;
create index referrals_organisation_id_idx on private.referrals (organisation_id, company_id);
create index referrals_company_id_idx on private.referrals (company_id);
create index referrals_link_id_idx on private.referrals (link_id) where link_id is not null;
alter table private.referrals enable row level security, force row level security;

create table private.referred_guests (
  guest_id uuid primary key references public.guests (id) on delete cascade,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  price numeric not null
);
comment on table private.referred_guests is
  'Original booking of guests whose bookings were merged, with their share of its price then. The partner of the '
  'original booking earns for them, wherever they are now.';
create index referred_guests_booking_id_idx on private.referred_guests (booking_id);
alter table private.referred_guests enable row level security, force row level security;

create type private.commission_state as enum ('pending', 'earned');
comment on type private.commission_state is
  'Pending until attendance is known, then earned; settled by a statement that both sides accept.';

create table private.commission_lines (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null references private.referrals (id),
  state private.commission_state not null,
  amount bigint not null check (amount <> 0),
  made_at timestamptz not null default clock_timestamp()
);
comment on table private.commission_lines is
  'Commission ledger in minor units, append-only. A booking''s commission is the sum of its lines by state.';
create index commission_lines_referral_id_idx on private.commission_lines (referral_id);
alter table private.commission_lines enable row level security, force row level security;

create type private.statement_state as enum ('issued', 'agreed', 'disputed', 'withdrawn');
comment on type private.statement_state is
  'The company''s answer to a statement; withdrawn: the partner took it back and its lines are free for another.';

create table private.commission_statements (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references public.organisations (id),
  company_id uuid not null references public.companies (id),
  month date not null check (extract(day from month) = 1),
  currency text not null,
  amount bigint not null,
  state private.statement_state not null default 'issued',
  dispute_reason text check (length(dispute_reason) between 1 and 1000),
  made_at timestamptz not null default now(),
  answered_at timestamptz
);
comment on table private.commission_statements is
  'Commission owed for a month: everything earned until its end that is in no earlier statement.';
comment on column private.commission_statements.dispute_reason is 'Reason why the company disputes it.';
create unique index commission_statements_once on private.commission_statements (
  organisation_id, company_id, month, currency) where state <> 'withdrawn';
create index commission_statements_organisation_id_idx on private.commission_statements (organisation_id, company_id);
create index commission_statements_company_id_idx on private.commission_statements (company_id);
alter table private.commission_statements enable row level security, force row level security;

create table private.statement_lines (
  line_id uuid not null references private.commission_lines (id),
  statement_id uuid not null references private.commission_statements (id),
  facts jsonb not null,
  primary key (line_id, statement_id)
);
comment on table private.statement_lines is
  'Lines of statements. A line is in at most one statement that is not withdrawn.';
comment on column private.statement_lines.facts is
  'Details at the time of the statement: {"reference", "titles", "local_date", "guests", "price", "rate", "link"}.';
create index statement_lines_statement_id_idx on private.statement_lines (statement_id);
alter table private.statement_lines enable row level security, force row level security;

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Rows of % cannot be changed: insert a new row instead', tg_table_name;
end
$$;
comment on function private.refuse_change is 'Trigger of ledgers: refuses updates and deletions.';
create trigger refuse_change before update or delete or truncate on private.commission_lines
  for each statement execute function private.refuse_change();
create trigger refuse_change before update or delete or truncate on private.statement_lines
  for each statement execute function private.refuse_change();

create function private.prevent_double_settlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.statement_lines as line_row
    join private.commission_statements as s on s.id = line_row.statement_id
    where line_row.line_id = new.line_id and line_row.statement_id <> new.statement_id and s.state <> 'withdrawn')
  then
    raise unique_violation using message = 'a commission line can be in only one statement';
  end if;
  return new;
end
$$;
comment on function private.prevent_double_settlement is
  'Trigger of statement lines: refuses a line that is in another statement. Relies on statements of a partner and a '
  'company being made one at a time.';
create trigger prevent_double_settlement before insert on private.statement_lines
  for each row execute function private.prevent_double_settlement();
