/**
 * Chart columns, for the dashboard. Drawn here because the library's icon is three times as large, and every start
 * loads the menu.
 */
import { createFluentIcon } from '@fluentui/react-icons';

export const ColumnsIcon = createFluentIcon('', '1em', ['M3 10h3v7H3zm5-7h3v14H8zm5 4h3v10h-3z']);
