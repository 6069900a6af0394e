/** The token of an invitation's link: in the fragment, which no server's log sees; in the query where something on the way has moved it. */
export function invitationToken({ hash, search }: { hash: string; search: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('invitation') ?? new URLSearchParams(search).get('invitation');
}
