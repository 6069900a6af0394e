/**
 * POST by a payment provider, ?company=…: verified over the raw body by that company's secret, stored, answered. What it is about is done at
 * once, as somebody may be waiting for it at the meeting point, and where that fails by its job (ADR 044).
 */
import * as v from 'valibot';
import { answer } from '../_shared/answers.ts';
import { DatabaseFailure, type Handler } from '../_shared/ports.ts';
import { providerOf } from '../_shared/payments/providers.ts';
import { textOf } from '../_shared/request-body.ts';

const LARGEST = 262_144;
const Account = v.variant('status', [
  v.object({ status: v.literal('ok'), provider: v.string(), webhook_secret: v.nullable(v.string()) }),
  v.object({ status: v.literal('not_found') }),
]);

const Kept = v.object({ status: v.literal('ok'), event: v.nullable(v.string()) });

export const paymentEvents: Handler = async (request, ports) => {
  if (request.method !== 'POST') return answer(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const company = v.safeParse(v.pipe(v.string(), v.uuid()), new URL(request.url).searchParams.get('company'));
  if (!company.success) return answer(404, { status: 'not_found' });
  const body = await textOf(request, LARGEST);
  if (body === null) return answer(413, { status: 'too_large' });
  const account = v.safeParse(Account, await ports.database.call('payment_account', { company: company.output }));
  if (!account.success) throw new DatabaseFailure('payment_account answered something else');
  if (account.output.status !== 'ok') return answer(404, { status: 'not_found' });
  const { provider: name, webhook_secret: secret } = account.output;
  const event = await providerOf(name, null, ports)?.readEvent(body, request.headers, secret);
  if (!event) return answer(401, { status: 'unauthorized' });
  const kept = v.safeParse(
    Kept,
    await ports.database.call('keep_payment_event', { company: company.output, provider: name, event }),
  );
  if (!kept.success) throw new DatabaseFailure('keep_payment_event answered something else');
  if (kept.output.event)
    await ports.database.call('work_payment_event', { event: kept.output.event }).catch(() => undefined);
  return answer(200, { status: 'ok' });
};
