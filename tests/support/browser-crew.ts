/** A company for one test: people who can sign in, a tour, departures, and guests with known names. */
import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Query } from './database.ts';
import {
  guestStatuses,
  makeBookings,
  makeCompanyOf,
  makeDeparture,
  makePerson,
  type BookingRequest,
  type Party,
} from './database-fixtures.ts';

const ROLES = { guide: 'guide', colleague: 'guide', office: 'office', owner: 'owner' } as const;
export type CrewMember = keyof typeof ROLES;

export type CrewGuest = Party['guests'][number] & Pick<Party, 'bookingId' | 'reference'>;

export interface PartyRequest extends Omit<BookingRequest, 'paidAmount'> {
  /** Amount due in øre; 0 by default. */
  due?: number;
}

export interface Crew {
  companyId: Uuid;
  tourTitle: string;
  people: Record<CrewMember, { id: Uuid; email: string; name: string }>;
  /**
   * Creates a departure that starts `inMinutes` from now, guided by the guide and the colleague, with a booking for
   * each party.
   */
  departure(
    parties: readonly PartyRequest[],
    options?: { inMinutes?: number },
  ): Promise<{ id: Uuid; guests: CrewGuest[] }>;
  /** Returns the status of each guest by name, from the fold in the database. */
  statuses(departureId: Uuid): Promise<Record<string, string>>;
  actions(
    departureId: Uuid,
  ): Promise<{ id: Uuid; kind: string; guest_id: Uuid | null; device_id: Uuid; flags: string[] }[]>;
}

export async function makeCrew(query: Query): Promise<Crew> {
  const db = { query };
  const tag = randomUUID().slice(0, 8);
  const makePeople = async (company: Uuid) => {
    const people = {} as Crew['people'];
    for (const member of Object.keys(ROLES) as CrewMember[]) {
      const signsIn = { email: `${member}-${tag}@muster.test`, name: `${member} of ${tag}` };
      people[member] = { id: await makePerson(db, { role: ROLES[member], company, signsIn }), ...signsIn };
    }
    return people;
  };
  const company = await makeCompanyOf(db, makePeople, { tag, capacity: 200 });
  const { people } = company;

  return {
    companyId: company.id,
    tourTitle: company.tourTitle,
    people,
    async departure(parties, { inMinutes = 20 } = {}) {
      const id = await makeDeparture(db, company, {
        startsAt: new Date(Date.now() + inMinutes * 60_000),
        capacity: 600,
        guides: [people.guide.id, people.colleague.id],
      });
      const requests = parties.map(({ due = 0, ...request }) => ({
        ...request,
        paidAmount: 5000 * request.names.length - due,
      }));
      const bookings = await makeBookings(db, company, { departureId: id, requests });
      return {
        id,
        guests: bookings.flatMap(({ bookingId, reference, guests }) =>
          guests.map((guest) => ({ ...guest, bookingId, reference })),
        ),
      };
    },
    statuses: (departureId) => guestStatuses(query, departureId),
    actions: (departureId) =>
      query(
        `select id, kind, guest_id, device_id, to_jsonb(flags) as flags from public.check_in_actions
         where departure_id = $1 order by device_id, device_sequence`,
        [departureId],
      ),
  };
}
