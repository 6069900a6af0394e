/** Marks data that the device has not sent yet. Not circular arrows, which mean "reload". */
export { CloudArrowUpRegular as WaitingIcon } from '@fluentui/react-icons';
