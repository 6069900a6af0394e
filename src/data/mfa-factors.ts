/**
 * The person's authenticators (TOTP) and a company's MFA requirement (ADR 053). Auth offers no recovery codes yet:
 * someone who lost an authenticator needs a second one to sign in.
 */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { ok, type Result } from '../domain/result.ts';
import { readUser, type AuthRefusal, type SignedIn } from './auth.ts';
import { callAuth } from './auth-refusals.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

export interface Factor {
  id: Uuid;
  name: string;
  addedAt: string;
}

const factorsResponse = v.object({
  all: v.array(
    v.object({
      id: v.string(),
      status: v.string(),
      factor_type: v.string(),
      friendly_name: v.nullish(v.string(), ''),
      created_at: v.string(),
    }),
  ),
});
type Factors = v.InferOutput<typeof factorsResponse>['all'];

const readAll = (): Promise<Result<Factors, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.mfa.listFactors(),
    (data) => {
      const read = v.safeParse(factorsResponse, data);
      return read.success ? read.output.all.filter((factor) => factor.factor_type === 'totp') : null;
    },
  );

/** Reads confirmed authenticators, oldest first. */
export async function readFactors(): Promise<Result<Factor[], AuthRefusal>> {
  const result = await readAll();
  if (!result.ok) return result;
  const used = result.data.filter(({ status }) => status === 'verified');
  return ok(used.map(({ id, friendly_name: name, created_at: addedAt }) => ({ id, name, addedAt })));
}

/** Auth's codes for a refused enrolment. */
const ENROLMENT_FAILURES = {
  mfa_totp_enroll_not_enabled: 'not_offered',
  mfa_factor_name_conflict: 'name_taken',
  too_many_enrolled_mfa_factors: 'too_many',
} as const;
export type EnrolmentFailure = (typeof ENROLMENT_FAILURES)[keyof typeof ENROLMENT_FAILURES];

export interface NewFactor {
  id: Uuid;
  /** For typing where the QR code cannot be scanned. */
  secret: string;
  /** Content of the QR code (`otpauth:` URI). */
  uri: string;
}

const enrolled = v.pipe(
  v.object({ id: v.string(), totp: v.object({ secret: v.string(), uri: v.string() }) }),
  v.transform(({ id, totp }): NewFactor => ({ id, secret: totp.secret, uri: totp.uri })),
);

let isOffered = true;
/** Returns whether the project supports MFA, as far as known: Auth reveals it only when someone enrols. */
export const isMfaAvailable = (): boolean => isOffered;

/** Begins an enrolment, which counts once its first code is verified. Removes earlier unconfirmed ones. */
export async function enrolFactor(name: string): Promise<Result<NewFactor | EnrolmentFailure, AuthRefusal>> {
  const before = await readAll();
  if (!before.ok) return before;
  for (const { id, status } of before.data)
    if (status !== 'verified')
      await callAuth(
        async (client) => client.auth.mfa.unenroll({ factorId: id }),
        () => true,
      );
  return callAuth<NewFactor | EnrolmentFailure>(
    async (client) => {
      const { data, error } = await client.auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: name,
        issuer: 'Muster',
      });
      const failure = ENROLMENT_FAILURES[error?.code as keyof typeof ENROLMENT_FAILURES];
      if (failure === 'not_offered') isOffered = false;
      return failure ? { data: failure, error: null } : { data, error };
    },
    (data) => {
      if (typeof data === 'string') return data as EnrolmentFailure;
      const read = v.safeParse(enrolled, data);
      return read.success ? read.output : null;
    },
  );
}

/**
 * Verifies a code, to confirm an enrolment or to sign in. Auth ends the person's other sessions that have not
 * verified one.
 */
export const verifyFactorCode = (input: { factor: Uuid; code: string }): Promise<Result<SignedIn, AuthRefusal>> =>
  callAuth(
    async (client) => client.auth.mfa.challengeAndVerify({ factorId: input.factor, code: input.code }),
    (data) => readUser((data as { user?: unknown } | null)?.user),
  );

export interface FactorRemoval {
  factor: Uuid;
  /** The authenticator whose code proves the request: the same one, or another if it is lost. */
  verifyingFactor: Uuid;
  code: string;
}

/** Removes an authenticator after verifying a code now; Auth itself accepts any earlier verification of the session. */
export async function removeFactor({
  factor,
  verifyingFactor,
  code,
}: FactorRemoval): Promise<Result<true, AuthRefusal>> {
  const verified = await verifyFactorCode({ factor: verifyingFactor, code });
  if (!verified.ok) return verified;
  const removed = await callAuth(
    async (client) => client.auth.mfa.unenroll({ factorId: factor }),
    () => true as const,
  );
  // The token still claims a second factor. The removal stands even if refreshing the token fails.
  if (removed.ok)
    await callAuth(
      async (client) => client.auth.refreshSession(),
      () => true,
    );
  return removed;
}

const requirement = v.object({
  isOn: v.boolean(),
  people: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      roles: v.array(v.picklist(['owner', 'office'])),
      hasMfa: v.boolean(),
    }),
  ),
});
export type CompanyMfaRequirement = v.InferOutput<typeof requirement>;

export const readMfaRequirementRpc = defineRpc('read_mfa_requirement', { response: requirement });

export const readCompanyMfaRequirement = (
  company: Uuid,
  signal?: AbortSignal,
): Promise<Result<CompanyMfaRequirement>> => rpc(readMfaRequirementRpc, { company }, { signal });

export const setMfaRequirementRpc = defineRpc('set_mfa_requirement', {
  response: requirement,
  refusals: { needs_own_mfa: v.object({}) },
});

/** Turns the MFA requirement for owners and office on or off. `needs_own_mfa`: this session has no second factor. */
export const setCompanyMfaRequirement = (input: { company: Uuid; isOn: boolean }) =>
  rpc(setMfaRequirementRpc, { company: input.company, is_on: input.isOn });

export const readCompaniesAwaitingMfaRpc = defineRpc('read_companies_awaiting_mfa', {
  response: v.object({ companies: v.array(v.string()) }),
});

/** Reads the names of companies that require a second factor which this session does not have. */
export const readCompaniesAwaitingMfa = async (as: Uuid): Promise<Result<string[]>> => {
  const result = await rpc(readCompaniesAwaitingMfaRpc, {}, { as });
  return result.ok ? ok(result.data.companies) : result;
};
