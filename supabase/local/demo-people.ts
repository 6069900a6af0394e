import { COMPANIES, DEMO_PASSWORD, emailOf, ORGANISATIONS, PEOPLE } from '../seed/people.ts';

/** Returns the people that /login offers with one tap (/local/demo.json) and `npm start` prints. */
export function demoPeople() {
  const people = PEOPLE.filter(({ shown }) => shown).map(({ login, name, role, company, organisation }) => ({
    email: emailOf(login),
    name,
    role,
    place: company ? COMPANIES[company].name : organisation ? ORGANISATIONS[organisation].name : null,
  }));
  return { people, password: DEMO_PASSWORD };
}
