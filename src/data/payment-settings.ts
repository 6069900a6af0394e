/** A company's payment settings. Keys are write-only: the server never returns them. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

export const PAYMENT_MODES = ['on_arrival', 'online'] as const;

const RESPONSE = v.object({
  version: v.number(),
  mode: v.picklist(PAYMENT_MODES),
  provider: v.nullable(v.string()),
  /** Deposit in per cent of the price; null: the full price is paid when booking. */
  depositPercent: v.nullable(v.number()),
  hasSecretKey: v.boolean(),
  hasWebhookSecret: v.boolean(),
  /** Providers that this installation supports. */
  providers: v.array(v.object({ name: v.string(), needsKeys: v.boolean() })),
});
export type PaymentSettings = v.InferOutput<typeof RESPONSE>;

export const readPaymentSettingsRpc = defineRpc('read_payment_settings', { response: RESPONSE });

export const readPaymentSettings = (company: Uuid, signal?: AbortSignal) =>
  rpc(readPaymentSettingsRpc, { company }, { signal });

export interface PaymentSettingsInput {
  company: Uuid;
  version: number;
  mode: PaymentSettings['mode'];
  provider: string;
  /** '' keeps the stored key. */
  secretKey: string;
  webhookSecret: string;
  depositPercent: number | null;
}

export const savePaymentSettingsRpc = defineRpc('save_payment_settings', {
  response: RESPONSE,
  refusals: { stale: v.object({ version: v.number() }), no_keys: v.object({}) },
});

export const savePaymentSettings = ({
  company,
  version,
  mode,
  provider,
  secretKey,
  webhookSecret,
  depositPercent,
}: PaymentSettingsInput) =>
  rpc(savePaymentSettingsRpc, {
    company,
    version,
    mode,
    provider,
    secret_key: secretKey,
    webhook_secret: webhookSecret,
    ...(depositPercent === null ? {} : { deposit_percent: depositPercent }),
  });

/** Returns the webhook URL for the provider's payment events. */
export const eventsUrl = (company: Uuid): string =>
  new URL(`${backendSettings().url}/functions/v1/payment-events?company=${company}`, window.location.origin).href;

/** The response as the device stores it. */
export const PAYMENT_CACHE_SCHEMA = RESPONSE;
