/**
 * POST from a payment provider with ?company=…: verifies the raw body with the company's secret, stores the event and
 * acknowledges it. Processes it at once, as someone may be waiting at the meeting point; if that fails, its job does
 * (ADR 044).
 */
import * as v from 'valibot';
import { jsonResponse } from '../_shared/json-response.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { createProvider } from '../_shared/payments/providers.ts';
import { readBodyText } from '../_shared/request-body.ts';

const MAX_BODY_BYTES = 262_144;
const paymentAccountSchema = v.variant('status', [
  v.object({ status: v.literal('ok'), provider: v.string(), webhook_secret: v.nullable(v.string()) }),
  v.object({ status: v.literal('not_found') }),
]);

const storedEventSchema = v.object({ status: v.literal('ok'), event: v.nullable(v.string()) });

export const paymentEvents: Handler = async (request, ports) => {
  if (request.method !== 'POST') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const company = v.safeParse(v.pipe(v.string(), v.uuid()), new URL(request.url).searchParams.get('company'));
  if (!company.success) return jsonResponse(404, { status: 'not_found' });
  const body = await readBodyText(request, MAX_BODY_BYTES);
  if (body === null) return jsonResponse(413, { status: 'too_large' });
  const account = v.safeParse(
    paymentAccountSchema,
    await ports.database.call('read_payment_webhook_secret', { company: company.output }),
  );
  if (!account.success) throw new DatabaseFailure('read_payment_webhook_secret returned an unexpected response');
  if (account.output.status !== 'ok') return jsonResponse(404, { status: 'not_found' });
  const { provider: name, webhook_secret: secret } = account.output;
  const event = await createProvider(name, null, ports)?.readEvent(body, request.headers, secret);
  if (!event) return jsonResponse(401, { status: 'unauthorized' });
  const stored = v.safeParse(
    storedEventSchema,
    await ports.database.call('store_payment_event', { company: company.output, provider: name, event }),
  );
  if (!stored.success) throw new DatabaseFailure('store_payment_event returned an unexpected response');
  if (stored.output.event)
    await ports.database.call('process_payment_event', { event: stored.output.event }).catch(() => undefined);
  return jsonResponse(200, { status: 'ok' });
};
