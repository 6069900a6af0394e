/** One database, company and crew for all schedules; each schedule gets a new departure. */
import { createCheckInPort } from '../../src/data/check-in.ts';
import type { CheckInPort } from '../../src/data/check-in-port.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makePerson,
  type Company,
  type Party,
} from '../support/database-fixtures.ts';

export interface Crew {
  db: Database;
  company: Company;
  /** One person for each device: Dexie databases are named after the person. */
  people: Uuid[];
  /** The app's own port, connected to the database as a person. */
  port(person: Uuid): CheckInPort;
  close(): Promise<void>;
}

export interface Ground {
  departureId: Uuid;
  parties: Party[];
}

export const MAX_DEVICES = 8;

export async function openCrew(): Promise<Crew> {
  const db = await openPostgres();
  const company = await makeCompany(db);
  const people: Uuid[] = [];
  for (let at = 0; at < MAX_DEVICES; at += 1) {
    people.push(await makePerson(db, { role: at % 2 === 0 ? 'guide_manager' : 'guide', company: company.id }));
  }
  return {
    db,
    company,
    people,
    port: (person) =>
      createCheckInPort(async (name, args) => {
        try {
          // Serialises both ways, as the network does.
          return ok(JSON.parse(JSON.stringify(await db.rpc(person, name, args))) as unknown);
        } catch (error) {
          return fail('server', { retry: true, cause: error } as never);
        }
      }),
    close: () => db.close(),
  };
}

/** Creates a departure that begins now, with a few parties, guided by the whole crew. */
export async function makeGround(crew: Crew, random: () => number): Promise<Ground> {
  // A report before the start would be refused.
  const startsAt = new Date();
  const departureId = await makeDeparture(crew.db, crew.company, { capacity: 40, guides: crew.people, startsAt });
  const parties: Party[] = [];
  const bookings = 1 + Math.floor(random() * 3);
  for (let at = 0; at < bookings; at += 1) {
    parties.push(await makeBooking(crew.db, crew.company, { departureId, guests: 1 + Math.floor(random() * 3) }));
  }
  return { departureId, parties };
}

/** Moves the departure out of the sync window, so that later schedules do not download it. */
export async function clearGround(crew: Crew, { departureId }: Ground): Promise<void> {
  await crew.db.query(
    `update public.departures set local_date = local_date - 60, starts_at = starts_at - interval '60 days',
       ends_at = ends_at - interval '60 days' where id = $1`,
    [departureId],
  );
}

/** The office cancels one guest or a whole booking, unknown to the devices. */
export async function officeChanges(crew: Crew, { parties }: Ground, random: () => number): Promise<void> {
  const party = parties[Math.floor(random() * parties.length)]!;
  if (random() < 0.5) {
    await crew.db.query(`update public.guests set is_cancelled = true where id = $1`, [party.guests[0]!.id]);
  } else {
    await crew.db.query(`update public.bookings set note = 'Ring first' where id = $1`, [party.bookingId]);
  }
}

/**
 * Returns what the server holds of a departure: the ids of its actions (repeated, if a bug repeats them) and its folds.
 */
export async function serverState(
  crew: Crew,
  { departureId }: Ground,
): Promise<{ ids: Uuid[]; fold: unknown; report: unknown }> {
  const ids = await crew.db.query<{ id: Uuid }>(
    `select id from public.check_in_actions where departure_id = $1 order by id`,
    [departureId],
  );
  const [row] = await crew.db.query<{ fold: unknown; report: unknown }>(
    `select private.departure_report($1) as report, private.fold_check_in(
       coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'booking_id', g.booking_id,
           'cancelled', g.is_cancelled or private.is_released_status(b.status)))
         from public.guests as g join public.bookings as b on b.id = g.booking_id where g.departure_id = $1), '[]'),
       coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'kind', a.kind, 'booking_id', a.booking_id,
           'guest_id', a.guest_id, 'payload', a.payload, 'device_id', a.device_id, 'user_id', a.user_id,
           'occurred_at', private.iso(a.occurred_at)))
         from public.check_in_actions as a where a.departure_id = $1), '[]')) as fold`,
    [departureId],
  );
  return { ids: ids.map((found) => found.id), fold: row?.fold, report: row?.report };
}
