/** A document as paper shows it, whose code comes when it is wanted. */
import { late } from '../../../ui/late.tsx';

export const DocumentPanel = late(() => import('./document-panel.tsx').then((module) => module.DocumentPanel), {
  whenLost: 'wait',
});
