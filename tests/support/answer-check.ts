/** Checks what RPCs answer against supabase/contract.json. */
import { fileURLToPath } from 'node:url';

export const CONTRACT_FILE = fileURLToPath(new URL('../../supabase/contract.json', import.meta.url));
