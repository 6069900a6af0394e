/**
 * ?token=…&locale=…, the List-Unsubscribe URL of mails that are not about a booking. POST unsubscribes at once (RFC
 * 8058); GET redirects to the unsubscribe page, as link scanners send GET requests.
 */
import { jsonResponse } from '../_shared/json-response.ts';
import { unsubscribeLink } from '../_shared/mail/links.ts';
import type { Handler } from '../_shared/ports.ts';
import { DEFAULT_LOCALE, isLocale } from '../../../src/lib/locales.ts';

export const unsubscribe: Handler = async (request, ports) => {
  const query = new URL(request.url).searchParams;
  const token = query.get('token') ?? '';
  const locale = query.get('locale');
  if (token === '' || token.length > 200) return jsonResponse(404, { status: 'not_found' });
  if (request.method === 'GET')
    return Response.redirect(
      unsubscribeLink(token, { app: ports.secrets('APP_URL'), locale: isLocale(locale) ? locale : DEFAULT_LOCALE }),
      303,
    );
  if (request.method !== 'POST') return jsonResponse(405, { status: 'wrong_method' }, { Allow: 'GET, POST' });
  // The response is the same for an unknown token, which has nothing to end.
  await ports.database.call('unsubscribe', { token });
  return jsonResponse(200, { status: 'ok' });
};
