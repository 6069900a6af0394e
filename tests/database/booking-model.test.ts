/**
 * Random sequences of every act on bookings, by random people of the office and by guests with their links, against a model: seats, money,
 * states and history agree after each step.
 * MUSTER_BOOKING_SEQUENCES=20000 plays more, MUSTER_BOOKING_SEED=7 begins there; with both, one seed is played again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playSequence } from '../support/booking-sequence.ts';
import { makeStage, type Stage } from '../support/booking-stage.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';

const SEQUENCES = Number(process.env['MUSTER_BOOKING_SEQUENCES'] ?? 2000);
const FIRST = Number(process.env['MUSTER_BOOKING_SEED'] ?? 1);
const STEPS = 6;

let db: Database;
let stage: Stage;
beforeAll(async () => {
  db = await openPostgres();
  stage = await makeStage(db);
});
afterAll(() => db?.close());

test(
  `${SEQUENCES} sequences from seed ${FIRST} end as the model says`,
  { timeout: 1000 * SEQUENCES + 60_000 },
  async () => {
    const seen = new Map<string, number>();
    for (let seed = FIRST; seed < FIRST + SEQUENCES; seed += 1) {
      // Most are short, so that there are many; some are long, so that much comes together.
      const log = await playSequence(db, stage, { seed, steps: seed % 20 === 0 ? STEPS * 5 : STEPS });
      for (const line of log) {
        const [, act, status] = /^\d+\. (\w+) .*-> .*"status":"(\w+)"/.exec(line)!;
        seen.set(`${act} ${status}`, (seen.get(`${act} ${status}`) ?? 0) + 1);
      }
    }
    if (SEQUENCES < 1000) return;
    const carriedOut = (act: string) => seen.has(`${act} ok`) || seen.has(`${act} applied`);
    // A generator that stops trying something would prove nothing about it.
    const tried = new Set([...seen.keys()].map((key) => key.split(' ')[0]!));
    expect([...tried].filter((act) => !carriedOut(act))).toEqual([]);
    const limited = ['record_payment', 'change_party'].filter((act) => !seen.has(`${act} over_limit`));
    expect(limited).toEqual([]);
    expect([...tried].sort()).toMatchInlineSnapshot(`
      [
        "age",
        "assign_partner",
        "cancel_booking",
        "change_party",
        "confirm_booking",
        "decide_refund",
        "edit_booking",
        "expire_booking",
        "extend_booking",
        "hold_booking",
        "issue_invoice",
        "mark_came",
        "mark_no_show",
        "merge_bookings",
        "move_booking",
        "public_cancel",
        "public_confirm",
        "public_edit",
        "public_extend",
        "public_hold",
        "public_move",
        "public_redeem",
        "push",
        "record_payment",
        "record_refund",
        "redeem_code",
        "refuse_refund",
        "reject_booking",
        "resend_booking",
        "restore_booking",
        "retry_refund",
        "send_refunds",
        "split_booking",
        "tag_booking",
        "tidy",
      ]
    `);
  },
);
