/** Tally marks, for tour reports. Drawn here because the library has none. */
import { createFluentIcon } from '@fluentui/react-icons';

export const TallyIcon = createFluentIcon('', '1em', ['M5 4h1v12H5zm4 0h1v12H9zm4 0h1v12h-1zM3 14 16 5v1L3 15z']);
