/** A plug, for integrations. */
import { createFluentIcon } from '@fluentui/react-icons';

export const PlugIcon = createFluentIcon('', '1em', [
  'M7 2h1.5v4h3V2H13v4h2v4a5 5 0 0 1-4.25 4.95V18h-1.5v-3.05A5 5 0 0 1 5 10V6h2zm-.5 5.5V10a3.5 3.5 0 0 0 7 0V7.5z',
]);
