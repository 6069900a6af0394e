/**
 * Checks what RPCs return against supabase/contract.json, and records which statuses were seen. An RPC without a
 * contract is not checked.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contracts } from './rpc-contracts.ts';

export const CONTRACT_FILE = fileURLToPath(new URL('../../supabase/contract.json', import.meta.url));
/** Folder in which each process of a run records the responses that it saw. */
export const RESPONSES_FOLDER = 'MUSTER_RESPONSES';

/** Creates a function that throws if a response is not in the contract. Schemas are compiled when they are needed. */
export function createResponseCheck(contract: Contracts, onSeen: (name: string, status: string) => void = () => {}) {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(contract, 'contract');
  const compiled = new Map<string, ValidateFunction | null>();
  const schemaFor = (name: string, status: string): ValidateFunction | null => {
    const key = `${name} ${status}`;
    let validate = compiled.get(key);
    if (validate === undefined) {
      const isOwn = Object.hasOwn(contract.rpcs[name]!, status);
      validate = ajv.getSchema(`contract#/${isOwn ? `rpcs/${name}` : 'failures'}/${status}`) ?? null;
      compiled.set(key, validate);
      if (isOwn) onSeen(name, status);
    }
    return validate;
  };
  return (name: string, response: unknown): void => {
    if (!Object.hasOwn(contract.rpcs, name)) return;
    const { status, ...details } = (response ?? {}) as Record<string, unknown>;
    if (typeof status !== 'string') throw new Error(`${name} returned no status.`);
    const validate = schemaFor(name, status);
    if (validate === null) throw new Error(`${name} returned ${status}, which is not in its contract.`);
    if (validate(details)) return;
    const { instancePath, message, params } = validate.errors![0]!;
    throw new Error(
      `${name} returned ${status} against its contract: ${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
    );
  };
}

const folder = process.env[RESPONSES_FOLDER];
const record = (name: string, status: string): void => {
  if (folder) appendFileSync(join(folder, String(process.pid)), `${name} ${status}\n`);
};

let check: ReturnType<typeof createResponseCheck> | undefined;
const contract = () => JSON.parse(readFileSync(CONTRACT_FILE, 'utf8')) as Contracts;

/** Throws if an RPC's response is not in supabase/contract.json. */
export function checkResponse(name: string, response: unknown): void {
  check ??= createResponseCheck(contract(), record);
  check(name, response);
}

let checkOfRandomCases: ReturnType<typeof createResponseCheck> | undefined;
/** The same for random cases, which another seed does not repeat: a status that only they saw is not recorded. */
export function checkRandomResponse(name: string, response: unknown): void {
  checkOfRandomCases ??= createResponseCheck(contract());
  checkOfRandomCases(name, response);
}
