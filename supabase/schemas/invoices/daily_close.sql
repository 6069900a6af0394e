-- Issuing invoices, the daily close and the ledger's export. ADR 046

create function private.issue_invoice(actor private.booking_actor, booking public.bookings, input jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  facts constant jsonb := private.booking_facts(booking);
  buyer constant jsonb := jsonb_build_object(
    'name', private.parse_text_field(input, 'name', 200),
    'address', private.parse_text_field(input, 'address', 500),
    'vat_number', private.parse_text_field(input, 'vat_number', 40));
  documented bigint;
  due bigint;
  amount bigint;
  new_document public.documents;
begin
  if buyer ->> 'name' is null or buyer ->> 'address' is null then return '{"status": "invalid"}'; end if;
  perform pg_advisory_xact_lock(hashtextextended('documents:' || booking.company_id, 0));
  documented := private.documented_amount(booking.id);
  -- An active booking is invoiced with the amount that is still due.
  due := case
    when booking.status in ('CONFIRMED', 'PENDING') then
      greatest(booking.total_amount - private.paid_amount(booking.id), 0)
    else 0
  end;
  -- Refunds of gift vouchers or imported payments can leave more credit notes than receipts. The invoice is not reduced
  -- by them: they belong to money that was documented elsewhere.
  amount := greatest(documented, 0) - coalesce((
    select o.amount from private.open_invoices as o where o.booking_id = booking.id), 0) + due;
  if amount <= 0 then return '{"status": "nothing_paid"}'; end if;
  insert into private.document_buyers
  values (booking.id, buyer)
  on conflict (booking_id) do update
  set buyer = excluded.buyer;
  -- Issued documents are never changed, so a credit note takes them back.
  if documented > 0 then perform private.issue_document('credit_note', booking, documented); end if;
  new_document := private.issue_document('invoice', booking, amount, buyer => buyer, due => due);
  insert into private.open_invoices as o
  values (booking.id, due)
  on conflict (booking_id) do update
  set amount = excluded.amount;
  perform private.log_booking_change(
    actor, booking.id, 'issue_invoice', facts, jsonb_build_object('number', private.document_number(new_document)));
  return private.booking_response(booking.id, jsonb_build_object('document_id', new_document.id));
end
$$;
comment on function private.issue_invoice is
  'Replaces a booking''s documents by an invoice to a buyer, {"name", "address", "vat_number"?}, over what was paid '
  'and, while it is active, what is due. Later payments beyond that get invoices, too. Returns the booking, or '
  'nothing_paid or invalid.';

create function public.read_daily_close(company uuid, day date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('read_daily_close', company) then return '{"status": "not_permitted"}'; end if;
  if day is null then return '{"status": "invalid"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'rows', coalesce((
      select jsonb_agg(
        jsonb_build_object(
          'currency', sums.currency,
          'method', sums.method,
          'actor', case
            when sums.user_id is not null then
              jsonb_build_object('id', sums.user_id, 'name', private.actor_name(sums.user_id))
          end,
          'is_online', sums.is_online,
          'received', sums.received,
          'refunded', sums.refunded,
          'count', sums.n) order by sums.currency,
        sums.method,
        sums.is_online,
        sums.received desc,
        sums.user_id)
      from (
        -- Payments by gift voucher have the provider 'gift', but no online payment.
        select
          m.currency,
          m.method,
          m.user_id,
          coalesce(m.provider, 'gift') <> 'gift' as is_online,
          count(*) as n,
          coalesce(sum(m.amount) filter (where not m.is_refund), 0) as received,
          coalesce(sum(m.amount) filter (where m.is_refund), 0) as refunded
        from private.ledger_movements(company, day, day) as m group by 1, 2, 3, 4) as sums), '[]'));
end
$$;
comment on function public.read_daily_close is
  'Returns a company''s received and refunded amounts of one local day by currency, method and person; actor is null '
  'for guests and automatic refunds. Refusals: invalid, not_permitted, signed_out.';

create function public.read_ledger_export(company uuid, from_date date, to_date date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  row_limit constant integer := 20000;
  zone constant text := (select c.time_zone from public.companies as c where c.id = company);
  money jsonb;
  papers jsonb;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  if not private.may('read_ledger_export', company) then return '{"status": "not_permitted"}'; end if;
  if (to_date - from_date between 0 and 366) is not true then return '{"status": "invalid"}'; end if;
  if (select count(*) > row_limit from private.ledger_movements(company, from_date, to_date))
    or (
      select count(*) > row_limit from public.documents as d
      where d.company_id = company and d.issued_on between from_date and to_date)
  then
    return jsonb_build_object('status', 'too_many', 'max', row_limit);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'date', (m.at at time zone zone)::date,
    'time', to_char(m.at at time zone zone, 'HH24:MI'),
    'is_refund', m.is_refund,
    'amount', m.amount,
    'currency', m.currency,
    'method', m.method,
    'actor', private.actor_name(m.user_id),
    'booking', b.reference,
    'provider', m.provider,
    'reference', m.reference,
    'documents', coalesce((
      select string_agg(private.document_number(d), ' ' order by d.issued_at, d.number)
      from public.documents as d
      where d.payment_id = m.payment_id or d.refund_id = m.refund_id), '')
  ) order by m.at, b.reference), '[]') into money
  from private.ledger_movements(company, from_date, to_date) as m
  join public.bookings as b on b.id = m.booking_id;
  select coalesce(jsonb_agg(jsonb_build_object(
    'number', private.document_number(d),
    'kind', d.kind,
    'date', d.issued_on,
    'booking', b.reference,
    'buyer', d.buyer ->> 'name',
    'vat_number', d.buyer ->> 'vat_number',
    'currency', d.currency,
    'rates', (
      select jsonb_agg(jsonb_build_object(
        'rate', rates.rate, 'gross', rates.gross, 'net', rates.net, 'vat', rates.vat
      ) order by rates.rate desc nulls last)
      from (
        select (line ->> 'rate')::numeric as rate, sum((line ->> 'gross')::bigint) as gross,
          sum((line ->> 'net')::bigint) as net, sum((line ->> 'vat')::bigint) as vat
        from jsonb_array_elements(d.lines) as line group by 1) as rates),
    'refers_to', to_jsonb(d.refers_to)) order by d.kind, d.year, d.number), '[]') into papers
  from public.documents as d join public.bookings as b on b.id = d.booking_id
  where d.company_id = company and d.issued_on between from_date and to_date;
  return jsonb_build_object('status', 'ok', 'money', money, 'documents', papers);
end
$$;
comment on function public.read_ledger_export is
  'Returns ledger rows with their documents, and documents by VAT rate, for up to 367 days: {"money", "documents"}. '
  'Refusals: invalid, too_many (with the limit), not_permitted, signed_out.';

grant execute on function
  public.read_daily_close(uuid, date),
  public.read_ledger_export(uuid, date, date)
to authenticated;
