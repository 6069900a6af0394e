/** The field for a code, whose code comes to who has one. */
import { late } from '../../ui/loading/late.tsx';

export const CodePanel = late(() => import('./code-panel.tsx').then((module) => module.CodePanel), {
  whenLost: 'wait',
});
