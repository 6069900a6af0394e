/**
 * Returns the token of an invitation link. It is in the fragment, which servers don't log, or in the query if a
 * redirect has moved it.
 */
export function invitationToken({ hash, search }: { hash: string; search: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('invitation') ?? new URLSearchParams(search).get('invitation');
}
