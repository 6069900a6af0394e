/** Links to the imports and exports on the pages of bookings, tours and settings, and lists the scheduled exports. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { ScheduledExports } from '../../features/lazy-features.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { LocalLink } from '../../ui/address/local-link.tsx';
import { SectionRow, SectionRows } from '../../ui/display/section-rows.tsx';

interface FileRow {
  name: MessageId;
  about: MessageId;
  open: MessageId;
  to: string;
}

const IMPORTS: readonly FileRow[] = [
  {
    name: 'integrations.import.bookings',
    about: 'integrations.import.bookings.about',
    open: 'integrations.import.bookings.open',
    to: `${paths.bookingsAdvanced}?import=file`,
  },
  {
    name: 'integrations.import.tours',
    about: 'integrations.import.tours.about',
    open: 'integrations.import.tours.open',
    to: `${paths.toursManage}?import=file`,
  },
];

const EXPORTS: readonly FileRow[] = [
  {
    name: 'integrations.export.bookings',
    about: 'integrations.export.bookings.about',
    open: 'integrations.export.bookings.open',
    to: paths.bookingsAdvanced,
  },
  {
    name: 'integrations.export.tours',
    about: 'integrations.export.tours.about',
    open: 'integrations.export.tours.open',
    to: paths.toursManage,
  },
  {
    name: 'integrations.export.all',
    about: 'integrations.export.all.about',
    open: 'integrations.export.all.open',
    to: `${paths.companySettings}?section=company`,
  },
];

export function ImportExportSection({ company }: { company: Uuid }) {
  return (
    <>
      <Rows title="integrations.import" rows={IMPORTS} />
      <Rows title="integrations.export" rows={EXPORTS} />
      <ScheduledExports company={company} />
    </>
  );
}

function Rows({ title, rows }: { title: MessageId; rows: readonly FileRow[] }) {
  const intl = useIntl();
  return (
    <FormSection title={title}>
      <SectionRows>
        {rows.map(({ name, about, open, to }) => (
          <SectionRow
            key={name}
            name={intl.formatMessage({ id: name })}
            state={intl.formatMessage({ id: about })}
            action={
              <LocalLink to={to}>
                <FormattedMessage id={open} />
              </LocalLink>
            }
          />
        ))}
      </SectionRows>
    </FormSection>
  );
}
