import { serveOnDeno } from '../_shared/deno.ts';
import { picture } from './handler.ts';

serveOnDeno('picture', picture);
