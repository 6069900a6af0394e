/** Delivers due webhooks concurrently, so that a slow receiver does not delay the others. ADR 064 */
import { Webhook } from 'standardwebhooks';
import { array, literal, nullable, object, parse, string, unknown, type InferOutput } from 'valibot';
import { SubscriptionRow, EventRow } from '../_shared/octo/database-rows.ts';
import { toEventBody } from '../_shared/octo/subscriptions.ts';
import type { Ports, WebhookAttempt } from '../_shared/ports.ts';

const Claimed = object({
  id: string(),
  lease: string(),
  event: string(),
  url: string(),
  /** Current secret, and the former one for a day after a rotation. */
  secrets: array(string()),
  body: string(),
  /** For OCTO subscribers: content from which the body is built. */
  octo: nullable(unknown()),
});
/** Parsed per delivery, so that an invalid one does not stop the others. */
const OctoMessage = object({ webhook: SubscriptionRow, event: EventRow });
const Claim = object({ status: literal('ok'), deliveries: array(Claimed) });
type Delivery = InferOutput<typeof Claimed>;

/** The database gives at most five deliveries per receiver, so that workers remain for others. */
const CONCURRENCY = 16;
/** As for jobs: a delivery in progress is finished. */
const BUDGET_MS = 40_000;
/** The platform allows 2 s of CPU per call. */
const MAX_ATTEMPTS = 400;

/** Returns the number of attempts, whatever their result. Throws DatabaseFailure. */
export async function deliverWebhooks(ports: Ports, max = MAX_ATTEMPTS): Promise<number> {
  const began = ports.clock.now().getTime();
  const claim = async (count: number): Promise<Delivery[]> =>
    parse(Claim, await ports.database.call('claim_webhooks', { row_limit: count })).deliveries;
  // Absolute, because the clock may have been set back.
  const mayGoOn = () => Math.abs(ports.clock.now().getTime() - began) < BUDGET_MS;
  let attempts = 0;
  const failures: unknown[] = [];
  const runWorker = async (first: Delivery) => {
    let next: Delivery | undefined = first;
    while (next) {
      // A delivery whose result could not be recorded is retried after its lease; the others continue.
      await deliver(ports, next).catch((failure: unknown) => failures.push(failure));
      attempts += 1;
      next = attempts < max && mayGoOn() ? (await claim(1))[0] : undefined;
    }
  };
  // All workers finish first, so that their results are recorded.
  const ends = await Promise.allSettled((await claim(Math.min(CONCURRENCY, max))).map(runWorker));
  failures.push(...ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : [])));
  if (failures.length > 0) throw failures[0];
  return attempts;
}

const NOT_SENT: WebhookAttempt = { status: null, failure: 'not_sent', response: null, durationMs: 0 };

/** Sends one delivery and records the result. One that cannot be built or signed counts as a failed attempt. */
async function deliver(ports: Ports, delivery: Delivery): Promise<void> {
  const { id, lease } = delivery;
  const { sent, attempt } = await send(ports, delivery).catch((failure: unknown) => {
    console.error(
      `run-jobs: webhook ${id} could not be sent: ${failure instanceof Error ? failure.name : typeof failure}`,
    );
    return { sent: null, attempt: NOT_SENT };
  });
  const { status, failure, response, durationMs } = attempt;
  const result = { delivery: id, lease, status, failure, response, duration_ms: durationMs };
  await ports.database.call('record_webhook_attempt', { result: sent === null ? result : { ...result, sent } });
}

/** Returns the attempt, and for OCTO the body, which is stored only when it is sent. */
async function send(ports: Ports, { event, url, secrets, ...delivery }: Delivery) {
  const octo = delivery.octo === null ? null : parse(OctoMessage, delivery.octo);
  const body = octo
    ? JSON.stringify(toEventBody(octo.webhook, octo.event, ports.secrets('SUPABASE_URL')))
    : delivery.body;
  const now = ports.clock.now();
  const attempt = await ports.webhooks.send({
    url,
    body,
    headers: {
      ...octo?.webhook.headers,
      'user-agent': 'Muster-Webhooks/1',
      'webhook-id': event,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(event, now, body)).join(' '),
    },
  });
  return { sent: octo ? body : null, attempt };
}
