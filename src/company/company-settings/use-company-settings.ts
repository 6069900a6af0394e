import {
  KEPT_SETTINGS,
  readCompanySettings,
  saveCompanySettings,
  type SaveRefusal,
  type SaveSettings,
} from '../../data/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useHints } from '../../online/use-hints.ts';
import { useSave } from '../../online/use-save.ts';

/** The settings as the server has them, and how to save them. */
export function useCompanySettings(company: Uuid) {
  useHints(company);
  const answer = useAnswer({
    key: [company, 'settings'],
    ask: (signal) => readCompanySettings(company, signal),
    keep: KEPT_SETTINGS,
  });
  const saving = useSave<SaveSettings, { version: number }, SaveRefusal>({
    send: (args) => saveCompanySettings(args),
    touches: [[company]],
  });
  return { answer, saving };
}
