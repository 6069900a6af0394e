/**
 * Fields of responses that the app does not read: they are for the page's host, other callers or tests.
 * Naming them in the schemas of src/data would cost bytes of bundles that have none left. `npm run contract` adds them
 * to supabase/contract.json with any value; `*` is each item of an array. A field that ends with `!` is also read, but
 * its keys are not those of `src/data/wire.ts`.
 */
export const UNREAD_FIELDS: readonly (readonly [rpcs: RegExp, status: string, paths: readonly string[]])[] = [
  [
    /^guest_/,
    'ok',
    ['booking.expires_at', 'booking.money.overpaid', 'booking.money.retained', 'booking.codes.discount.percent'],
  ],
  [/^guest_(cancel|move)$/, 'ok', ['preview', 'money']],
  [/^guest_(cancel|move)$/, 'checked_in', ['guests']],
  [/^guest_edit$/, 'stale', ['version', 'current']],
  [/^guest_(hold|extend|confirm|move)$/, 'not_accompanied', ['category_type']],
  [/^guest_hold$/, 'wrong_category', ['category_type', 'price_category_id']],
  [/^guest_read_availability$/, 'ok', ['month']],
  [/^guest_read_(operator|partner)$/, 'ok', ['embed_origins']],
  [/^guest_read_partner$/, 'ok', ['offers.*.ends_at', 'offers.*.latitude', 'offers.*.longitude']],
  [/^guest_read_directory$/, 'ok', ['operators.*.tours.*.duration_minutes']],
  [/^book_as_partner$/, 'ok', ['guests']],
  [/^(read|rotate|revoke)_ticket_keys?$/, 'ok', ['keys.*.public_key']],
  // Values of a mail, with the names of the templates.
  [/^(read_email_templates|save_email_template|save_review_link)$/, 'ok', ['sample!']],
  [/^(save_email_template)$/, 'stale', ['sample!']],
];
