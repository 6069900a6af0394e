import { useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

/** Returns a function that downloads all tours as the file that the import reads. */
export function useToursFile({ id, currency }: Pick<MemberCompany, 'id' | 'currency'>): () => Promise<void> {
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  const fail = (code: keyof typeof FAILURE_TEXTS) =>
    void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[code] }) });
  return async () => {
    try {
      const [{ readTourForms }, { writeToursFile }] = await Promise.all([
        import('../../data/import.ts'),
        import('./write-tours-file.ts'),
      ]);
      const result = await readTourForms(id);
      if (!result.ok) {
        fail(result.code);
        return;
      }
      const name = intl.formatMessage({ id: 'route.toursManage' });
      writeToursFile(result.data.tours, { name, locale, currency });
    } catch {
      // The code could not be loaded.
      fail('offline');
    }
  };
}
