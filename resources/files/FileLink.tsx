/** The name of a file inside a row. A click opens the file instead of the row. */
import Link from '@mui/material/Link';
import type { Owner } from '../../dataProvider/documents.ts';
import { useFiles } from './useFiles.tsx';

export function FileLink({ owner, id, name }: { owner: Owner; id: number; name: string }) {
  const { lookAt, dialog } = useFiles(owner);
  return (
    // Keys and clicks in the preview must not reach the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it holds events back and answers none.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <Link
        component="button"
        type="button"
        onClick={() => lookAt(id)}
        sx={{ font: 'inherit', textAlign: 'start', overflowWrap: 'anywhere', verticalAlign: 'baseline' }}
      >
        {name}
      </Link>
      {dialog}
    </span>
  );
}
