/** What nobody waits for, and what is of no use without a network. */
export { reportDevices } from './report-devices.ts';
export { tellAsked } from './tell-asked.ts';
