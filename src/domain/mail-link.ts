/** Parameters of links in mails. They are in the URL's fragment, which is not sent to the server. */
export const LINK_TYPES = ['signup', 'recovery', 'magiclink', 'email_change', 'invite'] as const;
export type LinkType = (typeof LINK_TYPES)[number];

export interface MailLink {
  tokenHash: string;
  type: LinkType;
  /** Where the user was going when the mail was requested; not validated. */
  to: string | null;
}

export function parseMailLink(hash: string): MailLink | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const tokenHash = params.get('token_hash');
  const type = LINK_TYPES.find((name) => name === params.get('type'));
  return tokenHash && type ? { tokenHash, type, to: params.get('to') } : null;
}
