import { COMPANIES, DEMO_PASSWORD, emailOf, ORGANISATIONS, PEOPLE } from '../seed/people.ts';

/** Whom /login offers with one tap: /local/demo.json, and the table that `npm start` prints. */
export function demoPeople() {
  const people = PEOPLE.filter(({ shown }) => shown).map(({ login, name, role, company, organisation }) => ({
    email: emailOf(login),
    name,
    role,
    place: company ? COMPANIES[company].name : organisation ? ORGANISATIONS[organisation].name : null,
  }));
  return { people, password: DEMO_PASSWORD };
}
