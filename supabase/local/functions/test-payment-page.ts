/**
 * /local/pay: replaces a payment provider's page. The guest pays, is refused or lets it expire; each sends an event as
 * a provider would.
 */
import { formatMoney } from '../../../src/domain/money.ts';
import { verifySignedCheckout, signedTestEvent } from '../../functions/_shared/payments/test-provider.ts';
import type { Checkout, PaymentEvent } from '../../functions/_shared/payments/provider.ts';
import { escapeHtml, htmlPage } from '../html-page.ts';

const ROOT = '/local/pay/';

export interface PayPageOptions {
  secret: string;
  now: Date;
  sendEvent(company: string, init: RequestInit): Promise<Response | null>;
}

/** Returns the page or the redirect after a choice; null for a URL that we did not sign. */
export async function testPaymentPage(
  request: Request,
  { secret, now, sendEvent }: PayPageOptions,
): Promise<Response | null> {
  const checkout = await verifySignedCheckout(new URL(request.url).pathname.slice(ROOT.length), secret);
  if (!checkout) return null;
  if (request.method === 'GET') return choice(checkout);
  if (request.method !== 'POST') return null;
  const chosen = new URLSearchParams(await request.text()).get('do');
  const event = chosen === 'pay' || chosen === 'refuse' || chosen === 'expire' ? eventOf(checkout, chosen) : null;
  if (event) await sendEvent(checkout.company, signedTestEvent(event, secret, now));
  const { paidAddress, backAddress } = checkout;
  return new Response(null, { status: 303, headers: { Location: chosen === 'pay' ? paidAddress : backAddress } });
}

function eventOf({ session, amount, currency }: Checkout, chosen: 'pay' | 'refuse' | 'expire'): PaymentEvent {
  if (chosen === 'pay')
    return {
      event_id: `paid_${session}`,
      fact: 'paid',
      session_id: session,
      payment: `payment_${session}`,
      amount,
      currency,
    };
  return { event_id: `${chosen}_${session}`, fact: chosen === 'refuse' ? 'refused' : 'expired', session_id: session };
}

function choice({ amount, currency, title, reference, locale, backAddress }: Checkout): Response {
  const button = (name: string, words: string) => `<p><button name="do" value="${name}">${words}</button></p>`;
  return htmlPage({
    title: 'Test payment',
    forms: true,
    style: 'button { font: inherit; min-height: 44px; padding: 8px 16px; }',
    main: `<h1>Test payment</h1>
<p class="quiet">This page stands in for a payment provider’s. Nothing is charged.</p>
<p>${escapeHtml(title)} (${escapeHtml(reference)}): <strong>${escapeHtml(formatMoney(amount, { currency, locale }))}</strong></p>
<form method="post">${button('pay', 'Pay')}${button('refuse', 'Decline payment')}${button('expire', 'Let it expire')}</form>
<p><a href="${escapeHtml(backAddress)}">Go back without paying</a></p>`,
  });
}
