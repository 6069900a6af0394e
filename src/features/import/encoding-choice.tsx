/** Text encoding of a file that doesn't declare it: the guess, with examples, and the alternatives. */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { SELECTABLE_ENCODINGS } from '../../domain/import/text.ts';
import { ok } from '../../domain/result.ts';
import { Message } from '../../ui/states/message.tsx';
import { density } from '../../ui/theme/sizes.ts';
import type { ImportFileReader } from './file-reader.ts';
import type { OpenedFile } from './import-worker.ts';
import { WorkProgress } from './step-parts.tsx';
import { useCancellableTask } from './use-cancellable-task.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px' },
  select: { minHeight: density.target, maxWidth: '360px' },
});

export function EncodingChoice({
  reading,
  contents: { doubt, encoding },
  onReopened,
}: {
  reading: ImportFileReader;
  contents: OpenedFile;
  onReopened(contents: OpenedFile): void;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const work = useCancellableTask();
  const nameOf = (option: (typeof SELECTABLE_ENCODINGS)[number]) =>
    intl.formatMessage({ id: `import.encoding.${option}` });
  const current = SELECTABLE_ENCODINGS.find((option) => option === encoding);
  // UTF-16 is detected reliably, so there is no choice.
  if (!current) return null;
  const examples = intl.formatList(
    (doubt?.examples ?? []).map(({ line, word }) =>
      intl.formatMessage({ id: 'import.encoding.example' }, { line, word }),
    ),
  );
  return (
    <div className={styles.root}>
      {doubt && (
        <Message state="attention">
          {doubt.repaired > 0 ? (
            <FormattedMessage id="import.encoding.repaired" values={{ count: doubt.repaired, examples }} />
          ) : (
            <FormattedMessage id="import.encoding.guessed" values={{ encoding: nameOf(current), examples }} />
          )}
        </Message>
      )}
      <Field className={styles.select} label={intl.formatMessage({ id: 'import.encoding.label' })}>
        <Select
          value={current}
          onChange={(_, { value }) => {
            const selected = SELECTABLE_ENCODINGS.find((option) => option === value);
            if (selected) void work.run(async (options) => ok(await reading.reopen(selected, options)), onReopened);
          }}
        >
          {SELECTABLE_ENCODINGS.map((candidate) => (
            <option key={candidate} value={candidate}>
              {nameOf(candidate)}
            </option>
          ))}
        </Select>
      </Field>
      <WorkProgress work={work}>
        <FormattedMessage id="import.file.reading" />
      </WorkProgress>
    </div>
  );
}
