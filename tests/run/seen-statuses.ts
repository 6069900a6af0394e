/**
 * Every status in supabase/contract.json must be returned in the database and function tests: what no test has seen is
 * not known to exist. The test processes record what they saw (tests/support/response-check.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_FILE } from '../support/response-check.ts';
import type { Contracts } from '../support/rpc-contracts.ts';
import { UNSEEN_STATUSES } from './unseen-statuses.ts';

/** Returns the statuses of the contract that are not among the responses, as `rpc status`. */
export function unseenStatuses({ rpcs }: Pick<Contracts, 'rpcs'>, seen: ReadonlySet<string>): string[] {
  return Object.entries(rpcs)
    .flatMap(([name, responses]) => Object.keys(responses).map((status) => `${name} ${status}`))
    .filter((response) => !seen.has(response));
}

/** Returns the statuses of supabase/contract.json that no process has recorded in the folder, without known ones. */
export function unseenStatusesIn(folder: string): string[] {
  const contract = JSON.parse(readFileSync(CONTRACT_FILE, 'utf8')) as Contracts;
  const records = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'));
  return unseenStatuses(contract, new Set([...records, ...UNSEEN_STATUSES]));
}
