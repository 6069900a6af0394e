/** The team of a company or of a partner organisation: who belongs to it, who is invited, who has left. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { ORGANISATION_ROLES, TEAM_ROLES, type TeamOf, type TeamRole } from '../domain/team-roles.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { deviceCommand } from './devices.ts';
import { rpc } from './rpc.ts';

const roles = v.array(v.picklist([...TEAM_ROLES, ...ORGANISATION_ROLES]));
const device = v.object({
  id: v.string(),
  label: v.string(),
  appVersion: v.string(),
  lastSeenAt: instant,
  syncedAt: v.nullable(instant),
  /** As a person counts what was done there: not sent yet, and refused. */
  waiting: v.number(),
  parked: v.number(),
  /** What is asked of it and not done yet. */
  asked: deviceCommand,
  forgottenAt: v.nullable(instant),
  /** False for one that has told nothing of itself: nothing can be asked of it. */
  reports: v.boolean(),
});
export type TeamDevice = v.InferOutput<typeof device>;
const member = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  roles,
  since: instant,
  isLastOwner: v.boolean(),
  /** Departures ahead that they guide. */
  upcoming: v.number(),
  /** The departure that they are at, from half an hour before its start. */
  now: v.nullable(v.object({ title: localised, startsAt: instant, endsAt: instant })),
  devices: v.array(device),
});
const former = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  roles,
  leftAt: instant,
  devices: v.array(device),
});
const invitation = v.object({
  id: v.string(),
  email: v.string(),
  roles,
  /** `revoked`: whoever invited may do so no more; sent again by somebody who may, it opens. */
  state: v.picklist(['pending', 'expired', 'revoked', 'company_inactive']),
  inviter: v.nullable(v.string()),
  sentAt: instant,
  expiresAt: instant,
  /** What became of its last mail; null where the outbox has forgotten it. */
  mail: v.nullable(v.picklist(['pending', 'sent', 'failed'])),
});
const team = v.object({
  /** False for who acts for the company: what they gave would outlive it. */
  mayChange: v.boolean(),
  /** Whether one is told whom to call for a member. */
  mayCall: v.boolean(),
  timeZone: v.string(),
  /** Who is asked to own the company now, by whom, and what those keep. */
  handover: v.nullable(v.object({ person: v.string(), askedBy: v.string(), keeps: roles, expiresAt: instant })),
  members: v.array(member),
  former: v.array(former),
  invitations: v.array(invitation),
});
export type Team = v.InferOutput<typeof team>;
export type TeamMember = v.InferOutput<typeof member>;
export type FormerMember = v.InferOutput<typeof former>;
export type Invitation = v.InferOutput<typeof invitation>;

const departures = v.array(v.object({ id: v.string(), title: localised, startsAt: instant, localDate }));
export type UnstaffedDepartures = v.InferOutput<typeof departures>;

/** Fails like any call; `not_permitted` for who may not see to the company, and for who is no admin of the organisation. */
export const readTeam = (of: TeamOf, signal?: AbortSignal): Promise<Result<Team>> =>
  rpc('read_team', of, { signal, answer: team });

const leaving = v.object({ isLastOwner: v.boolean(), departures });
export type LeavingImpact = v.InferOutput<typeof leaving>;

/** What it would do if somebody's access ended. */
export const readLeavingImpact = (company: Uuid, person: Uuid, signal?: AbortSignal): Promise<Result<LeavingImpact>> =>
  rpc('preview_member_removal', { company, person }, { signal, answer: leaving });

export type MemberRef = TeamOf & { person: Uuid };
/** The procedures name the company in any case. */
const NO_COMPANY = { company: null as unknown as Uuid };
const freed = v.object({ departures });

/** Gives a member these roles and no others. Answers the departures that they can guide no more, and that nobody has now. */
export const setMemberRoles = (given: MemberRef & { roles: TeamRole[]; before: TeamRole[] }) =>
  rpc(
    'set_member_roles',
    { ...NO_COMPANY, ...given },
    { answer: freed, refusals: { stale: v.object({ roles }), last_owner: v.object({}), must_agree: v.object({}) } },
  );

/** Ends somebody's access at their next request; answers the departures that nobody has now. */
export const deactivateMember = (given: MemberRef) =>
  rpc('deactivate_member', { ...NO_COMPANY, ...given }, { answer: freed, refusals: { last_owner: v.object({}) } });

/** Gives somebody who has left the roles back that they had. */
export const reactivateMember = (given: MemberRef) =>
  rpc('reactivate_member', { ...NO_COMPANY, ...given }, { answer: v.object({}) });

export const INVITE_OUTCOMES = ['invited', 'already_invited', 'member', 'bad_address', 'too_many'] as const;
export type InviteOutcome = (typeof INVITE_OUTCOMES)[number];
const outcomes = v.object({ outcomes: v.array(v.object({ email: v.string(), outcome: v.picklist(INVITE_OUTCOMES) })) });

/** As many as the procedure takes at once. */
export const MAX_INVITATIONS = 50;

/** Invites each address with the same roles; the request's id makes a repeat harmless. */
export const invite = (given: TeamOf & { emails: string[]; roles: TeamRole[] }, request: Uuid) =>
  rpc('invite', { request, ...given }, { answer: outcomes });

const ended = { ended: v.object({ state: v.string() }) };

/** Sends an invitation once more, with a new link and fourteen new days. */
export const resendInvitation = (id: Uuid) =>
  rpc(
    'resend_invitation',
    { invitation: id },
    { answer: v.object({}), refusals: { ...ended, too_many: v.object({}) } },
  );

/** Ends an invitation: its link opens no more. */
export const revokeInvitation = (id: Uuid) =>
  rpc('revoke_invitation', { invitation: id }, { answer: v.object({}), refusals: ended });

/** `keeps`: what who asks has afterwards; with owner both own it, with none they leave. */
export const offerOwnership = (given: { company: Uuid; person: Uuid; keeps: TeamRole[] }) =>
  rpc(
    'offer_ownership',
    { ...given },
    {
      answer: v.object({}),
      refusals: { already_owner: v.object({}), already_asked: v.object({}), too_many: v.object({}) },
    },
  );

/** Takes back that somebody is asked. */
export const withdrawOwnershipOffer = (company: Uuid) =>
  rpc('withdraw_ownership', { company }, { answer: v.object({}) });
