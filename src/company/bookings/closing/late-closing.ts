/** The day's closing, whose code comes when it is wanted. */
import { late } from '../../../ui/late.tsx';

export const Closing = late(() => import('./closing.tsx').then((module) => module.Closing), { whenLost: 'wait' });
