/** Scheduled exports by mail (ADR 048): content, schedule, recipients and the last result. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readScheduledExports, type ScheduledExport, type ScheduledExports } from '../../data/scheduled-exports.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { Message } from '../../ui/states/message.tsx';
import { SectionRows } from '../../ui/display/section-rows.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { DeleteExport } from './delete-export.tsx';
import { ExportForm } from './export-form.tsx';
import { ExportRow } from './export-row.tsx';

const useStyles = makeStyles({ about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 } });

type OpenDialog = { dialog: 'form'; export: ScheduledExport | null } | { dialog: 'delete'; export: ScheduledExport };

export function ScheduledExportsSection({ company }: { company: Uuid }) {
  const styles = useStyles();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  const query = useServerQuery({
    key: [company, 'scheduled-exports'],
    fetch: (signal) => readScheduledExports(company, signal),
  });
  const makes = query.data?.makes ?? [];
  return (
    <FormSection
      title="exports.title"
      actions={
        makes.length > 0 && (
          <Button onClick={() => setOpenDialog({ dialog: 'form', export: null })}>
            <FormattedMessage id="exports.add" />
          </Button>
        )
      }
    >
      <p className={styles.about}>
        <FormattedMessage id="exports.about" />
      </p>
      <QueryView query={query} skeleton={null} failed={<FormattedMessage id="exports.failed" />}>
        {(response) => (
          <>
            {makes.length === 0 && (
              <Message state="neutral">
                <FormattedMessage id="exports.acting" />
              </Message>
            )}
            <Exports company={company} response={response} onOpen={setOpenDialog} />
            {openDialog?.dialog === 'form' && (
              <ExportForm company={company} export={openDialog.export} response={response} onClose={close} />
            )}
            {openDialog?.dialog === 'delete' && (
              <DeleteExport company={company} export={openDialog.export} response={response} onClose={close} />
            )}
          </>
        )}
      </QueryView>
    </FormSection>
  );
}

interface ExportsProps {
  company: Uuid;
  response: ScheduledExports;
  onOpen(dialog: OpenDialog): void;
}

function Exports({ company, response, onOpen }: ExportsProps) {
  const styles = useStyles();
  if (response.exports.length === 0)
    return (
      <p className={styles.about}>
        <FormattedMessage id="exports.none" />
      </p>
    );
  return (
    <SectionRows>
      {response.exports.map((scheduledExport) => (
        <ExportRow
          key={scheduledExport.id}
          company={company}
          export={scheduledExport}
          response={response}
          onChange={() => onOpen({ dialog: 'form', export: scheduledExport })}
          onDelete={() => onOpen({ dialog: 'delete', export: scheduledExport })}
        />
      ))}
    </SectionRows>
  );
}
