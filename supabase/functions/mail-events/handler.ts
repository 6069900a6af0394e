/**
 * POST from the mail provider (Resend's events, Svix or Standard Webhooks signatures): stores hard bounces and
 * complaints. Other events are acknowledged and ignored.
 */
import * as v from 'valibot';
import { jsonResponse } from '../_shared/json-response.ts';
import type { Handler } from '../_shared/ports.ts';
import { parseJson, readBodyText } from '../_shared/request-body.ts';
import { verifyWebhookSignature } from '../_shared/verify-webhook-signature.ts';

const MAX_BODY_BYTES = 262_144;
const address = v.pipe(v.string(), v.maxLength(320));
const MailEvent = v.object({
  type: v.picklist(['email.bounced', 'email.complained']),
  data: v.object({
    to: v.union([address, v.pipe(v.array(address), v.maxLength(50))]),
    /** Soft bounces, such as a full mailbox, are ignored. */
    bounce: v.optional(v.object({ type: v.optional(v.string(), '') })),
  }),
});

export const mailEvents: Handler = async (request, ports) => {
  if (request.method !== 'POST') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const body = await readBodyText(request, MAX_BODY_BYTES);
  if (body === null) return jsonResponse(413, { status: 'too_large' });
  const secrets = ports.secrets('MAIL_EVENTS_SECRET').split('|');
  const isSigned = secrets.some((secret) =>
    (['svix', 'webhook'] as const).some((prefix) => verifyWebhookSignature(secret, body, request.headers, prefix)),
  );
  if (!isSigned) return jsonResponse(401, { status: 'unauthorized' });
  const read = v.safeParse(MailEvent, parseJson(body));
  if (!read.success || /transient|undetermined/i.test(read.output.data.bounce?.type ?? ''))
    return jsonResponse(200, { status: 'ignored' });
  const { type, data } = read.output;
  for (const address of [data.to].flat())
    await ports.database.call('store_mail_event', {
      address: bare(address),
      reason: type === 'email.bounced' ? 'bounced' : 'complained',
    });
  return jsonResponse(200, { status: 'ok' });
};

/** Returns the bare address, also of "Anna Holm <anna@holm.test>". */
const bare = (text: string) => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text;
