/** Summary of an import: counts, and the refused rows as a download. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowUploadRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ClassifiedRow, RowOutcome } from '../../domain/import/rows.ts';
import { Message } from '../../ui/states/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import type { LoadedFile } from './import-plan.ts';
import { rowReasonsFormatter } from './row-reason-texts.ts';
import { StepFoot } from './step-parts.tsx';
import { useRefusedRowsFile } from './use-refused-rows-file.ts';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
});
/** Most rows listed here; the download has all of them. */
const MAX_LISTED = 50;

export interface SummaryStepProps {
  kind: 'bookings' | 'tours';
  file: LoadedFile;
  rows: readonly ClassifiedRow<unknown>[];
  onRestart(): void;
  onClose(): void;
}

export function SummaryStep({ kind, file, rows, onRestart, onClose }: SummaryStepProps) {
  const styles = useStyles();
  const intl = useIntl();
  const report = useRefusedRowsFile(kind, file);
  const of = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const refused = rows.filter(({ outcome }) => outcome === 'refused');
  const formatReasons = rowReasonsFormatter(intl, file.contents.headings);
  return (
    <>
      <Message state={refused.length > 0 ? 'attention' : 'ok'} alert>
        <FormattedMessage
          id={`import.summary.${kind}`}
          values={{ made: of('new'), changed: of('changed'), same: of('same'), refused: refused.length }}
        />
      </Message>
      {refused.length > 0 && (
        <>
          <ul className={styles.list}>
            {refused.slice(0, MAX_LISTED).map((row) => (
              <li key={row.line}>
                <strong>
                  <FormattedMessage id="import.summary.line" values={{ line: row.line }} />
                </strong>
                {WORD_GAP}
                {formatReasons(row)}
              </li>
            ))}
          </ul>
          {refused.length > MAX_LISTED && (
            <FormattedMessage id="import.summary.more" values={{ count: refused.length - MAX_LISTED }} />
          )}
        </>
      )}
      <StepFoot>
        {refused.length > 0 && (
          <Button icon={<ArrowDownloadRegular />} onClick={() => report(rows)}>
            <FormattedMessage id="import.report" values={{ count: refused.length }} />
          </Button>
        )}
        <Button icon={<ArrowUploadRegular />} onClick={onRestart}>
          <FormattedMessage id="import.again" />
        </Button>
        <Button appearance="primary" onClick={onClose}>
          <FormattedMessage id="app.close" />
        </Button>
      </StepFoot>
    </>
  );
}
