import { expectSchedules } from './expect-schedules.ts';

expectSchedules(251, 500);
