/**
 * `npm run rule-pairs`: writes the fingerprints of all rule pairs, after their tests passed, and docs/rule-pairs.md,
 * and prints what changed.
 */
import { writeFileSync } from 'node:fs';
import { changeOf, fingerprintsOf, FINGERPRINTS_FILE, readFingerprints, RULE_PAIRS } from './support/rule-pairs.ts';
import { RULE_PAIRS_PAGE, rulePairsPage } from './support/rule-pairs-page.ts';

const known = readFingerprints();
for (const pair of RULE_PAIRS) {
  const change = changeOf(pair, known[pair.rule]);
  if (change) console.info(`${pair.rule}: ${change.split('. ')[0]}.`);
}
const all = Object.fromEntries(RULE_PAIRS.map((pair) => [pair.rule, fingerprintsOf(pair)]));
writeFileSync(FINGERPRINTS_FILE, `${JSON.stringify(all, null, 2)}\n`);
writeFileSync(RULE_PAIRS_PAGE, rulePairsPage());
