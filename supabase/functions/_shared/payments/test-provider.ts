/**
 * Test provider without money: the embedded backend's page replaces a real one
 * (supabase/local/functions/test-payment-page.ts). The checkout is in the page's URL, signed; events use Standard
 * Webhooks signatures. Unavailable without its secret, which hosted installations never have.
 */
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { LOCALES } from '../../../../src/lib/locales.ts';
import { fromBase64Url, toBase64Url } from '../../../../src/lib/base64url.ts';
import type { Ports } from '../ports.ts';
import { timingSafeEqual } from '../timing-safe-equal.ts';
import type { Checkout, PaymentEvent, PaymentProvider } from './provider.ts';

const CheckoutShape = v.object({
  session: v.string(),
  company: v.string(),
  amount: v.number(),
  currency: v.string(),
  reference: v.string(),
  title: v.string(),
  email: v.nullable(v.string()),
  locale: v.picklist(LOCALES),
  expiresAt: v.string(),
  paidAddress: v.string(),
  backAddress: v.string(),
});

async function signatureOf(text: string, secret: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text))));
}

export async function signCheckout(checkout: Checkout, secret: string): Promise<string> {
  const text = toBase64Url(new TextEncoder().encode(JSON.stringify(checkout)));
  return `${text}.${await signatureOf(text, secret)}`;
}

/** Returns the checkout, or null if the signature is invalid. */
export async function verifySignedCheckout(signed: string, secret: string): Promise<Checkout | null> {
  const [text = '', signature = ''] = signed.split('.');
  if (!(await timingSafeEqual(signature, await signatureOf(text, secret)))) return null;
  const bytes = fromBase64Url(text);
  const read = v.safeParse(CheckoutShape, bytes && JSON.parse(new TextDecoder().decode(bytes)));
  return read.success ? read.output : null;
}

/** Builds the request for an event; the same choice of the guest has the same event id. */
export function signedTestEvent(event: PaymentEvent, secret: string, now: Date): RequestInit {
  const body = JSON.stringify(event);
  return {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': event.event_id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(event.event_id, now, body),
    },
  };
}

export function testProvider({ secrets }: Ports): PaymentProvider {
  const secret = () => secrets('TEST_PAYMENTS_SECRET');
  return {
    async openCheckout(checkout) {
      const signed = await signCheckout(checkout, secret());
      return { id: `checkout_${checkout.session}`, url: new URL(`/local/pay/${signed}`, secrets('APP_URL')).href };
    },
    async closeCheckout() {},
    async readEvent(body, headers) {
      try {
        return new Webhook(secret()).verify(body, Object.fromEntries(headers)) as PaymentEvent;
      } catch {
        return null;
      }
    },
    refund: async ({ id }) => Promise.resolve(`refund_${id}`),
    list: () => Promise.resolve(null),
  };
}
