-- Receipts, invoices and credit notes for the ledger. ADR 046

create type public.document_kind as enum ('receipt', 'invoice', 'credit_note');
comment on type public.document_kind is
  'Kind of document. A receipt and an invoice confirm money, an invoice names the buyer; a credit note takes back.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: numbered documents must be kept.
  company_id uuid not null references public.companies (id),
  booking_id uuid not null references public.bookings (id),
  kind public.document_kind not null,
  year smallint not null,
  number integer not null check (number > 0),
  issued_at timestamptz not null,
  issued_on date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  gross bigint not null check (gross > 0),
  net bigint not null,
  vat bigint not null,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  subject jsonb not null,
  seller jsonb not null,
  buyer jsonb,
  locale public.locale not null,
  payment_id uuid references public.payments (id),
  refund_id uuid references public.refunds (id),
  refers_to text[] not null default '{}',
  constraint documents_number_once unique (company_id, kind, year, number),
  constraint documents_add_up check (net + vat = gross),
  constraint documents_year_is_of_its_day check (year = extract(year from issued_on)),
  constraint documents_of_one_row check (payment_id is null or refund_id is null),
  constraint documents_invoice_names_its_buyer check ((kind = 'invoice') <= (buyer is not null))
);
comment on table public.documents is
  'Issued documents, never changed or deleted. Numbers have no gaps per company, kind and year.';
comment on column public.documents.year is 'Year of issued_on.';
comment on column public.documents.gross is 'Minor units, always positive; the kind gives the direction.';
comment on column public.documents.lines is
  'Lines as issued: [{"type", "quantity", "unit", "rate", "gross", "net", "vat"}]; rate in percent, or null if none '
  'is set. Gross is the line''s share of this document.';
comment on column public.documents.subject is
  'What was sold: {"title", "starts_at", "time_zone", "reference", "total", "discount"?, "due"?}; due: part of an '
  'invoice that was still unpaid.';
comment on column public.documents.seller is
  'Seller''s details when issued: {"name", "address", "vat_number", "note", "email", "phone"}.';
comment on column public.documents.buyer is '{"name", "address", "vat_number"}; null if no invoice was requested.';
comment on column public.documents.payment_id is
  'Payment that it documents; null for an invoice that replaces receipts and for the credit note of those.';
comment on column public.documents.refers_to is 'Numbers of the documents that a credit note corrects.';
create index documents_booking_id_idx on public.documents (booking_id);
create index documents_company_id_idx on public.documents (company_id, issued_on);
create index documents_payment_id_idx on public.documents (payment_id) where payment_id is not null;
create index documents_refund_id_idx on public.documents (refund_id) where refund_id is not null;
alter table public.documents enable row level security, force row level security;
grant select on public.documents to authenticated;
create policy "readers of all bookings can read documents" on public.documents
  for select to authenticated using (company_id in (select private.companies_with_visible_guests()));

create function private.protect_documents() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = '55000', message = 'issued documents cannot be changed';
end
$$;
comment on function private.protect_documents is 'Trigger: refuses every change of an issued document.';
create trigger protect_documents before update or delete on public.documents
  for each row execute function private.protect_documents();
create trigger protect_all_documents before truncate on public.documents
  for each statement execute function private.protect_documents();

create table private.document_counters (
  company_id uuid not null references public.companies (id),
  kind public.document_kind not null,
  year smallint not null,
  last integer not null,
  last_at timestamptz not null,
  primary key (company_id, kind, year)
);
comment on table private.document_counters is
  'Last number of each kind and year. Rolled back together with the document, so that numbers have no gaps.';
alter table private.document_counters enable row level security, force row level security;

create table private.document_buyers (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  buyer jsonb not null
);
comment on table private.document_buyers is
  'Buyer of a booking for which an invoice was requested; later payments get invoices as well.';
alter table private.document_buyers enable row level security, force row level security;

create table private.open_invoices (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  amount bigint not null check (amount >= 0)
);
comment on table private.open_invoices is
  'Amount of a booking that was invoiced before it was paid and is still unpaid. The ledger plus this amount equals '
  'its documents.';
alter table private.open_invoices enable row level security, force row level security;

create table private.invoice_payments (
  payment_id uuid primary key references public.payments (id) on delete cascade,
  amount bigint not null check (amount > 0)
);
comment on table private.invoice_payments is 'Payments for an earlier invoice; they need no document.';
alter table private.invoice_payments enable row level security, force row level security;

create function private.document_number(document public.documents) returns text
language sql immutable parallel safe
return case (document).kind when 'receipt' then 'R' when 'invoice' then 'I' else 'C' end
  || '-'
  || (document).year
  || '-'
  || lpad((document).number::text, 4, '0');
comment on function private.document_number is
  'Returns a document''s printed number: R-2026-0042, I- for invoices, C- for credit notes.';

create function private.documented_amount(booking uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(case when kind = 'credit_note' then -gross else gross end), 0)::bigint
    from public.documents
    where booking_id = booking);
end
$$;
comment on function private.documented_amount is
  'Returns the sum of a booking''s receipts and invoices minus its credit notes.';

create function private.document_lines(booking public.bookings, amount bigint, is_credit boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  tour constant uuid := (select tour_id from public.departures where id = booking.departure_id);
begin
  return (
    with sold as (
      select line ->> 'type' as type, (line ->> 'amount')::bigint as unit,
        coalesce(category.vat_rate, t.vat_rate) as rate, sum((line ->> 'quantity')::bigint) as quantity
      from jsonb_array_elements(coalesce(booking.price_snapshot -> 'categories', '[]')) as line
      left join public.price_categories as category on category.id = (line ->> 'price_category_id')::uuid
      join public.tours as t on t.id = coalesce(category.tour_id, tour) group by 1, 2, 3),
    documented as (
      select
        line ->> 'type' as type,
        (line ->> 'unit')::bigint as unit,
        (line ->> 'rate')::numeric as rate,
        max((line ->> 'quantity')::bigint) as quantity,
        sum(sign * (line ->> 'gross')::bigint) as gross,
        sum(sign * (line ->> 'vat')::bigint) as vat
      from (
        select lines, case when kind = 'credit_note' then -1 else 1 end as sign
        from public.documents
        where booking_id = booking.id) as issued, jsonb_array_elements(issued.lines) as line
      group by 1, 2, 3),
    candidates as (
      -- Priority 1: a credit takes back what was charged. 2: a charge covers what is not charged yet, if that is
      -- enough. 3: else the whole price again. 4: a single line, as there are no priced ones.
      select 1 as priority, type, unit, rate, quantity, gross as weight, vat as whole_vat
      from documented
      where is_credit and gross > 0
      union all
      select
        2,
        sold.type,
        sold.unit,
        sold.rate,
        sold.quantity,
        sold.unit * sold.quantity - greatest(coalesce(documented.gross, 0), 0),
        null
      from sold
      left join documented
        on (documented.type, documented.unit) = (sold.type, sold.unit)
          and documented.rate is not distinct from sold.rate
      where not is_credit
      union all
      select 3, type, unit, rate, quantity, unit * quantity, null
      from sold
      union all
      select 4, null, null, (select vat_rate from public.tours where id = tour), null, 1, null),
    chosen as (
      select * from candidates
      where weight > 0
        and priority = (
          select min(c.priority) from candidates as c
          where c.weight > 0
            and (
              c.priority <> 2
                or (
                  select sum(uncharged.weight) from candidates as uncharged
                  where uncharged.priority = 2 and uncharged.weight > 0) >= amount))),
    parts as (
      select *, floor(amount::numeric * weight / sum(weight) over ())::bigint as part,
        (amount::numeric * weight) % sum(weight) over () as rest
      from chosen),
    shares as (
      -- Largest remainder method.
      select *,
        part + (row_number() over (
          order by rest desc, type, unit desc, rate) <= amount - sum(part) over ())::integer as share
      from parts),
    taxed as (
      select *,
        case
          when priority = 1 and share = weight then whole_vat
          else round(share * coalesce(rate, 0) / (100 + coalesce(rate, 0)))::bigint
        end as tax
      from shares
      where share > 0)
    select jsonb_agg(
      jsonb_build_object(
        'type', type,
        'quantity', quantity,
        'unit', unit,
        'rate', rate,
        'gross', share,
        'net', share - tax,
        'vat', tax) order by type::public.price_category_type nulls last,
      unit desc,
      rate)
    from taxed);
end
$$;
comment on function private.document_lines is
  'Distributes an amount over a booking''s price lines: a charge over the part not charged yet, a credit over the '
  'part charged, so that lines and VAT return to zero when all is credited.';

create function private.issue_document(
  kind public.document_kind,
  booking public.bookings,
  amount bigint,
  payment uuid default null,
  refund uuid default null,
  buyer jsonb default null,
  due bigint default 0
) returns public.documents
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  company public.companies;
  departure public.departures;
  at timestamptz;
  day date;
  counted private.document_counters;
  spread jsonb;
  new_document public.documents;
begin
  -- One lock for all kinds of a company, so that issuing two kinds cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('documents:' || booking.company_id, 0));
  at := clock_timestamp();
  select * into company from public.companies where id = booking.company_id;
  select * into departure from public.departures where id = booking.departure_id;
  day := (at at time zone company.time_zone)::date;
  insert into private.document_counters as c values (company.id, issue_document.kind, extract(year from day), 1, at)
  -- A clock that was set back must not date a document before its predecessor.
  on conflict (company_id, kind, year) do update set last = c.last + 1, last_at = greatest(c.last_at, excluded.last_at)
  returning c.* into counted;
  spread := private.document_lines(booking, amount, issue_document.kind = 'credit_note');
  insert into public.documents (
    company_id,
    booking_id,
    kind,
    year,
    number,
    issued_at,
    issued_on,
    currency,
    gross,
    net,
    vat,
    lines,
    subject,
    seller,
    buyer,
    locale,
    payment_id,
    refund_id,
    refers_to)
  select
    company.id,
    booking.id,
    issue_document.kind,
    counted.year,
    counted.last,
    counted.last_at,
    (counted.last_at at time zone company.time_zone)::date,
    booking.currency,
    amount,
    (select sum((line ->> 'net')::bigint) from jsonb_array_elements(spread) as line),
    (select sum((line ->> 'vat')::bigint) from jsonb_array_elements(spread) as line),
    spread,
    jsonb_build_object(
      'title', private.in_locale(private.localised(departure.tour_id, 'title'), booking.locale::text),
      'starts_at', private.iso(departure.starts_at),
      'time_zone', company.time_zone,
      'reference', booking.reference,
      'total', booking.total_amount)
      || case
        when booking.price_snapshot ? 'discount' then
          jsonb_build_object('discount', booking.price_snapshot -> 'discount')
        else '{}'
      end
      || case when issue_document.due > 0 then jsonb_build_object('due', issue_document.due) else '{}' end,
    jsonb_build_object(
      'name', coalesce(company.legal_name, company.name),
      'address', company.legal_address,
      'vat_number', company.vat_number,
      'note', company.document_note,
      'email', company.contact_email,
      'phone', company.contact_phone),
    issue_document.buyer,
    booking.locale,
    issue_document.payment,
    issue_document.refund,
    case
      when issue_document.kind = 'credit_note' then
        array(
          select private.document_number(d) from public.documents as d
          where d.booking_id = booking.id and d.kind <> 'credit_note' order by d.issued_at, d.number)
      else '{}'
    end
  returning * into new_document;
  return new_document;
end
$$;
comment on function private.issue_document is
  'Issues a document with the next number of its kind and year, from the current data, and returns it.';

create function private.document_ledger(booking uuid, payment uuid, refund uuid, expected bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  documented bigint;
  part bigint;
  buyer jsonb;
begin
  select * into stored from public.bookings where id = booking;
  perform pg_advisory_xact_lock(hashtextextended('documents:' || stored.company_id, 0));
  select coalesce(sum(case when d.kind = 'credit_note' then -d.gross else d.gross end), 0) into documented
  from public.documents as d where d.payment_id = payment or d.refund_id = refund;
  -- A payment of an open invoice is documented already; taking it back reopens the invoice.
  documented := documented + coalesce((
    select i.amount from private.invoice_payments as i where i.payment_id = payment), 0);
  if payment is not null and expected > documented then
    select least(o.amount, expected - documented) into part from private.open_invoices as o
    where o.booking_id = booking;
    if part > 0 then
      update private.open_invoices as o set amount = o.amount - part where o.booking_id = booking;
      insert into private.invoice_payments as i
      values (payment, part)
      on conflict (payment_id) do update
      set amount = i.amount + excluded.amount;
      documented := documented + part;
    end if;
  elsif payment is not null and expected < documented then
    delete from private.invoice_payments as i where i.payment_id = payment returning i.amount into part;
    if part > 0 then
      insert into private.open_invoices as o
      values (booking, part)
      on conflict (booking_id) do update
      set amount = o.amount + excluded.amount;
      documented := documented - part;
    end if;
  end if;
  if documented = expected then return; end if;
  select b.buyer into buyer from private.document_buyers as b where b.booking_id = booking;
  perform private.issue_document(
    case
      when expected < documented then 'credit_note'
      when buyer is null then 'receipt'
      else 'invoice'
    end::public.document_kind,
    stored,
    abs(expected - documented),
    payment,
    refund,
    buyer);
end
$$;
comment on function private.document_ledger is
  'Issues the document that is missing until the documents of a payment or refund equal its amount.';

create function private.credit_settled_invoice(booking uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stored public.bookings;
  due bigint;
  too_much bigint;
begin
  if not exists (select from private.open_invoices as o where o.booking_id = booking and o.amount > 0) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(
    'documents:' || (select company_id from public.bookings where id = booking), 0));
  -- Deferred triggers run in any order: received money is documented first.
  perform private.document_ledger(
    booking, p.id, null, case when p.status = 'RECEIVED' then p.amount else 0 end
  ) from public.payments as p where p.booking_id = booking
    and private.is_cash_flow(p.method) and p.provider is distinct from 'opening';
  select * into stored from public.bookings where id = booking;
  due := case
    when private.is_released_status(stored.status) then 0
    else greatest(stored.total_amount - private.paid_amount(booking), 0)
  end;
  select o.amount - due into too_much from private.open_invoices as o where o.booking_id = booking;
  if too_much > 0 then
    perform private.issue_document('credit_note', stored, too_much);
    update private.open_invoices as o set amount = o.amount - too_much where o.booking_id = booking;
  end if;
end
$$;
comment on function private.credit_settled_invoice is
  'Issues a credit note for the part of an invoice that is no longer owed.';

create function private.credit_settled_invoices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.credit_settled_invoice((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end
$$;
comment on function private.credit_settled_invoices is
  'Deferred trigger: credits invoices of a booking that became cheaper, ended, or was paid from another booking.';

create function private.document_payment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row_now public.payments;
begin
  -- Read at commit: a payment that the same push took back needs no document.
  select * into row_now from public.payments where id = new.id;
  if row_now.id is not null then
    perform private.document_ledger(
      row_now.booking_id, row_now.id, null, case when row_now.status = 'RECEIVED' then row_now.amount else 0 end);
    perform private.credit_settled_invoice(row_now.booking_id);
  end if;
  return null;
end
$$;
comment on function private.document_payment is
  'Deferred trigger: issues a receipt or invoice for a payment, a credit note when it is taken back.';

create function private.document_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row_now public.refunds;
begin
  select * into row_now from public.refunds where id = new.id;
  if row_now.id is not null then
    perform private.document_ledger(
      row_now.booking_id, null, row_now.id, case when row_now.status = 'REFUNDED' then -row_now.amount else 0 end);
  end if;
  return null;
end
$$;
comment on function private.document_refund is
  'Deferred trigger: issues a credit note for a sent refund, a receipt if the money comes back.';

create function private.copy_buyer(former uuid, booking uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.document_buyers (booking_id, buyer)
  select copy_buyer.booking, b.buyer
  from private.document_buyers as b
  where b.booking_id = former$$;
comment on function private.copy_buyer is 'Copies the buyer of a booking to a booking that was split off.';
