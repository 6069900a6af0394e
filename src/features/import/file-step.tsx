import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DocumentTableRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ok } from '../../domain/result.ts';
import { Message } from '../../ui/states/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { FileRefused, type ImportFileReader } from './file-reader.ts';
import type { LoadedFile } from './import-plan.ts';
import type { FileProblem, OpenedFile } from './import-worker.ts';
import { WorkProgress } from './step-parts.tsx';
import { useCancellableTask } from './use-cancellable-task.ts';

const useStyles = makeStyles({
  zone: {
    display: 'grid',
    justifyItems: 'center',
    gap: '16px',
    padding: '48px 16px',
    textAlign: 'center',
    borderRadius: tokens.borderRadiusXLarge,
    border: `2px dashed ${tokens.colorNeutralStroke1}`,
    '& > svg': { fontSize: '48px', color: tokens.colorNeutralForeground3 },
  },
  over: { border: `2px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  text: { ...type.lead, margin: 0, maxWidth: '480px' },
  hint: { ...type.body, margin: 0, maxWidth: '480px', color: tokens.colorNeutralForeground2 },
});
const MAX_FILE_BYTES = 50_000_000;

interface DropZoneProps {
  kind: 'bookings' | 'tours';
  busy: boolean;
  onFile(file: File | undefined): void;
}

function DropZone({ kind, busy, onFile }: DropZoneProps) {
  const styles = useStyles();
  const intl = useIntl();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={mergeClasses(styles.zone, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <DocumentTableRegular aria-hidden />
      <p className={styles.text}>
        <FormattedMessage id={`import.file.${kind}`} />
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-label={intl.formatMessage({ id: 'import.file.choose' })}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          // Choosing the same file again has to fire another change event.
          event.currentTarget.value = '';
        }}
      />
      <Button appearance="primary" disabledFocusable={busy} onClick={() => input.current?.click()}>
        <FormattedMessage id="import.file.choose" />
      </Button>
      <p className={styles.hint}>
        <FormattedMessage id="import.file.hint" />
      </p>
    </div>
  );
}

export interface FileStepProps {
  kind: 'bookings' | 'tours';
  reading: ImportFileReader;
  onOpened(file: LoadedFile): void;
}

export function FileStep({ kind, reading, onOpened }: FileStepProps) {
  const [problem, setProblem] = useState<FileProblem | 'too_large' | null>(null);
  const work = useCancellableTask();
  useEffect(() => {
    reading.prepare();
  }, [reading]);

  function take(file: File | undefined): void {
    if (!file) return;
    setProblem(file.size > MAX_FILE_BYTES ? 'too_large' : null);
    if (file.size > MAX_FILE_BYTES) return;
    void work.run<OpenedFile | FileProblem>(
      async (options) => {
        try {
          return ok(await reading.open(await file.arrayBuffer(), options));
        } catch (error) {
          if (error instanceof FileRefused) return ok(error.problem);
          throw error;
        }
      },
      (found) => (typeof found === 'string' ? setProblem(found) : onOpened({ name: file.name, contents: found })),
    );
  }

  return (
    <>
      <DropZone kind={kind} busy={work.share !== null} onFile={take} />
      <WorkProgress work={work}>
        <FormattedMessage id="import.file.reading" />
      </WorkProgress>
      {problem && (
        <Message state="no" alert>
          <FormattedMessage id={`import.file.${problem}`} />
        </Message>
      )}
    </>
  );
}
