/** Columns of a chart, for the dashboard: the library's are three times as long, and the menu is part of what every start loads. */
import { createFluentIcon } from '@fluentui/react-icons';

export const ColumnsIcon = createFluentIcon('', '1em', ['M3 10h3v7H3zm5-7h3v14H8zm5 4h3v10h-3z']);
