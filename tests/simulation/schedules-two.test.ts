import { expectSchedules } from './expect-schedules.ts';

expectSchedules();
