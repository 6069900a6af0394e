/**
 * POST from a guest page with the token of its link: returns the checkout URL for the amount due (ADR 044). A repeat
 * returns the same page while the amount is the same. The response is the same for any invalid token.
 */
import * as v from 'valibot';
import { LOCALES } from '../../../src/lib/locales.ts';
import { jsonResponse } from '../_shared/json-response.ts';
import { GUEST_CORS_HEADERS, parseGuestRequest } from '../_shared/parse-guest-request.ts';
import { paymentLink } from '../_shared/mail/links.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { createProvider } from '../_shared/payments/providers.ts';

const PaymentRequest = v.object({ token: v.string(), locale: v.picklist(LOCALES) });
const Begun = v.variant('status', [
  v.object({
    status: v.literal('ok'),
    provider: v.string(),
    secret_key: v.nullable(v.string()),
    url: v.nullable(v.string()),
    former_checkout: v.nullable(v.string()),
    checkout: v.object({
      session: v.string(),
      company: v.string(),
      amount: v.number(),
      currency: v.string(),
      reference: v.string(),
      expires_at: v.string(),
      email: v.nullable(v.string()),
      title: v.string(),
    }),
  }),
  v.object({ status: v.literal('not_found') }),
  v.object({ status: v.literal('nothing_to_pay'), state: v.string() }),
  v.object({ status: v.literal('rate_limited'), retry_after: v.number() }),
]);
const StoredCheckout = v.object({ status: v.literal('ok'), url: v.string() });

export const beginPayment: Handler = async (request, ports) => {
  const body = await parseGuestRequest(request, PaymentRequest);
  if (body instanceof Response) return body;
  const { database, secrets } = ports;
  const { token, locale } = body;
  const begun = v.safeParse(
    Begun,
    // Only the platform's gateway sets this header.
    await database.call('begin_payment', { token, address: request.headers.get('cf-connecting-ip') }),
  );
  if (!begun.success) throw new DatabaseFailure('begin_payment returned an unexpected response');
  if (begun.output.status !== 'ok') return jsonResponse(200, begun.output, GUEST_CORS_HEADERS);
  const { provider: name, secret_key: key, url, former_checkout: former, checkout } = begun.output;
  if (url) return jsonResponse(200, { status: 'ok', url }, GUEST_CORS_HEADERS);
  const provider = createProvider(name, key, ports);
  if (!provider) return jsonResponse(200, { status: 'unavailable' }, GUEST_CORS_HEADERS);
  if (former) await provider.closeCheckout(former);
  const { expires_at: expiresAt, ...what } = checkout;
  const page = paymentLink(token, { app: secrets('APP_URL'), locale });
  const providerCheckout = await provider
    .openCheckout({ ...what, locale, expiresAt, paidAddress: `${page}#paid`, backAddress: `${page}#back` })
    .catch(() => null);
  // The provider is down or the key is wrong: the guest can only retry.
  if (!providerCheckout) return jsonResponse(200, { status: 'unavailable' }, GUEST_CORS_HEADERS);
  const stored = v.safeParse(
    StoredCheckout,
    await database.call('store_checkout', {
      session: checkout.session,
      checkout: providerCheckout.id,
      url: providerCheckout.url,
    }),
  );
  if (!stored.success) throw new DatabaseFailure('store_checkout returned an unexpected response');
  return jsonResponse(200, { status: 'ok', url: stored.output.url }, GUEST_CORS_HEADERS);
};
