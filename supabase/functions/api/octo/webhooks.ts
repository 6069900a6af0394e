/** The capability octo/webhooks: a key's subscriptions. */
import * as v from 'valibot';
import { isWebhookUrl } from '../../../../src/domain/webhooks.ts';
import { HookFacts } from '../../_shared/octo/facts.ts';
import { hookOf } from '../../_shared/octo/hooks.ts';
import { answerOf, type Asked, type Told } from './asking.ts';
import { OctoRefusal, refusalOf } from './refusal.ts';
import type * as bodies from './requests.ts';

const Hooks = v.object({ status: v.literal('ok'), items: v.array(HookFacts) });
async function hooks(act: 'list' | 'create' | 'delete', asked: Asked, given: object) {
  const answer = await asked.ports.database.call('octo_hooks', { key_id: asked.key, act, given });
  const { items } = await answerOf(Hooks, answer, {});
  return items.map(hookOf);
}

export const webhooks = async (asked: Asked): Promise<Told> => ({ body: await hooks('list', asked, {}) });

export async function subscribe(asked: Asked): Promise<Told> {
  const given = asked.given as v.InferOutput<typeof bodies.SubscribeBody>;
  // By the parser that sends there.
  if (!isWebhookUrl(given.url)) throw refusalOf({ status: 'bad_url' });
  const [made] = await hooks('create', asked, {
    event: given.event,
    url: given.url,
    // What is told has what would be answered to that header.
    capabilities: [...asked.capabilities].filter((capability) => capability !== 'octo/webhooks'),
    headers: given.headers ?? {},
    retries: given.retryOnError ?? true,
    uses_contact_language: given.useContactLanguage ?? true,
  });
  return { body: made };
}

export async function unsubscribe(asked: Asked): Promise<Told> {
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at)) throw new OctoRefusal('NOT_FOUND');
  await hooks('delete', asked, { id: asked.at });
  return { body: {} };
}
