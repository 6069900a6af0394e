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
  description: MessageId;
  linkText: MessageId;
  to: string;
}

const IMPORTS: readonly FileRow[] = [
  {
    name: 'integrations.import.bookings',
    description: 'integrations.import.bookings.about',
    linkText: 'integrations.import.bookings.open',
    to: `${paths.bookingsAdvanced}?import=file`,
  },
  {
    name: 'integrations.import.tours',
    description: 'integrations.import.tours.about',
    linkText: 'integrations.import.tours.open',
    to: `${paths.toursManage}?import=file`,
  },
];

const EXPORTS: readonly FileRow[] = [
  {
    name: 'integrations.export.bookings',
    description: 'integrations.export.bookings.about',
    linkText: 'integrations.export.bookings.open',
    to: paths.bookingsAdvanced,
  },
  {
    name: 'integrations.export.tours',
    description: 'integrations.export.tours.about',
    linkText: 'integrations.export.tours.open',
    to: paths.toursManage,
  },
  {
    name: 'integrations.export.all',
    description: 'integrations.export.all.about',
    linkText: 'integrations.export.all.open',
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
        {rows.map(({ name, description, linkText, to }) => (
          <SectionRow
            key={name}
            name={intl.formatMessage({ id: name })}
            state={intl.formatMessage({ id: description })}
            action={
              <LocalLink to={to}>
                <FormattedMessage id={linkText} />
              </LocalLink>
            }
          />
        ))}
      </SectionRows>
    </FormSection>
  );
}
