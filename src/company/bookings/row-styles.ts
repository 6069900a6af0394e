/** Styles of list rows for mails, payment differences and failed jobs. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { type, weight } from '../../ui/theme/sizes.ts';

export const useRowStyles = makeStyles({
  list: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    ...type.body,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    padding: '12px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    overflowWrap: 'anywhere',
  },
  name: { fontWeight: weight.bold },
  quiet: { ...type.note, color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', marginTop: '4px' },
});
