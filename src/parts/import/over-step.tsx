/** What became of the file: counted, and the refused rows to take along. */
import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowUploadRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FatedRow, RowFate } from '../../domain/import/rows.ts';
import { Message } from '../../ui/states/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { WORD_GAP } from '../../lib/word-gap.ts';
import type { LoadedFile } from './import-plan.ts';
import { reasonsOf } from './row-words.ts';
import { StepFoot } from './step-parts.tsx';
import { useReport } from './use-report.ts';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
});
/** The file has all of them. */
const SHOWN = 50;

export interface OverStepProps {
  kind: 'bookings' | 'tours';
  file: LoadedFile;
  rows: readonly FatedRow<unknown>[];
  onAgain(): void;
  onClose(): void;
}

export function OverStep({ kind, file, rows, onAgain, onClose }: OverStepProps) {
  const styles = useStyles();
  const intl = useIntl();
  const report = useReport(kind, file);
  const of = (fate: RowFate) => rows.filter((row) => row.fate === fate).length;
  const refused = rows.filter(({ fate }) => fate === 'refused');
  const says = reasonsOf(intl, file.opened.headings);
  return (
    <>
      <Message state={refused.length > 0 ? 'attention' : 'ok'} alert>
        <FormattedMessage
          id={`import.over.${kind}`}
          values={{ made: of('new'), changed: of('changed'), same: of('same'), refused: refused.length }}
        />
      </Message>
      {refused.length > 0 && (
        <>
          <ul className={styles.list}>
            {refused.slice(0, SHOWN).map((row) => (
              <li key={row.line}>
                <strong>
                  <FormattedMessage id="import.over.line" values={{ line: row.line }} />
                </strong>
                {WORD_GAP}
                {says(row)}
              </li>
            ))}
          </ul>
          {refused.length > SHOWN && (
            <FormattedMessage id="import.over.more" values={{ count: refused.length - SHOWN }} />
          )}
        </>
      )}
      <StepFoot>
        {refused.length > 0 && (
          <Button icon={<ArrowDownloadRegular />} onClick={() => report(rows)}>
            <FormattedMessage id="import.report" values={{ count: refused.length }} />
          </Button>
        )}
        <Button icon={<ArrowUploadRegular />} onClick={onAgain}>
          <FormattedMessage id="import.again" />
        </Button>
        <Button appearance="primary" onClick={onClose}>
          <FormattedMessage id="app.close" />
        </Button>
      </StepFoot>
    </>
  );
}
