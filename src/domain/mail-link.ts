/** What a mail's link brings along, in the address's fragment, which no server sees. */
export const LINK_TYPES = ['signup', 'recovery', 'magiclink', 'email_change', 'invite'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

export interface MailLink {
  tokenHash: string;
  type: LinkType;
  /** Where the person was going when the mail was asked for; unchecked. */
  to: string | null;
}

export function parseMailLink(hash: string): MailLink | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const tokenHash = params.get('token_hash');
  const type = LINK_TYPES.find((one) => one === params.get('type'));
  return tokenHash && type ? { tokenHash, type, to: params.get('to') } : null;
}
