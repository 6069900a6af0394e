/**
 * Drafts of forms on online screens, in the person's own database, so that a reload or a lost network loses no input.
 */
import { now } from '../../lib/clock.ts';
import { currentEngine, firstEngine } from './current-engine.ts';
import type { FormDraftRow } from './stored-rows.ts';

/** Milliseconds after which a draft is ignored, and deleted when the next one is stored. */
export const MAX_DRAFT_AGE_MS = 14 * 86_400_000;
/** Characters of JSON. */
export const MAX_DRAFT_CHARACTERS = 200_000;

/** Stores the draft, replacing the previous one, and deletes old drafts. Returns whether it is stored. */
export async function writeFormDraft(draft: FormDraftRow): Promise<boolean> {
  const engine = currentEngine();
  if (!engine || JSON.stringify(draft.values).length > MAX_DRAFT_CHARACTERS) return false;
  const { formDrafts } = engine.db;
  const isStored = await formDrafts.put(draft).then(
    () => true,
    () => false,
  );
  // Afterwards and not awaited, as a page that is being left has time for the draft only.
  const expiredBefore = draft.at - MAX_DRAFT_AGE_MS;
  void formDrafts
    .where('at')
    .below(expiredBefore)
    .delete()
    .catch(() => undefined);
  return isStored;
}

/** Reads the draft for `key`; null if there is none or it is too old. Waits for the person's database to open. */
export async function readFormDraft(key: string): Promise<FormDraftRow | null> {
  const { db } = await firstEngine();
  const found = await db.formDrafts.get(key).catch(() => undefined);
  return found && found.at > now() - MAX_DRAFT_AGE_MS ? found : null;
}

export async function deleteFormDraft(key: string): Promise<void> {
  await currentEngine()
    ?.db.formDrafts.delete(key)
    .catch(() => undefined);
}
