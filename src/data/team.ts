/** Team of a company or organisation: members, invitations and former members. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { ORGANISATION_ROLES, TEAM_ROLES, type TeamOf, type TeamRole } from '../domain/team-roles.ts';
import { instant, localDate, localised } from './departure-schemas.ts';
import { deviceCommand } from './devices.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const roles = v.array(v.picklist([...TEAM_ROLES, ...ORGANISATION_ROLES]));
const device = v.object({
  id: v.string(),
  label: v.string(),
  appVersion: v.string(),
  lastSeenAt: instant,
  syncedAt: v.nullable(instant),
  /** Number of actions not yet sent, and number refused, grouped as a person counts them. */
  waiting: v.number(),
  parked: v.number(),
  command: deviceCommand,
  wipedAt: v.nullable(instant),
  /** False for a device that never reported its status and so cannot receive commands. */
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
  /** Number of future departures that they guide. */
  upcoming: v.number(),
  /** Their current departure, from half an hour before its start. */
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
  /** `revoked`: the inviter lost the right to invite; someone else with the right can resend it. */
  state: v.picklist(['pending', 'expired', 'revoked', 'company_inactive']),
  inviter: v.nullable(v.string()),
  sentAt: instant,
  expiresAt: instant,
  /** State of the latest mail; null once the outbox has deleted it. */
  mail: v.nullable(v.picklist(['pending', 'sent', 'failed'])),
});
const team = v.object({
  /** False for someone who acts for the company: what they grant would outlive their access. */
  mayChange: v.boolean(),
  /** Whether the person may see emergency contacts. */
  mayCall: v.boolean(),
  timeZone: v.string(),
  /** Open ownership offer: to whom, by whom, and which roles the present owner keeps. */
  ownershipOffer: v.nullable(
    v.object({ person: v.string(), offeredBy: v.string(), remainingRoles: roles, expiresAt: instant }),
  ),
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

export const readTeamRpc = defineRpc('read_team', { response: team });

/**
 * Reads a team. Fails with `not_permitted` unless the person manages the company or is an admin of the organisation.
 */
export const readTeam = (of: TeamOf, signal?: AbortSignal): Promise<Result<Team>> => rpc(readTeamRpc, of, { signal });

const leaving = v.object({ isLastOwner: v.boolean(), departures });
export type LeavingImpact = v.InferOutput<typeof leaving>;

export const previewMemberRemovalRpc = defineRpc('preview_member_removal', { response: leaving });

export const readLeavingImpact = (company: Uuid, person: Uuid, signal?: AbortSignal): Promise<Result<LeavingImpact>> =>
  rpc(previewMemberRemovalRpc, { company, person }, { signal });

export type MemberRef = TeamOf & { person: Uuid };
/** Placeholder: the RPCs require the argument `company`, which is null for an organisation. */
const NO_COMPANY = { company: null as unknown as Uuid };
const freed = v.object({ departures });

export const setMemberRolesRpc = defineRpc('set_member_roles', {
  response: freed,
  refusals: { stale: v.object({ roles }), last_owner: v.object({}), needs_consent: v.object({}) },
});

/**
 * Replaces a member's roles. Returns the departures that lose their guide because of it. `needs_consent`: a member
 * becomes an owner only by accepting an offer.
 */
export const setMemberRoles = (input: MemberRef & { roles: TeamRole[]; before: TeamRole[] }) =>
  rpc(setMemberRolesRpc, { ...NO_COMPANY, ...input });

export const deactivateMemberRpc = defineRpc('deactivate_member', {
  response: freed,
  refusals: { last_owner: v.object({}) },
});

/** Ends a member's access at their next request. Returns the departures that lose their guide. */
export const deactivateMember = (input: MemberRef) => rpc(deactivateMemberRpc, { ...NO_COMPANY, ...input });

export const reactivateMemberRpc = defineRpc('reactivate_member', { response: v.object({}) });

/** Restores a former member with their previous roles. */
export const reactivateMember = (input: MemberRef) => rpc(reactivateMemberRpc, { ...NO_COMPANY, ...input });

export const INVITE_OUTCOMES = ['invited', 'already_invited', 'member', 'bad_address', 'too_many'] as const;
export type InviteOutcome = (typeof INVITE_OUTCOMES)[number];
const outcomes = v.object({ outcomes: v.array(v.object({ email: v.string(), outcome: v.picklist(INVITE_OUTCOMES) })) });

/** The RPC's limit per call. */
export const MAX_INVITATIONS = 50;

export const inviteRpc = defineRpc('invite', { response: outcomes });

/** Invites each address with the same roles. Idempotent by `request`. */
export const invite = (input: TeamOf & { emails: string[]; roles: TeamRole[] }, request: Uuid) =>
  rpc(inviteRpc, { request, ...input });

const ended = { ended: v.object({ state: v.string() }) };

export const resendInvitationRpc = defineRpc('resend_invitation', {
  response: v.object({}),
  refusals: { ...ended, too_many: v.object({}) },
});

/** Resends an invitation with a new link, valid for fourteen days. */
export const resendInvitation = (id: Uuid) => rpc(resendInvitationRpc, { invitation: id });

export const revokeInvitationRpc = defineRpc('revoke_invitation', { response: v.object({}), refusals: ended });

/** Revokes an invitation; its link stops working. */
export const revokeInvitation = (id: Uuid) => rpc(revokeInvitationRpc, { invitation: id });

export const offerOwnershipRpc = defineRpc('offer_ownership', {
  response: v.object({}),
  refusals: { already_owner: v.object({}), already_offered: v.object({}), too_many: v.object({}) },
});

/**
 * Offers ownership. `remaining_roles`: the roles of the present owner afterwards; with `owner` both own it, empty means
 * they leave.
 */
export const offerOwnership = (input: { company: Uuid; person: Uuid; remaining_roles: TeamRole[] }) =>
  rpc(offerOwnershipRpc, { ...input });

export const withdrawOwnershipRpc = defineRpc('withdraw_ownership', { response: v.object({}) });

export const withdrawOwnershipOffer = (company: Uuid) => rpc(withdrawOwnershipRpc, { company });
