-- Unsubscribing by a link. ADR 043

create function private.mail_suppression(mail private.outbox_messages) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  reason constant private.suppression_reason := private.find_suppression(mail.recipient);
begin
  return case
    when reason = 'bounced' then 'bounced'
    when private.is_about_booking(mail.template) then null
    when reason = 'complained' or private.has_unsubscribed(mail.company_id, mail.recipient) then 'unsubscribed' end;
end
$$;
comment on function private.mail_suppression is
  'Returns why a mail is not sent, bounced or unsubscribed, or null. A complaint does not stop mails about a booking.';

create function private.unsubscribe_secrets(mail private.outbox_messages) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  token text;
begin
  if mail.company_id is null
    or private.is_about_booking(mail.template)
    or mail.data ? 'isTest'
    or mail.secrets ? 'unsubscribe'
  then
    return mail.secrets;
  end if;
  token := private.generate_token();
  insert into private.unsubscribe_links (token_hash, company_id, address_hash)
  values (encode(sha256(convert_to(token, 'UTF8')), 'hex'), mail.company_id, private.address_hash(mail.recipient));
  update private.outbox_messages as m
  set secrets = coalesce(m.secrets, '{}') || jsonb_build_object('unsubscribe', token)
  where m.id = mail.id
  returning m.secrets into mail.secrets;
  return mail.secrets;
end
$$;
comment on function private.unsubscribe_secrets is
  'Returns a mail''s secrets, with an unsubscribe token if it is not about a booking; the same at each try.';

create function public.guest_unsubscribe(token text, is_sure boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  refused constant jsonb := private.consume_guest_rate_limit();
  hash constant text := encode(sha256(convert_to(coalesce(token, ''), 'UTF8')), 'hex');
  link private.unsubscribe_links;
begin
  if refused is not null then return refused; end if;
  if is_sure then
    update private.unsubscribe_links
    set unsubscribed_at = coalesce(unsubscribed_at, clock_timestamp())
    where token_hash = hash;
  end if;
  select * into link from private.unsubscribe_links where token_hash = hash;
  if link.token_hash is null then return '{"status": "not_found"}'; end if;
  return jsonb_build_object(
    'status', 'ok',
    'company', (select c.name from public.companies as c where c.id = link.company_id),
    'is_unsubscribed', link.unsubscribed_at is not null);
end
$$;
comment on function public.guest_unsubscribe is
  'Returns the company behind an unsubscribe link, and with is_sure unsubscribes the address. Without it nothing '
  'changes, as mail programs prefetch links. Refusals: not_found, rate_limited.';
grant execute on function public.guest_unsubscribe(text, boolean) to anon, authenticated;

create function private.tidy_unsubscribe_links(row_limit integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.unsubscribe_links
  where token_hash in (
    select token_hash from private.unsubscribe_links
    where unsubscribed_at is null and created_at < clock_timestamp() - private.retention_period('unsubscribe_links')
    limit row_limit);
end
$$;
comment on function private.tidy_unsubscribe_links is
  'Deletes unsubscribe links that were not used within their retention period.';
