/** What is on this device and not at the office yet: on its way up. Never round arrows, which say "reload". */
export { CloudArrowUpRegular as WaitingIcon } from '@fluentui/react-icons';
