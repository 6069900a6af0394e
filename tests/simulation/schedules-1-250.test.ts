import { expectSchedules } from './expect-schedules.ts';

expectSchedules(1, 250);
