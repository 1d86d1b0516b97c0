/** The HTML of a mail in a sandbox: it cannot run scripts, load pages or send forms. */
import Box from '@mui/material/Box';

interface MailFrameProps {
  title: string;
  html: string;
}

const page = (html: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><base target="_blank"><style>body{margin:12px;font:14px/1.5 sans-serif;color:#1a1a1a;background:#fff;overflow-wrap:anywhere}</style></head><body>${html}</body></html>`;

export function MailFrame({ title, html }: MailFrameProps) {
  return (
    <Box
      component="iframe"
      title={title}
      sandbox=""
      srcDoc={page(html)}
      sx={{
        width: '100%',
        height: 320,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: '#fff',
      }}
    />
  );
}
