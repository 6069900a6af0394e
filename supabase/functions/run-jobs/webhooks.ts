/** Delivers what is due, several at once: a receiver that is slow must not hold up the others. docs/decisions/064-webhooks.md */
import { Webhook } from 'standardwebhooks';
import { array, literal, nullable, object, parse, string, type InferOutput } from 'valibot';
import { HookFacts, ToldFacts } from '../_shared/octo/facts.ts';
import { messageOf } from '../_shared/octo/hooks.ts';
import type { Ports } from '../_shared/ports.ts';

const Claimed = object({
  id: string(),
  lease: string(),
  event: string(),
  url: string(),
  /** The present one, and for a day the one before. */
  secrets: array(string()),
  body: string(),
  /** To a subscriber of OCTO: what its body is made of. */
  octo: nullable(object({ webhook: HookFacts, told: ToldFacts })),
});
const Claim = object({ status: literal('ok'), deliveries: array(Claimed) });
type Delivery = InferOutput<typeof Claimed>;

/** Of one receiver the database gives five at most, so that some hands are always free for others. */
const HANDS = 16;
/** As long as for jobs: what has begun then is finished. */
const BUDGET_MS = 40_000;
/** The platform counts 2 s of computing a call. */
const MOST = 400;

/** Answers how many attempts were made, whatever became of them. Throws DatabaseFailure. */
export async function deliverWebhooks(ports: Ports, most = MOST): Promise<number> {
  const began = ports.clock.now().getTime();
  const claim = async (count: number): Promise<Delivery[]> =>
    parse(Claim, await ports.database.call('claim_webhooks', { most: count })).deliveries;
  const mayGoOn = () => Math.abs(ports.clock.now().getTime() - began) < BUDGET_MS;
  let attempts = 0;
  const hand = async (first: Delivery) => {
    let next: Delivery | undefined = first;
    while (next) {
      await deliver(ports, next);
      attempts += 1;
      next = attempts < most && mayGoOn() ? (await claim(1))[0] : undefined;
    }
  };
  // All hands end before one's failure is told: what they hold is taken down.
  const ends = await Promise.allSettled((await claim(Math.min(HANDS, most))).map(hand));
  const lost = ends.find((end) => end.status === 'rejected');
  if (lost) throw lost.reason;
  return attempts;
}

async function deliver(ports: Ports, { id, lease, event, url, secrets, octo, ...given }: Delivery): Promise<void> {
  const body = octo ? JSON.stringify(messageOf(octo.webhook, octo.told, ports.secrets('SUPABASE_URL'))) : given.body;
  const now = ports.clock.now();
  const { status, failure, answer, durationMs } = await ports.webhooks.send({
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
  await ports.database.call('webhook_sent', {
    result: { delivery: id, lease, status, failure, answer, duration_ms: durationMs, ...(octo ? { sent: body } : {}) },
  });
}
