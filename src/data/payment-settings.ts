/** How a company's guests pay. Keys go to the server and never come back. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

export const PAYMENT_MODES = ['on_arrival', 'online'] as const;

const ANSWER = v.object({
  version: v.number(),
  mode: v.picklist(PAYMENT_MODES),
  provider: v.nullable(v.string()),
  /** Of the price, before seats are booked; null: all of it. */
  depositPercent: v.nullable(v.number()),
  hasSecretKey: v.boolean(),
  hasWebhookSecret: v.boolean(),
  /** Whom this installation knows. */
  providers: v.array(v.object({ name: v.string(), needsKeys: v.boolean() })),
});
export type PaymentSettings = v.InferOutput<typeof ANSWER>;

export const readPaymentSettings = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_payment_settings', { company }, { signal, answer: ANSWER });

export interface SavePayment {
  company: Uuid;
  version: number;
  mode: PaymentSettings['mode'];
  provider: string;
  /** '' keeps what is there. */
  secretKey: string;
  webhookSecret: string;
  depositPercent: number | null;
}

export const savePaymentSettings = ({
  company,
  version,
  mode,
  provider,
  secretKey,
  webhookSecret,
  depositPercent,
}: SavePayment) =>
  rpc(
    'save_payment_settings',
    {
      company,
      version,
      mode,
      provider,
      secret_key: secretKey,
      webhook_secret: webhookSecret,
      ...(depositPercent === null ? {} : { deposit_percent: depositPercent }),
    },
    { answer: ANSWER, refusals: { stale: v.object({ version: v.number() }), no_keys: v.object({}) } },
  );

/** Where a provider tells of a company's payments. */
export const eventsAddress = (company: Uuid): string =>
  new URL(`${backendSettings().url}/functions/v1/payment-events?company=${company}`, window.location.origin).href;

/** The shape in which the device keeps an answer. */
export const KEPT_PAYMENT = ANSWER;
