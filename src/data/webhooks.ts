/** Webhooks of a company, their deliveries and attempts. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import {
  DELIVERY_STATES,
  OCTO_EVENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_PAUSES,
  WEBHOOK_STATES,
  type WebhookEvent,
} from '../domain/webhooks.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const instantOrNull = v.nullable(v.string());
const endpoint = v.object({
  id: v.string(),
  url: v.string(),
  description: v.nullable(v.string()),
  events: v.array(v.picklist(WEBHOOK_EVENTS)),
  hasPersonalData: v.boolean(),
  state: v.picklist(WEBHOOK_STATES),
  pauseReason: v.nullable(v.picklist(WEBHOOK_PAUSES)),
  pausedAt: instantOrNull,
  failingSince: instantOrNull,
  lastDeliveredAt: instantOrNull,
  /** Until when the previous secret signs as well. */
  overlapUntil: instantOrNull,
  waiting: v.number(),
  /** OCTO event that a reseller subscribed to, and with which API key; null for a webhook made here. */
  octo: v.nullable(v.picklist(OCTO_EVENTS)),
  key: v.nullable(v.object({ name: v.string(), isLive: v.boolean() })),
  version: v.number(),
});
export type WebhookEndpoint = v.InferOutput<typeof endpoint>;
const RESPONSE = v.object({
  timeZone: v.string(),
  endpoints: v.array(endpoint),
  /** Returned once, when a secret was created. */
  secret: v.optional(v.string()),
});
export type Webhooks = v.InferOutput<typeof RESPONSE>;

export const readWebhooksRpc = defineRpc('read_webhooks', { response: RESPONSE });

export const readWebhooks = (company: Uuid, signal?: AbortSignal) => rpc(readWebhooksRpc, { company }, { signal });

export interface WebhookInput {
  company: Uuid;
  /** Made by the client for a new webhook, with version 0. */
  id: Uuid;
  version: number;
  url: string;
  description: string;
  events: WebhookEvent[];
  hasPersonalData: boolean;
}
const STALE = { stale: v.object({ version: v.number() }) };
const SAVE_REFUSALS = { ...STALE, bad_url: v.object({}), too_many: v.object({}) };
export type SaveWebhookRefusal = keyof typeof SAVE_REFUSALS;

export const saveWebhookRpc = defineRpc('save_webhook', { response: RESPONSE, refusals: SAVE_REFUSALS });

export const saveWebhook = ({ company, id, version, hasPersonalData, ...settings }: WebhookInput) =>
  rpc(saveWebhookRpc, { company, endpoint: id, version, input: { ...settings, has_personal_data: hasPersonalData } });

export const rotateWebhookSecretRpc = defineRpc('rotate_webhook_secret', { response: RESPONSE, refusals: STALE });

export const rotateWebhookSecret = ({ id, version }: Pick<WebhookEndpoint, 'id' | 'version'>) =>
  rpc(rotateWebhookSecretRpc, { endpoint: id, version });

export const switchWebhookRpc = defineRpc('switch_webhook', { response: RESPONSE });

export const switchWebhook = ({ id, isOn }: { id: Uuid; isOn: boolean }) =>
  rpc(switchWebhookRpc, { endpoint: id, is_on: isOn });

export const deleteWebhookRpc = defineRpc('delete_webhook', { response: RESPONSE });

export const deleteWebhook = (id: Uuid) => rpc(deleteWebhookRpc, { endpoint: id });

const NOTHING = v.object({});
const SWITCHED_OFF = { switched_off: v.object({}) };

export const testWebhookRpc = defineRpc('test_webhook', { response: NOTHING, refusals: SWITCHED_OFF });

export const testWebhook = (id: Uuid) => rpc(testWebhookRpc, { endpoint: id });

export const replayWebhookRpc = defineRpc('replay_webhook', { response: NOTHING, refusals: SWITCHED_OFF });

export const replayWebhook = (id: Uuid) => rpc(replayWebhookRpc, { delivery: id });

const failure = v.nullable(v.picklist(WEBHOOK_FAILURES));
const status = v.nullable(v.number());
const delivery = v.object({
  id: v.string(),
  /** Position in the log, by which the next page is requested. */
  place: v.number(),
  type: v.picklist(WEBHOOK_EVENTS),
  happenedAt: v.string(),
  state: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  reference: v.nullable(v.string()),
  nextAt: instantOrNull,
  status,
  failure,
});
export type WebhookDelivery = v.InferOutput<typeof delivery>;
const LOG = v.object({ deliveries: v.array(delivery), isAll: v.boolean() });

export const readWebhookLogRpc = defineRpc('read_webhook_log', { response: LOG });

/** Reads fifty deliveries before a position, newest first. */
export const readWebhookLog = (id: Uuid, before: number | null, signal?: AbortSignal) =>
  rpc(readWebhookLogRpc, { endpoint: id, ...(before === null ? {} : { before }) }, { signal });

const DELIVERY = v.object({
  /** Null before sending and after retention. Bodies of OCTO webhooks are generated on sending. */
  body: v.nullable(v.string()),
  attempts: v.array(
    v.object({
      number: v.number(),
      at: v.string(),
      durationMs: v.number(),
      status,
      failure,
      response: v.nullable(v.string()),
    }),
  ),
});
export type OneDelivery = v.InferOutput<typeof DELIVERY>;

export const readWebhookDeliveryRpc = defineRpc('read_webhook_delivery', { response: DELIVERY });

export const readWebhookDelivery = (id: Uuid, signal?: AbortSignal) =>
  rpc(readWebhookDeliveryRpc, { delivery: id }, { signal });

const PREVIEW = v.object({ body: v.nullable(v.string()) });

export const previewWebhookRpc = defineRpc('preview_webhook', { response: PREVIEW });

export const previewWebhook = (
  { company, event, hasPersonalData }: { company: Uuid; event: WebhookEvent; hasPersonalData: boolean },
  signal?: AbortSignal,
) => rpc(previewWebhookRpc, { company, event, has_personal_data: hasPersonalData }, { signal });
