/** Chain links, for referrals. */
import { createFluentIcon } from '@fluentui/react-icons';

export const ChainIcon = createFluentIcon('', '1em', [
  'M7 6h2v1.5H7a2.5 2.5 0 0 0 0 5h2V14H7a4 4 0 0 1 0-8zm4 0h2a4 4 0 0 1 0 8h-2v-1.5h2a2.5 2.5 0 0 0 0-5h-2zM7 9.25h6v1.5H7z',
]);
