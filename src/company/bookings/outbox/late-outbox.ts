/** The outbox, whose code comes when it is wanted. */
import { late } from '../../../ui/loading/late.tsx';

export const Outbox = late(() => import('./outbox.tsx').then((module) => module.Outbox), { whenLost: 'wait' });
