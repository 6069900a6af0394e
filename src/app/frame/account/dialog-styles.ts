/** Styles that the account dialogs share. */
import { makeStyles } from '@fluentui/react-components';

export const useFieldStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', '& p': { margin: 0 } },
});
