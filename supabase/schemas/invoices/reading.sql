-- Reading and mailing documents, and the ledger's movements. ADR 046

create function private.document_json(document public.documents) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (document).id,
  'kind', (document).kind,
  'number', private.document_number(document),
  'issued_on', (document).issued_on,
  'currency', (document).currency,
  'gross', (document).gross);
comment on function private.document_json is 'Returns a document for lists.';

create function private.readable_document(document uuid) returns public.documents
language plpgsql stable security definer set search_path = ''
as $$
declare
  document_row public.documents;
begin
  select * into document_row from public.documents as d
  where d.id = document and private.may('read_document', d.company_id);
  return document_row;
end
$$;
comment on function private.readable_document is
  'Returns a document if the caller may see the company''s guests, else nulls.';

create function private.document_content(document public.documents) returns jsonb
language sql stable
return private.document_json(document)
  || jsonb_build_object(
    'net', (document).net,
    'vat', (document).vat,
    'lines', (document).lines,
    'subject', (document).subject,
    'seller', (document).seller,
    'buyer', (document).buyer,
    'locale', (document).locale,
    'refers_to', to_jsonb((document).refers_to));
comment on function private.document_content is 'Returns a document''s full content for print and mails.';

create function public.read_document(document uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  read public.documents;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  read := private.readable_document(document);
  if read.id is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object('status', 'ok', 'document', private.document_content(read));
end
$$;
comment on function public.read_document is
  'Returns a document as issued, or not_found if it is unknown or the caller may not see the company''s guests.';

grant execute on function public.read_document(uuid) to authenticated;

create function public.send_document(request uuid, document uuid, recipient text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  read public.documents;
  sent_as uuid;
begin
  if (select auth.uid()) is null then return '{"status": "signed_out"}'; end if;
  read := private.readable_document(document);
  if read.id is null then return '{"status": "not_found"}'; end if;
  if not private.may('send_document', read.company_id) then return '{"status": "not_permitted"}'; end if;
  if request is null or not private.is_email_address(private.normalize_email_address(recipient)) then
    return '{"status": "invalid"}';
  end if;
  sent_as := private.enqueue_mail(
    'booking-document',
    recipient,
    read.locale,
    jsonb_build_object('document', private.document_content(read)),
    company => read.company_id,
    dedupe_key => 'send_document:' || request,
    booking => read.booking_id);
  perform private.log_change(read.company_id, 'send_document', jsonb_build_object('id', read.id), null);
  return jsonb_build_object('status', 'ok', 'message_id', sent_as);
end
$$;
comment on function public.send_document is
  'Mails a document as issued: {"message_id"}. Idempotent per request id. Refusals: invalid (bad address), '
  'not_permitted, not_found, signed_out.';

create function private.ledger_movements(company uuid, from_date date, to_date date)
returns table (
  at timestamptz,
  booking_id uuid,
  is_refund boolean,
  amount bigint,
  currency text,
  method public.payment_method,
  user_id uuid,
  provider text,
  reference text,
  payment_id uuid,
  refund_id uuid)
language sql stable security definer set search_path = ''
as $$
  with day as (
    select private.instant_in(c.time_zone, from_date) as begins, private.instant_in(c.time_zone, to_date + 1) as ends
    from public.companies as c
    where c.id = ledger_movements.company)
  select
    p.received_at,
    p.booking_id,
    false,
    p.amount,
    p.currency,
    p.method,
    p.user_id,
    p.provider,
    p.reference,
    p.id,
    null::uuid
  from public.payments as p, day
  where p.company_id = ledger_movements.company and p.status = 'RECEIVED'
    and private.is_cash_flow(p.method) and p.provider is distinct from 'opening'
    and p.received_at >= day.begins and p.received_at < day.ends
  union all
  select
    r.refunded_at,
    r.booking_id,
    true,
    r.amount,
    r.currency,
    coalesce(r.method, 'other'),
    r.user_id,
    r.provider,
    r.reference,
    null,
    r.id
  from public.refunds as r, day
  where r.company_id = ledger_movements.company and r.status = 'REFUNDED'
    and private.is_cash_flow(r.method) and r.refunded_at >= day.begins
    and r.refunded_at < day.ends$$;
comment on function private.ledger_movements is
  'Returns a company''s payments and refunds in a range of its local days, without transfers between bookings, '
  'imported payments and partner accounts.';

grant execute on function public.send_document(uuid, uuid, text) to authenticated;
