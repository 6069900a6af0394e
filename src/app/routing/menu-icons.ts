/** Menu icons that the library lacks, or has three times as large: every start loads the menu. */
import { createFluentIcon } from '@fluentui/react-icons';

export const ChainIcon = createFluentIcon('', '1em', [
  'M7 6h2v1.5H7a2.5 2.5 0 0 0 0 5h2V14H7a4 4 0 0 1 0-8zm4 0h2a4 4 0 0 1 0 8h-2v-1.5h2a2.5 2.5 0 0 0 0-5h-2zM7 9.25h6v1.5H7z',
]);

export const ColumnsIcon = createFluentIcon('', '1em', ['M3 10h3v7H3zm5-7h3v14H8zm5 4h3v10h-3z']);

export const PlugIcon = createFluentIcon('', '1em', [
  'M7 2h1.5v4h3V2H13v4h2v4a5 5 0 0 1-4.25 4.95V18h-1.5v-3.05A5 5 0 0 1 5 10V6h2zm-.5 5.5V10a3.5 3.5 0 0 0 7 0V7.5z',
]);

/** Tally marks. */
export const TallyIcon = createFluentIcon('', '1em', ['M5 4h1v12H5zm4 0h1v12H9zm4 0h1v12h-1zM3 14 16 5v1L3 15z']);
