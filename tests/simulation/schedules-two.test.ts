/** The other half of the simulation (`expect-schedules.ts`). */
import { expectSchedules } from './expect-schedules.ts';

expectSchedules();
