/** Capability octo/webhooks: subscriptions of a key. */
import * as v from 'valibot';
import { isWebhookUrl } from '../../../../src/domain/webhooks.ts';
import { SubscriptionRow } from '../../_shared/octo/database-rows.ts';
import { toSubscription } from '../../_shared/octo/subscriptions.ts';
import { parseDatabaseResponse, type OctoRequest, type OctoResponse } from './operation.ts';
import { OctoException, octoErrorFromRefusal } from './octo-error.ts';
import type * as bodies from './request-schemas.ts';

const Hooks = v.object({ status: v.literal('ok'), items: v.array(SubscriptionRow) });
async function hooks(act: 'list' | 'create' | 'delete', asked: OctoRequest, given: object) {
  const answer = await asked.ports.database.call('octo_webhooks', { key_id: asked.key, act, given });
  const { items } = await parseDatabaseResponse(Hooks, answer, {});
  return items.map(toSubscription);
}

export const webhooks = async (asked: OctoRequest): Promise<OctoResponse> => ({ body: await hooks('list', asked, {}) });

export async function subscribe(asked: OctoRequest): Promise<OctoResponse> {
  const given = asked.given as v.InferOutput<typeof bodies.SubscribeBody>;
  // Uses the same URL parser as the sender.
  if (!isWebhookUrl(given.url)) throw octoErrorFromRefusal({ status: 'bad_url' });
  const [made] = await hooks('create', asked, {
    event: given.event,
    url: given.url,
    // Events contain what a request with these capabilities would return.
    capabilities: [...asked.capabilities].filter((capability) => capability !== 'octo/webhooks'),
    headers: given.headers ?? {},
    retries: given.retryOnError ?? true,
    uses_contact_language: given.useContactLanguage ?? true,
  });
  return { body: made };
}

export async function unsubscribe(asked: OctoRequest): Promise<OctoResponse> {
  if (!v.is(v.pipe(v.string(), v.uuid()), asked.at)) throw new OctoException('NOT_FOUND');
  await hooks('delete', asked, { id: asked.at });
  return { body: {} };
}
