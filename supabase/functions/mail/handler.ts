/**
 * POST from Auth (send-email hook, Standard Webhooks signature): renders the mail and sends it at once. It bypasses the
 * outbox, as its link is as sensitive as a password and can be requested again.
 */
import { safeParse } from 'valibot';
import { jsonResponse } from '../_shared/json-response.ts';
import { attachQrCodes } from '../_shared/mail/attach-qr-codes.ts';
import { render } from '../_shared/mail/templates.ts';
import { MailRefused, type Handler } from '../_shared/ports.ts';
import { parseJson, readBodyText } from '../_shared/request-body.ts';
import { verifyWebhookSignature } from '../_shared/verify-webhook-signature.ts';
import { AuthHook, authMails, localeOf } from './auth-mail.ts';

const MAX_BODY_BYTES = 64 * 1024;

export const mail: Handler = async (request, ports) => {
  if (request.method !== 'POST') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'POST' });
  const body = await readBodyText(request, MAX_BODY_BYTES);
  if (body === null) return refuse(413, 'The request body is too large');
  const secrets = ports.secrets('SEND_EMAIL_HOOK_SECRET').split('|');
  if (!secrets.some((secret) => verifyWebhookSignature(secret, body, request.headers)))
    return refuse(401, 'The signature is invalid');
  const hook = safeParse(AuthHook, parseJson(body));
  if (!hook.success) return refuse(400, 'The request is not a valid email');
  const locale = localeOf(hook.output);
  const messageId = request.headers.get('webhook-id')!;
  try {
    for (const [index, { to, template, data }] of authMails(hook.output, ports.secrets('APP_URL')).entries())
      await ports.mailer.send({
        id: `${messageId}.${index}`,
        to,
        ...(await attachQrCodes(render(template, locale, data))),
        madeOf: { template, locale, data },
      });
  } catch (failure) {
    if (failure instanceof MailRefused) return refuse(400, 'The mail server rejected the address');
    console.error(`mail: ${failure instanceof Error ? failure.name : typeof failure}`);
    // Auth retries this status.
    return refuse(503, 'The email could not be sent', { 'Retry-After': '1' });
  }
  // Auth expects an empty object.
  return jsonResponse(200, {});
};

/** Error shape that Auth passes on to the client. */
const refuse = (code: number, message: string, headers: Record<string, string> = {}) =>
  jsonResponse(code, { error: { http_code: code, message } }, headers);
