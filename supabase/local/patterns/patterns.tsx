/** UI components, one sheet each: `?of=…`. Sample texts are English in every language. */
import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { QuerySheet } from './sheets/query-sheet.tsx';
import { BlockedSheet } from './sheets/blocked-sheet.tsx';
import { ChoiceSheet } from './sheets/choice-sheet.tsx';
import { DetailSheet } from './sheets/detail-sheet.tsx';
import { FieldSheet } from './sheets/field-sheet.tsx';
import { FormSheet } from './sheets/form-sheet.tsx';
import { OverlaySheet } from './sheets/overlay-sheet.tsx';
import { ComponentsSheet } from './sheets/components-sheet.tsx';
import { SectionSheet } from './sheets/section-sheet.tsx';
import { TableSheet } from './sheets/table-sheet.tsx';

/** Sheets by query name. `tests/browser/pattern-sheets.ts` lists them for tests and screenshots. */
const SHEETS: Record<string, () => ReactNode> = {
  parts: () => <ComponentsSheet />,
  'parts-scrolled': () => <ComponentsSheet isScrolled />,
  queries: () => <QuerySheet />,
  table: () => <TableSheet state="full" />,
  'table-selected': () => <TableSheet state="selected" />,
  'table-coming': () => <TableSheet state="coming" />,
  'table-empty': () => <TableSheet state="empty" />,
  'table-columns': () => <TableSheet state="columns" />,
  detail: () => <DetailSheet />,
  form: () => <FormSheet state="typed" />,
  'form-wrong': () => <FormSheet state="wrong" />,
  'form-notices': () => <FormSheet state="notices" />,
  'form-sheet': () => <FormSheet state="overlay" />,
  confirm: () => <FormSheet state="confirm" />,
  fields: () => <FieldSheet />,
  sections: () => <SectionSheet />,
  blocked: () => <BlockedSheet state="blocked" />,
  missing: () => <BlockedSheet state="missing" />,
  choices: () => <ChoiceSheet />,
  details: () => <OverlaySheet state="details" />,
  page: () => <OverlaySheet state="page" />,
  toasts: () => <OverlaySheet state="toasts" />,
};

const useStyles = makeStyles({
  frame: { height: '100dvh' },
  index: { padding: '24px', columns: '2', lineHeight: '32px' },
});

export function Patterns() {
  const styles = useStyles();
  const [params] = useSearchParams();
  const sheet = SHEETS[params.get('of') ?? ''];
  if (sheet) return <main className={styles.frame}>{sheet()}</main>;
  return (
    <main>
      <h1 style={{ padding: '24px 24px 0', margin: 0 }}>Patterns</h1>
      <ul className={styles.index}>
        {Object.keys(SHEETS).map((name) => (
          <li key={name}>
            <a href={`?of=${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
