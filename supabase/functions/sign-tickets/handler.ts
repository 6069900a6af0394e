/**
 * POST from a guest page with the token of its link: signed tickets of a confirmed booking, one for the party and one
 * per guest (ADR 042). The response is the same for any invalid token.
 */
import * as v from 'valibot';
import { encodeTicket, formatSignedTicket, type SignedTicket } from '../../../src/domain/signed-ticket.ts';
import { PRICE_CATEGORY_TYPES } from '../../../src/domain/enums.ts';
import { jsonResponse } from '../_shared/json-response.ts';
import { GUEST_CORS_HEADERS, parseGuestRequest } from '../_shared/parse-guest-request.ts';
import { DatabaseFailure, type FunctionDatabase, type Handler } from '../_shared/ports.ts';
import { generateKey, createSigner } from './keys.ts';

const TicketRequest = v.object({ token: v.string() });
const Key = v.object({ id: v.string(), private_key: v.string() });
const TicketsToSign = v.variant('status', [
  v.object({
    status: v.literal('ok'),
    company: v.string(),
    key: v.nullable(Key),
    booking: v.object({
      id: v.string(),
      departure_id: v.string(),
      reference: v.string(),
      starts_at: v.string(),
      due: v.number(),
      guests: v.array(v.object({ id: v.string(), type: v.picklist(PRICE_CATEGORY_TYPES), ticket_code: v.string() })),
    }),
  }),
  v.object({ status: v.literal('not_found') }),
  v.object({ status: v.literal('wrong_state'), state: v.string() }),
  v.object({ status: v.literal('rate_limited'), retry_after: v.number() }),
]);

export const signTickets: Handler = async (request, { database }) => {
  const body = await parseGuestRequest(request, TicketRequest);
  if (body instanceof Response) return body;
  const found = v.safeParse(
    TicketsToSign,
    // Only the platform's gateway sets this header.
    await database.call('read_tickets_to_sign', {
      token: body.token,
      address: request.headers.get('cf-connecting-ip'),
    }),
  );
  if (!found.success) throw new DatabaseFailure('read_tickets_to_sign returned an unexpected response');
  if (found.output.status !== 'ok') return jsonResponse(200, found.output, GUEST_CORS_HEADERS);
  const { booking, company } = found.output;
  const key = found.output.key ?? (await newKey(database, company));
  const sign = await createSigner(key.private_key);
  const { guests } = booking;
  const signed = async (whose: typeof guests, isParty: boolean) => {
    const ticket: SignedTicket = {
      keyId: key.id,
      bookingId: booking.id,
      departureId: booking.departure_id,
      reference: booking.reference,
      startsAt: booking.starts_at,
      due: booking.due,
      isParty,
      guests: whose.map(({ id, type }) => ({ id, type })),
    };
    const message = encodeTicket(ticket);
    return formatSignedTicket(message, await sign(message));
  };
  const [party, ...each] = await Promise.all([signed(guests, true), ...guests.map((guest) => signed([guest], false))]);
  return jsonResponse(
    200,
    { status: 'ok', party, guests: guests.map(({ id }, index) => ({ id, ticket: each[index] })) },
    GUEST_CORS_HEADERS,
  );
};

/** Creates the company's first signing key, or the next one after a retired key. */
async function newKey(database: FunctionDatabase, company: string) {
  const { id, publicKey, privateKey } = await generateKey();
  const stored = v.safeParse(
    v.object({ status: v.literal('ok'), key: Key }),
    await database.call('store_ticket_key', { company, id, public_key: publicKey, private_key: privateKey }),
  );
  if (!stored.success) throw new DatabaseFailure('store_ticket_key returned an unexpected response');
  return stored.output.key;
}
