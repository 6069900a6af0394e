/** Capability octo/webhooks: subscriptions of a key. */
import * as v from 'valibot';
import { isWebhookUrl } from '../../../../src/domain/webhooks.ts';
import { SubscriptionRow } from '../../_shared/octo/database-rows.ts';
import { toSubscription } from '../../_shared/octo/subscriptions.ts';
import { parseDatabaseResponse, type OctoRequest, type OctoResponse } from './operation.ts';
import { OctoException, octoErrorFromRefusal } from './octo-error.ts';
import type * as bodies from './request-schemas.ts';

const WebhooksResponse = v.object({ status: v.literal('ok'), items: v.array(SubscriptionRow) });
async function executeWebhookAction(action: 'list' | 'create' | 'delete', request: OctoRequest, input: object) {
  const result = await request.ports.database.call('octo_webhooks', { key_id: request.key, action, input });
  const { items } = await parseDatabaseResponse(WebhooksResponse, result, {});
  return items.map(toSubscription);
}

export const webhooks = async (request: OctoRequest): Promise<OctoResponse> => ({
  body: await executeWebhookAction('list', request, {}),
});

export async function subscribe(request: OctoRequest): Promise<OctoResponse> {
  const body = request.input as v.InferOutput<typeof bodies.SubscribeBody>;
  // Uses the same URL parser as the sender.
  if (!isWebhookUrl(body.url)) throw octoErrorFromRefusal({ status: 'bad_url' });
  const [subscription] = await executeWebhookAction('create', request, {
    event: body.event,
    url: body.url,
    // Events contain what a request with these capabilities would return.
    capabilities: [...request.capabilities].filter((capability) => capability !== 'octo/webhooks'),
    headers: body.headers ?? {},
    retries: body.retryOnError ?? true,
    uses_contact_language: body.useContactLanguage ?? true,
  });
  return { body: subscription };
}

export async function unsubscribe(request: OctoRequest): Promise<OctoResponse> {
  if (!v.is(v.pipe(v.string(), v.uuid()), request.at)) throw new OctoException('NOT_FOUND');
  await executeWebhookAction('delete', request, { id: request.at });
  return { body: {} };
}
