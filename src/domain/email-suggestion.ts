/** Suggests corrections of mistyped email domains: a hint beside the field that never blocks. */

const KNOWN_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'me.com',
  'protonmail.com',
  'proton.me',
  'hotmail.es',
  'yahoo.es',
  'hotmail.it',
  'libero.it',
  'virgilio.it',
  'tiscali.it',
  'yahoo.it',
  'hotmail.dk',
  'yahoo.dk',
  'mail.dk',
  'live.dk',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'btinternet.com',
  'orange.fr',
  'hotmail.fr',
];

/** Returns the Damerau-Levenshtein distance (optimal string alignment) of two texts; 3 for anything above 2. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let min = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        min = Math.min(min, rows[i - 2]![j - 2]! + 1);
      row.push(min);
    }
    rows.push(row);
  }
  return Math.min(rows[a.length]![b.length]!, 3);
}

/**
 * Returns the probably intended address (`anna@gmial.com` → `anna@gmail.com`), or null if the domain is known or unlike
 * all known ones.
 */
export function suggestEmailAddress(email: string): string | null {
  const match = /^(.+)@([^@\s]+)$/.exec(email.trim());
  if (!match) return null;
  const [, name, host] = match as unknown as [string, string, string];
  const domain = host.toLowerCase();
  if (KNOWN_DOMAINS.includes(domain)) return null;
  let best: { candidate: string; edits: number } | null = null;
  for (const candidate of KNOWN_DOMAINS) {
    const edits = distance(domain, candidate);
    // Short domains are similar to each other: mac.com is not a mistyped me.com.
    const maxEdits = candidate.length >= 9 ? 2 : 1;
    if (edits <= maxEdits && (best === null || edits < best.edits)) best = { candidate, edits };
  }
  return best && `${name}@${best.candidate}`;
}
