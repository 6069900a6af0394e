/** `npm run bench:server`: what the roll-call costs PostgreSQL, and how many tablets it holds. */
import { table } from './figures.ts';
import { serverFigures } from './server-figures.ts';
import { postgresFigures } from './sync-figures.ts';

console.log(table([...(await postgresFigures()), ...(await serverFigures())]));
